import { cursorKey, cursorOf, type SortOrder } from '../platform/paging.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** A row by its position in the trail: an audit row (`a` and its id) or a posting of the ledger (`s` and its id). */
export type FoundRow = { at: string; micros: string; key: string }

type Direction = 'older' | 'newer'

/** The start of a page. */
export type Position = Readonly<{ at: string; key: string; direction: Direction }>

const orderOf = (direction: Direction): SortOrder => ({
  name: `audit-${direction}`,
  direction: direction === 'older' ? 'desc' : 'asc',
  columns: [
    { by: sql`created_at`, type: 'timestamptz' },
    { by: sql`key`, type: 'text' },
  ],
})

/** The cursor of the rows before or after a row. */
export function cursorFrom({ at, key }: FoundRow, direction: Direction): string {
  return cursorOf(orderOf(direction), [at, key])
}

/** Reads a cursor of either direction. Refuses one of another list beside `cursor`. */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const direction = nameIn(cursor) === 'audit-newer' ? 'newer' : 'older'
  const [at = '', key = ''] = cursorKey(orderOf(direction), cursor)
  if (!/^(a\d{1,18}|s[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$/.test(key))
    refuseFields({ cursor: 'This cursor belongs to another list. Start again from the first page.' })
  return { at, key, direction }
}

function nameIn(cursor: string): unknown {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed[0] : undefined
  } catch {
    // cursorKey refuses it.
    return undefined
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000'

const highestNumber = '9223372036854775807'

/**
 * The rows of one source between the days and after the position, with their order. At equal times, postings are newer
 * than audit rows.
 */
export type Range = Readonly<{
  within: Statement<boolean>
  order: Statement<unknown>
  limit: Statement<unknown>
}>

/** The range of audit rows `a` or postings `s`. */
export function rangeOf(
  source: 'a' | 's',
  { after, until }: Readonly<{ after: string | null; until: string | null }>,
  position: Position | null,
  look: number,
): Range {
  const at = sql.raw(source === 'a' ? 'a.created_at' : 's.recorded_at')
  const id = sql.raw(`${source}.id`)
  const older = position?.direction !== 'newer'
  const conditions: Statement<unknown>[] = []
  if (after) conditions.push(sql`${at} > ${after}::timestamptz`)
  if (until) conditions.push(sql`${at} <= ${until}::timestamptz`)
  if (position) {
    const isOwn = position.key.startsWith(source)
    const own = isOwn ? position.key.slice(1) : source === 'a' ? highestNumber : lowestId
    const type = sql.raw(source === 'a' ? 'bigint' : 'uuid')
    conditions.push(
      sql`(${at}, ${id}) ${sql.raw(older ? '<' : '>')} (${position.at}::timestamptz, ${own}::text::${type})`,
    )
  }
  const direction = sql.raw(older ? 'desc' : 'asc')
  return {
    within: sql`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`,
    order: sql`order by ${at} ${direction}, ${id} ${direction}`,
    // As a literal: for an unknown limit PostgreSQL expects a tenth of all rows.
    limit: sql`limit ${sql.lit(look)}`,
  }
}

/** A `FoundRow` of an audit row `a` or of a posting `s`. */
export const auditRow = sql`a.created_at::text as at, (extract(epoch from a.created_at) * 1000000)::bigint::text as micros, 'a' || a.id as key`
export const stockRow = sql`s.recorded_at::text as at, (extract(epoch from s.recorded_at) * 1000000)::bigint::text as micros, 's' || s.id as key`

/** Rows of both sources in the order of the trail. */
export function newestFirst(rows: readonly FoundRow[]): FoundRow[] {
  return rows.toSorted(compareNewestFirst)
}

function compareNewestFirst(one: FoundRow, other: FoundRow): number {
  if (one.micros !== other.micros) return BigInt(one.micros) < BigInt(other.micros) ? 1 : -1
  const [source, otherSource] = [one.key.charAt(0), other.key.charAt(0)]
  if (source !== otherSource) return source < otherSource ? 1 : -1
  const [id, otherId] = [one.key.slice(1), other.key.slice(1)]
  if (source === 'a') return BigInt(id) < BigInt(otherId) ? 1 : -1
  return id < otherId ? 1 : -1
}
