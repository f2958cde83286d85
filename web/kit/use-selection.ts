import { createContext, useEffect, useMemo } from 'react'
import { keepOnlyShown, keepSelection, useKeptSelection } from './kept-selections.ts'
import { useCurrentOrganization } from './organization.ts'
import { afterPress, nothingSelected, type Selected } from './selected-range.ts'

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

type SelectionOptions<Row> = Readonly<{
  /** What the list shows: its endpoint, filters and order. Each has a selection of its own. */
  of: string
  /** The loaded rows; undefined while other rows are shown until they arrive. */
  all: readonly Row[] | undefined
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}>

const noRows: readonly never[] = []

/**
 * The selection in a list, which stays while other screens are open. Only rows that the list shows are selected: those
 * that leave it aren't, nor those that have to be loaded again.
 */
export function useSelection<Row>({ of, all = noRows, keyOf, nameOf }: SelectionOptions<Row>): Selection<Row> {
  const list = `${useCurrentOrganization()} ${of}`
  const { keys, anchor } = useKeptSelection(list)
  const isLoaded = all !== noRows
  useEffect(() => {
    if (isLoaded) keepOnlyShown(list, all.map(keyOf))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it is opened, not when a row leaves for a moment
  }, [list, isLoaded])
  return useMemo(() => {
    const set = (selected: Selected) => keepSelection(list, selected)
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
  }, [list, all, keys, anchor])
}
