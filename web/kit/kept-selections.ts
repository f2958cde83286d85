import { whenPersonIsForgotten } from './query-client.ts'
import { nothingSelected, type Selected } from './selected-range.ts'
import { createStore } from './store.ts'

/** Lists whose selection is remembered: those selected in last. */
const listsKept = 20

/** The selection of each list by its name, kept in this tab while other screens are open. A reload begins without. */
const selections = createStore<ReadonlyMap<string, Selected>>(new Map())

/** The selection of a list, for components. */
export function useKeptSelection(list: string): Selected {
  return selections.use().get(list) ?? nothingSelected
}

/** Remembers the selection of a list. */
export function keepSelection(list: string, selected: Selected): void {
  const others = [...selections.get()].filter(([name]) => name !== list)
  const kept = selected.keys.size === 0 ? others : [...others, [list, selected] as const]
  selections.set(new Map(kept.slice(-listsKept)))
}

/** Takes the rows that a list doesn't show out of its selection. */
export function keepOnlyShown(list: string, shown: readonly string[]): void {
  const selected = selections.get().get(list)
  if (!selected) return
  const keys = new Set(shown.filter((key) => selected.keys.has(key)))
  if (keys.size < selected.keys.size) keepSelection(list, { ...selected, keys })
}

/** Forgets every selection: another person signs in. */
export function forgetSelections(): void {
  selections.set(new Map())
}

whenPersonIsForgotten(forgetSelections)

/** Every remembered selection. */
export const keptSelections = (): ReadonlyMap<string, Selected> => selections.get()
