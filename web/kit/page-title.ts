import { useEffect, useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** The title of the screen that is shown; the top bar shows it on phones. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

/** Names the screen, in the browser's tab too. PageHeader and RecordPage do this for their screens. */
export function useSetPageTitle(title: string): void {
  useEffect(() => {
    current = title
    document.title = title ? `${title} · Onhand` : 'Onhand'
    for (const listener of listeners) listener()
  }, [title])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
