import { createContext, useEffect, useMemo } from 'react'
import {
  keepAsShown,
  keepOnlyShown,
  keepSelection,
  type KeptRow,
  nothingKept,
  useKeptSelection,
} from './kept-selections.ts'
import { useCurrentOrganization } from './organization.ts'
import { afterPress } from './selected-range.ts'

/** The rows of a list that a person has selected. */
export type Selection<Row> = Readonly<{
  /** Those that the list shows, in its order, then the others. */
  rows: readonly Row[]
  /** How many of them the list doesn't show: they were selected under another search or filter. */
  notShown: number
  /** The row's name, for its checkbox. */
  nameOf: (row: Row) => string
  isNone: boolean
  /** All loaded rows are selected. */
  isAll: boolean
  /** Some of the loaded rows are selected. */
  isSome: boolean
  has: (row: Row) => boolean
  /** A press on the row's checkbox; with Shift, from the row pressed before. */
  press: (row: Row, isOn: boolean, isRange: boolean) => void
  /** Selects rows in addition. */
  select: (rows: readonly Row[]) => void
  selectLoaded: () => void
  /** Selects none of the loaded rows. */
  clearLoaded: () => void
  clear: () => void
}>

/**
 * For the checkboxes in a table's cells: a press draws them again, and not the rows around them. Null in a list without
 * selection.
 */
export const SelectionContext = createContext<Omit<Selection<never>, 'rows' | 'select'> | null>(null)

type SelectionOptions<Row> = Readonly<{
  /** The list: its endpoint. */
  of: string
  /** What it shows: its search, filters and order. */
  seenIn: string
  /** The loaded rows; undefined while other rows are shown until they arrive. */
  all: readonly Row[] | undefined
  /** All its rows are loaded. */
  isComplete: boolean
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}>

const noRows: readonly never[] = []

/**
 * The selection in a list, which stays while other screens are open, and through searches and filters: rows can be
 * collected with several. A row that leaves the list it was selected in, because it was deleted or changed, isn't
 * selected any more.
 */
export function useSelection<Row>(options: SelectionOptions<Row>): Selection<Row> {
  const { of, seenIn, all = noRows, isComplete, keyOf, nameOf } = options
  const list = `${useCurrentOrganization()} ${of}`
  const { rows: kept, anchor } = useKeptSelection(list)
  const isLoaded = all !== noRows
  useEffect(() => {
    if (isLoaded && isComplete) keepOnlyShown(list, seenIn, byKey(all, keyOf))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it is opened, not when a row leaves for a moment
  }, [list, seenIn, isLoaded])
  useEffect(() => {
    if (isLoaded) keepAsShown(list, seenIn, byKey(all, keyOf))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row's key doesn't depend on the render
  }, [list, seenIn, all, kept])
  return useMemo(() => {
    const loaded = byKey(all, keyOf)
    const keep = (keys: Iterable<string>, from: string | null) => {
      const rowOf = (key: string) => (loaded.has(key) ? { row: loaded.get(key), seenIn } : kept.get(key))
      const rows = [...keys].flatMap((key): (readonly [string, KeptRow])[] => {
        const row = rowOf(key)
        return row ? [[key, row]] : []
      })
      keepSelection(list, { rows: new Map(rows), anchor: from })
    }
    const shown = kept.size === 0 ? noRows : all.filter((row) => kept.has(keyOf(row)))
    const others = [...kept].filter(([key, { seenIn: last }]) => !loaded.has(key) && !(isLoaded && last === seenIn))
    return {
      rows: [...shown, ...others.map(([, { row }]) => row as Row)],
      notShown: others.length,
      nameOf,
      isNone: shown.length + others.length === 0,
      isAll: shown.length > 0 && shown.length === all.length,
      isSome: shown.length > 0,
      has: (row) => kept.has(keyOf(row)),
      press: (row, isOn, isRange) => {
        const before = { keys: new Set(kept.keys()), anchor }
        const key = keyOf(row)
        const order = loaded.has(key) ? [...loaded.keys()] : [key]
        const after = afterPress(before, order, { key, isOn, isRange })
        keep(after.keys, after.anchor)
      },
      select: (some) => {
        const rows = some.map((row) => [keyOf(row), { row, seenIn }] as const)
        keepSelection(list, { rows: new Map([...kept, ...rows]), anchor: null })
      },
      selectLoaded: () => keep([...kept.keys(), ...loaded.keys()], null),
      clearLoaded: () =>
        keep(
          others.map(([key]) => key),
          null,
        ),
      clear: () => keepSelection(list, nothingKept),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a row's key and name don't depend on the render
  }, [list, seenIn, all, kept, anchor])
}

function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]))
}
