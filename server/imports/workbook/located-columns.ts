import { utils } from '@e965/xlsx'
import { trimmed } from '../../../contract/trimmed.ts'
import type { ProductExport } from '../sheets/exports.ts'
import { columnName } from '../sheets/sheets.ts'
import type { HeadingRow } from './headings.ts'
import { unreadable } from './unreadable.ts'

/** Headings of the stock at one location: Square's, Lightspeed R's, and the one to write by hand. */
const stockAt = [
  /^current quantity (.+)$/i,
  /^(.+) - (?:quantity on hand|qoh)$/i,
  /^(?:stock|stock[ _]quantity|quantity|on hand)\s*:\s*(.+)$/i,
]
const minimumAt = [/^stock alert count (.+)$/i, /^(.+) - reorder point$/i]

/** The location that a heading names; undefined for other headings. */
function locationIn(heading: string, patterns: readonly RegExp[]): string | undefined {
  const found = patterns.map((pattern) => pattern.exec(trimmed(heading))?.[1]).find((name) => name !== undefined)
  // Lightspeed: inventory_Main_Outlet.
  return trimmed((/\s/.test(heading) ? found : found?.replaceAll('_', ' ')) ?? '') || undefined
}

type Headed = Readonly<{
  /** Begins messages: `This file`. */
  what: string
  head: readonly string[]
  headed: HeadingRow
  known: ProductExport | undefined
  isChosen: boolean
}>

type LocatedColumn = Readonly<{ name: string; column: number }>

/**
 * The columns of stock at one location each. If there are any, a column of the total isn't read, and a single minimum
 * is the product's. None if a person chose the column of the stock. Refuses two columns for one location.
 */
export function locatedColumns(table: Headed): LocatedColumn[] {
  const { what, head, headed, known, isChosen } = table
  const { fields, letters } = headed
  if (isChosen && letters['stock_quantity']) return []
  const others = otherColumns(headed)
  const named = others.flatMap((column) => {
    const name = locationIn(head[column] ?? '', known?.located ? [known.located.stock, ...stockAt] : stockAt)
    return name === undefined ? [] : [{ name, column }]
  })
  const located = named.length > 0 ? named : columnsAfter(table, others)
  if (located.length === 0) return []
  const [total] = [...fields].find(([, name]) => name === 'stock_quantity') ?? []
  if (total !== undefined) setField(headed, total, null)
  const patterns = known?.located ? [known.located.minimum, ...minimumAt] : minimumAt
  const minimums = others.filter((column) => locationIn(head[column] ?? '', patterns) !== undefined)
  const [minimum] = minimums
  if (minimum !== undefined && minimums.length === 1 && !letters['min_stock_level'] && !isChosen)
    setField(headed, minimum, 'min_stock_level')
  for (const { name, column } of located) {
    const first = located.find((other) => other.name.toLowerCase() === name.toLowerCase())
    const [letter, other] = [first?.column ?? column, column].map((at) => utils.encode_col(at))
    if (letter !== other) unreadable(`${what} has the stock at ${name} twice (${letter} and ${other}).`)
    markUsed(headed, column, `Stock at ${name}`)
  }
  return located
}

/** The columns that are no fields. */
function otherColumns({ fields, alternatives, columns }: HeadingRow): number[] {
  const further = new Set([...alternatives.values()].flat())
  return [...columns.keys()].filter((column) => !fields.has(column) && !further.has(column))
}

/** In an export that lists its locations after a column, those after it. */
function columnsAfter({ head, headed, known }: Headed, others: readonly number[]): LocatedColumn[] {
  const { letters } = headed
  if (known?.locationsAfter === undefined || letters['location'] || letters['stock_quantity']) return []
  const from = head.findIndex((heading) => columnName(heading) === known.locationsAfter)
  return others.flatMap((column) => (column > from ? [{ name: trimmed(head[column] ?? ''), column }] : []))
}

function setField({ fields, letters, columns }: HeadingRow, column: number, field: string | null): void {
  const before = fields.get(column)
  if (before !== undefined) delete letters[before]
  if (field === null) fields.delete(column)
  else {
    fields.set(column, field)
    letters[field] = utils.encode_col(column)
  }
  const named = columns.get(column)
  if (named) named.column = field
}

/** Says what a column is used for that is no field. */
export function markUsed({ columns }: HeadingRow, column: number, purpose: string): void {
  const named = columns.get(column)
  if (named?.column === null) named.used = purpose
}
