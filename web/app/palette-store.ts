import { createSpotlight, useSpotlight } from '@mantine/spotlight'
import { useState } from 'react'

const [store, spotlight] = createSpotlight()

/** The palette's state. */
export const paletteStore = store

/** Opens and closes the palette from everywhere, even before it is loaded. */
export const palette = {
  /** With a text to search for: a palette that is still closing has the previous one. */
  open: (query = '') => {
    store.setState({ ...store.getState(), query })
    spotlight.open()
  },
  close: spotlight.close,
  toggle: () => (store.getState().opened ? spotlight.close() : palette.open()),
}

/** Whether it was opened in this tab: it isn't rendered before, and only loaded early by its shortcut (shell.tsx). */
export function usePaletteWanted(): boolean {
  const [wanted, setWanted] = useState(false)
  const { opened } = useSpotlight(paletteStore)
  if (opened && !wanted) setWanted(true)
  return wanted
}

/** Selects the first entry, so that Enter opens it: results arrive after the letters that requested them. */
export function chooseFirst(): void {
  choose(0)
}

/** Selects no entry: what is listed isn't what was searched for. */
export function chooseNone(): void {
  choose(-1)
}

function choose(chosen: number): void {
  const { listId } = paletteStore.getState()
  const entries = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])]
  for (const [index, entry] of entries.entries()) entry.toggleAttribute('data-selected', index === chosen)
  entries[0]?.scrollIntoView({ block: 'nearest' })
  paletteStore.setState((state) => ({ ...state, selected: entries.length > 0 ? chosen : -1 }))
}

/** Renders what depends on the selected entry: the store changes it without notifying subscribers. */
export function showSelected(): void {
  paletteStore.setState(paletteStore.getState())
}
