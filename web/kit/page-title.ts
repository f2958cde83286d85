import { useEffect, useSyncExternalStore } from 'react'

let shownOnPhone = ''
const listeners = new Set<() => void>()

/** The top bar's text on phones: the screen's title, or its section. */
export function usePageTitle(): string {
  return useSyncExternalStore(subscribe, () => shownOnPhone)
}

/**
 * Sets the screen's title in the browser's tab and the phones' top bar, where `onPhone` can replace it (a record's own
 * name is already on its screen). PageHeader and RecordPage do this for their screens.
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
