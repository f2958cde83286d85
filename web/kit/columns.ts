import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<Row> = Readonly<{
  id: string
  /** The heading, and the name in the column chooser. */
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels; a column without a width shares what is left, at least `minWidth` (140). */
  width?: number
  minWidth?: number
  /** Numbers stand right. */
  align?: 'right'
  /** The server's name for sorting by it; a heading without is not sortable. */
  sort?: string
  /** Sorted downwards first: numbers and dates. */
  descendingFirst?: boolean
  /** Higher ones are left out first where the table is narrow; 0 (default) stays. */
  priority?: number
  /** Hidden until someone chooses it. */
  optional?: boolean
  /** The cell is wrapped in the link to the row's record. */
  link?: boolean
  /** No heading on screen (pictures); it is still read aloud. */
  quiet?: boolean
}>

export const defaultMinWidth = 140

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

/** The next sort after a click on a heading: its first direction, then the other one. `-name` sorts downwards. */
export function nextSort(current: string, column: Pick<Column<never>, 'sort' | 'descendingFirst'>): string {
  const name = column.sort ?? ''
  const [first, second] = column.descendingFirst ? [`-${name}`, name] : [name, `-${name}`]
  return current === first ? second : first
}
