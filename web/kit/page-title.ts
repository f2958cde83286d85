import { useEffect, useSyncExternalStore } from 'react'

let shownOnPhone = ''
const listeners = new Set<() => void>()

/** What the top bar shows on phones: the screen's title, or where it belongs. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => shownOnPhone)
}

/**
 * Names the screen, in the browser's tab and in the phones' top bar, where `onPhone` may stand in for it (a record's
 * own name is already on its screen). PageHeader and RecordPage do this for their screens.
 */
export function useSetPageTitle(title: string, onPhone = title): void {
  useEffect(() => {
    shownOnPhone = onPhone
    document.title = title ? `${title} · Onhand` : 'Onhand'
    for (const listener of listeners) listener()
  }, [title, onPhone])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
