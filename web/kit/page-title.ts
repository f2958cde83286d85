import { useEffect } from 'react'
import { createStore } from './store.ts'

const shownOnPhone = createStore('')

/** The top bar's text on phones: the screen's title, or its section. */
export function usePageTitle(): string {
  return shownOnPhone.use()
}

/**
 * Sets the screen's title in the browser's tab and the phones' top bar, where `onPhone` can replace it (a record's own
 * name is already on its screen). PageHeader and RecordPage do this for their screens.
 */
export function useSetPageTitle(title: string, onPhone = title): void {
  useEffect(() => {
    document.title = title ? `${title} · Onhand` : 'Onhand'
    shownOnPhone.set(onPhone)
  }, [title, onPhone])
}
