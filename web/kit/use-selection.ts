import { createContext, useMemo, useState } from 'react'
import { afterPress, nothingSelected } from './selected-range.ts'

/** The rows of a list that a person has selected. */
export type Selection<Row> = Readonly<{
  rows: readonly Row[]
  /** The row's name, for its checkbox. */
  nameOf: (row: Row) => string
  isNone: boolean
  /** All loaded rows are selected. */
  isAll: boolean
  has: (row: Row) => boolean
  /** A press on the row's checkbox; with Shift, from the row pressed before. */
  press: (row: Row, isOn: boolean, isRange: boolean) => void
  select: (rows: readonly Row[]) => void
  selectLoaded: () => void
  clear: () => void
}>

/**
 * For the checkboxes in a table's cells: a press draws them again, and not the rows around them. Null in a list without
 * selection.
 */
export const SelectionContext = createContext<Omit<Selection<never>, 'rows' | 'select'> | null>(null)

/**
 * The selection in a list. `of` names what the list shows (its filters and order): another list begins with nothing
 * selected, so no row is selected that can't be seen. Rows that leave the list are no longer selected.
 */
export function useSelection<Row>(
  of: string,
  all: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [state, setState] = useState({ of, selected: nothingSelected })
  const { keys, anchor } = state.of === of ? state.selected : nothingSelected
  return useMemo(() => {
    const set = (selected: typeof nothingSelected) => setState({ of, selected })
    const rows = keys.size === 0 ? [] : all.filter((row) => keys.has(keyOf(row)))
    return {
      rows,
      nameOf,
      isNone: rows.length === 0,
      isAll: rows.length > 0 && rows.length === all.length,
      has: (row) => keys.has(keyOf(row)),
      press: (row, isOn, isRange) =>
        set(afterPress({ keys, anchor }, all.map(keyOf), { key: keyOf(row), isOn, isRange })),
      select: (some) => set({ keys: new Set(some.map(keyOf)), anchor: null }),
      selectLoaded: () => set({ keys: new Set(all.map(keyOf)), anchor: null }),
      clear: () => set(nothingSelected),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row's key and name don't depend on the render
  }, [of, all, keys, anchor])
}
