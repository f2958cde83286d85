import { columnOf, type RawRows } from './raw-rows.ts'
import { refuseFields } from './refusal.ts'
import { sql, type Statement } from './sql.ts'

/** One column of a sort order: the SQL expression, and the type its text form is cast back to. Never null. */
type KeyColumn = {
  by: Statement<unknown>
  type: 'text' | 'bigint' | 'uuid' | 'timestamptz' | 'boolean' | 'integer' | 'date' | 'numeric'
}

/**
 * A named order; its last column makes every row's position unique. All columns have the same direction, so a row
 * comparison pages it.
 */
export type SortOrder = { name: string; direction: 'asc' | 'desc'; columns: readonly KeyColumn[] }

/** Newest first: by a time and, among rows of the same time, by id. Both are columns that are never null. */
export function newestBy(name: string, time: string, id: string): SortOrder {
  return {
    name,
    direction: 'desc',
    columns: [
      { by: sql.ref(time), type: 'timestamptz' },
      { by: sql.ref(id), type: 'uuid' },
    ],
  }
}

/** The order of a sort: by one of these columns, descending if it begins with a minus (`-total_amount`), then by id. */
export function orderBySort<Column extends string>(
  sort: Column | `-${Column}`,
  columns: Readonly<Record<Column, KeyColumn>>,
  id: string,
): SortOrder {
  return {
    name: sort,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    columns: [columns[sort.replace(/^-/, '') as Column], { by: sql.ref(id), type: 'uuid' }],
  }
}

/** The SQL parts that page a list by keyset: select `key`, add `after` to the where clause, end with `order`. */
export type Keyset = { key: Statement<string[]>; after: Statement<boolean>; order: Statement<unknown> }

/**
 * Creates the parts for one page. The cursor is opaque: the sort's name and the last row's key values as text (exact,
 * also for numbers beyond a double). A cursor of another sort, or an invalid one, is refused beside `cursor`.
 */
export function keyset(sort: SortOrder, cursor: string | undefined): Keyset {
  const columns = sql.join(sort.columns.map((column) => column.by))
  const direction = sql.raw(sort.direction)
  return {
    key: sql`array[${sql.join(sort.columns.map((column) => sql`(${column.by})::text`))}] as page_key`,
    after: cursor === undefined ? sql`true` : after(sort, columns, cursorKey(sort, cursor)),
    order: sql`order by ${sql.join(sort.columns.map((column) => sql`${column.by} ${direction}`))}`,
  }
}

function after(sort: SortOrder, columns: Statement<unknown>, values: string[]): Statement<boolean> {
  const comparison = sql.raw(sort.direction === 'asc' ? '>' : '<')
  const keys = sort.columns.map((column, index) => sql`${values[index]}::text::${sql.raw(column.type)}`)
  return sql`(${columns}) ${comparison} (${sql.join(keys)})`
}

/**
 * The values of the order beside a row, for `pageKey`: thousands are read for one page, and composing a key costs more
 * than they do.
 */
export function keyValues(sort: SortOrder): Statement<unknown> {
  return sql.join(sort.columns.map(({ by }, index) => sql`${by} as ${sql.ref(`key_${index}`)}`))
}

/** The page_key of a row `w` that has its `keyValues`. */
export function pageKey(sort: SortOrder): Statement<unknown> {
  return sql`array[${sql.join(sort.columns.map((_, index) => sql`${sql.ref(`w.key_${index}`)}::text`))}] as page_key`
}

/**
 * The key values of the last row before the page, for a database function that does its own paging. Refuses as `keyset`
 * does.
 */
export function cursorKey(sort: SortOrder, cursor: string): string[] {
  const refused = { cursor: 'This cursor belongs to another list. Start again from the first page.' }
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return refuseFields(refused)
  }
  if (!Array.isArray(parsed)) return refuseFields(refused)
  const [name, ...values] = parsed as unknown[]
  const fits = name === sort.name && values.length === sort.columns.length
  if (!fits || !values.every((value, index) => fitsType(value, sort.columns[index]?.type))) return refuseFields(refused)
  return values as string[]
}

/** The cursor of the position after a row with these key values. */
export function cursorOf(sort: SortOrder, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([sort.name, ...key])).toString('base64url')
}

const typePatterns: Record<KeyColumn['type'], RegExp> = {
  text: /^[^\0]*$/,
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,9}$/,
  numeric: /^-?\d{1,40}(\.\d{1,20})?$/,
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  timestamptz: /^(\d{4,6}-\d\d-\d\d [0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?\+00|-?infinity)$/,
  boolean: /^(true|false)$/,
  date: /^(\d{4}-\d\d-\d\d|infinity)$/,
}

function fitsType(value: unknown, type: KeyColumn['type'] | undefined): boolean {
  if (typeof value !== 'string' || type === undefined || !typePatterns[type].test(value)) return false
  return (type !== 'date' && type !== 'timestamptz') || value.endsWith('infinity') || isOnCalendar(value)
}

/**
 * Whether a date or time exists: the patterns accept February 31, the year 0 and 29 o'clock, which PostgreSQL refuses.
 */
function isOnCalendar(value: string): boolean {
  const [year = '', month, day, hour = '00'] = value.split(/[- :]/)
  const moment = new Date(`+${year.padStart(6, '0')}-${month}-${day}T${hour}:00:00Z`)
  return Number(year) > 0 && moment.getUTCDate() === Number(day) && moment.getUTCHours() === Number(hour)
}

/** Cuts a page from rows that were read with `limit + 1`, and removes the key column. */
export function pageOf<Row extends { page_key: string[] }>(
  rows: readonly Row[],
  limit: number,
  sort: SortOrder,
): { items: Omit<Row, 'page_key'>[]; next: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(({ page_key: _, ...item }) => item),
    next: last ? cursorOf(sort, last.page_key) : null,
  }
}

/** The same of rows as PostgreSQL sent them, whose key column isn't a field of the response. */
export function rawPageOf<Row>(
  found: RawRows<Row & { page_key: string[] }>,
  limit: number,
  sort: SortOrder,
): { items: RawRows<Row>; next: string | null } {
  const rows = found.rows.slice(0, limit)
  const [key] = found.rows.length > limit ? columnOf(found, 'page_key', rows.slice(-1)) : []
  return { items: { columns: found.columns, rows }, next: key ? cursorOf(sort, key as string[]) : null }
}
