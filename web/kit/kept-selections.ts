import { whenPersonIsForgotten } from './query-client.ts'
import { createStore } from './store.ts'

/** A selected row as it was last seen, and under which search, filters and order. */
export type KeptRow = Readonly<{ row: unknown; seenIn: string }>

/** The selected rows of a list by their keys, and the row from which a range begins: the one pressed last. */
export type KeptSelection = Readonly<{ rows: ReadonlyMap<string, KeptRow>; anchor: string | null }>

export const nothingKept: KeptSelection = { rows: new Map(), anchor: null }

/** Lists whose selection is remembered: those selected in last. */
const listsKept = 20

/** The selection of each list by its name, kept in this tab while other screens are open. A reload begins without. */
const selections = createStore<ReadonlyMap<string, KeptSelection>>(new Map())

/** The selection of a list, for components. */
export function useKeptSelection(list: string): KeptSelection {
  return selections.use().get(list) ?? nothingKept
}

/** Remembers the selection of a list. */
export function keepSelection(list: string, selected: KeptSelection): void {
  const others = [...selections.get()].filter(([name]) => name !== list)
  const kept = selected.rows.size === 0 ? others : [...others, [list, selected] as const]
  selections.set(new Map(kept.slice(-listsKept)))
}

/** Remembers selected rows as the list shows them now. */
export function keepAsShown(list: string, seenIn: string, shown: ReadonlyMap<string, unknown>): void {
  const selected = selections.get().get(list)
  if (!selected) return
  const changed = [...shown].filter(([key, row]) => {
    const kept = selected.rows.get(key)
    return kept && (kept.row !== row || kept.seenIn !== seenIn)
  })
  if (changed.length === 0) return
  const rows = new Map(selected.rows)
  for (const [key, row] of changed) rows.set(key, { row, seenIn })
  keepSelection(list, { ...selected, rows })
}

/** Takes rows that were last seen in a list, but aren't in it any more, out of its selection. */
export function keepOnlyShown(list: string, seenIn: string, shown: ReadonlyMap<string, unknown>): void {
  const selected = selections.get().get(list)
  if (!selected) return
  const rows = new Map([...selected.rows].filter(([key, kept]) => kept.seenIn !== seenIn || shown.has(key)))
  if (rows.size < selected.rows.size) keepSelection(list, { ...selected, rows })
}

/** Forgets every selection: another person signs in. */
export function forgetSelections(): void {
  selections.set(new Map())
}

whenPersonIsForgotten(forgetSelections)

/** Every remembered selection. */
export const keptSelections = (): ReadonlyMap<string, KeptSelection> => selections.get()
