import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<Row> = Readonly<{
  id: string
  /** The heading, and the name in the column chooser. */
  header: string
  /** Shown instead of its name. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /**
   * Sixteenths of a rem: pixels at the usual font size. Columns without a width share the rest in proportion to their
   * `minWidth` (140), and are at least that wide.
   */
  width?: number
  minWidth?: number
  /** In a narrow table, rows are two lines high, and this column's text wraps to the second. */
  wraps?: boolean
  /** Its `width` there. */
  narrowWidth?: number
  /** Its `minWidth` there. */
  narrowMinWidth?: number
  /** Numbers are right-aligned. */
  align?: 'right'
  /** The server's name for sorting by it; a heading without is not sortable. */
  sort?: string
  /** The first click sorts descending: numbers and dates. */
  descendingFirst?: boolean
  /** What its two directions are called in a menu, upwards first, where they aren't those of a text or a number. */
  directions?: readonly [string, string]
  /** Higher ones are hidden first in a narrow table; 0 (default) stays. */
  priority?: number
  /** Hidden until the person chooses it. */
  optional?: boolean
  /** The cell is wrapped in the link to the row's record. */
  link?: boolean
  /** No visible heading (pictures); screen readers still announce it. */
  quiet?: boolean
}>

export const defaultMinWidth = 140

/** Below this width a table with columns that wrap has rows of two lines. */
const narrow = 1200

type Narrowing = Pick<Column<never>, 'width' | 'minWidth' | 'wraps' | 'narrowWidth' | 'narrowMinWidth'>

/** The columns' layout in a width: with `lines` 2, columns with a narrow width use it. */
export function linesOf<C extends Narrowing>(
  columns: readonly C[],
  width: number,
): { lines: 1 | 2; columns: readonly C[] } {
  if (width >= narrow || !columns.some((column) => column.wraps)) return { lines: 1, columns }
  const narrowed = ({ width, minWidth, narrowWidth, narrowMinWidth }: C) => ({
    width: narrowWidth ?? width,
    minWidth: narrowMinWidth ?? minWidth,
  })
  return { lines: 2, columns: columns.map((one) => ({ ...one, ...narrowed(one) })) }
}

/** The columns that fit into a width, in their order: the highest priorities go first, and 0 never goes. */
export function fittingColumns<C extends Pick<Column<never>, 'width' | 'minWidth' | 'priority'>>(
  columns: readonly C[],
  width: number,
): readonly C[] {
  let shown = columns
  while (needed(shown) > width) {
    const highest = Math.max(...shown.map((column) => column.priority ?? 0))
    if (highest === 0) return shown
    const last = shown.findLastIndex((column) => column.priority === highest)
    shown = shown.filter((_, index) => index !== last)
  }
  return shown
}

function needed(columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? defaultMinWidth), 0)
}

/** A column without a width grows to this multiple of its minimum before the others grow too. */
const widest = 2

type Sized = Pick<Column<never>, 'width' | 'minWidth' | 'quiet'>

/**
 * The columns' widths for a table width, using all of it. Columns without a width grow to twice their minimum;
 * beyond that all columns with a heading grow equally, so that on a wide screen a row's figures stay near its name.
 */
export function columnWidths(columns: readonly Sized[], width: number): number[] {
  const wish = (column: Sized) => column.minWidth ?? defaultMinWidth
  const flexible = columns.filter((column) => column.width === undefined)
  const wished = flexible.reduce((sum, column) => sum + wish(column), 0)
  const left = Math.max(wished, width - (needed(columns) - wished))
  const taken = Math.min(left, wished * widest)
  const first = columns.map((column) => column.width ?? (taken * wish(column)) / wished)
  const grows = (index: number) => !columns[index]?.quiet
  const growing = first.reduce((sum, one, index) => sum + (grows(index) ? one : 0), 0)
  return first.map((one, index) => (grows(index) ? one + ((left - taken) * one) / growing : one))
}

/** The next sort after a click on a heading: its first direction, then the opposite. `-name` sorts descending. */
export function nextSort(current: string, column: Pick<Column<never>, 'sort' | 'descendingFirst'>): string {
  const name = column.sort ?? ''
  const [first, second] = column.descendingFirst ? [`-${name}`, name] : [name, `-${name}`]
  return current === first ? second : first
}

/** The two ways to sort by a column, the one that a click on its heading begins with first. */
export function directionsOf({
  sort = '',
  descendingFirst = false,
  align,
  directions = align === 'right' ? ['Lowest first', 'Highest first'] : ['A to Z', 'Z to A'],
}: Pick<Column<never>, 'sort' | 'descendingFirst' | 'align' | 'directions'>): readonly {
  value: string
  label: string
}[] {
  const ways = [
    { value: sort, label: directions[0] },
    { value: `-${sort}`, label: directions[1] },
  ]
  return descendingFirst ? ways.toReversed() : ways
}
