import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { cursorKey, cursorOf, type SortOrder } from '../platform/paging.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { everySubject, isNamed, kindsWith, readKinds, type Kind, type Search } from './filters.ts'

/** A row by its position in the trail: an audit row (`a` and its id) or a posting of the ledger (`s` and its id). */
export type FoundRow = { at: string; micros: string; key: string }

type Direction = 'older' | 'newer'

/** Where a page begins. */
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
    refuseFields({ cursor: 'This cursor does not belong to this list. Start again from the first page.' })
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
 * The rows of one source between the days and beyond the position, and their order. Where moments are equal, postings
 * newer than audit rows.
 */
type Range = Readonly<{ within: Statement<boolean>; order: Statement<unknown>; limit: Statement<unknown> }>

/** The range of audit rows `a` or postings `s`. */
export function rangeOf(
  source: 'a' | 's',
  { after, until }: Pick<Search, 'after' | 'until'>,
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
    // Written out: of a limit it does not know PostgreSQL expects a tenth of all rows.
    limit: sql`limit ${sql.lit(look)}`,
  }
}

export const auditRow = sql`a.created_at::text as at, (extract(epoch from a.created_at) * 1000000)::bigint::text as micros, 'a' || a.id as key`
export const stockRow = sql`s.recorded_at::text as at, (extract(epoch from s.recorded_at) * 1000000)::bigint::text as micros, 's' || s.id as key`

/**
 * The next rows beyond a position that fit, at most `look`, newest first (oldest first where the position looks to
 * newer ones). First the newest few hundred rows are looked through: what is frequent fills a page from them. What they
 * don't fill comes from the indexes of the filters, whose cost grows with the number of kinds of changes and of records
 * that a text names, and not with the history.
 */
export async function findRows(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const [audit, stock] = await Promise.all([
    findAudit(tx, actor, search, position, look),
    search.withStock ? findStock(tx, actor, search, position, look) : [],
  ])
  const rows = newestFirst([...audit, ...stock])
  return (position?.direction === 'newer' ? rows.toReversed() : rows).slice(0, look)
}

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

const isPlain = ({ tables, action, user_id, words }: Search) => !tables && !action && !user_id && !words

async function findAudit(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  if (search.tables?.length === 0) return []
  const range = rangeOf('a', search, position, look)
  if (isPlain(search))
    return tx.all(sql<FoundRow>`
      select ${auditRow} from audit_trail a where a.org_id = ${actor.org_id} and ${range.within}
        and ${sql.join([sql`true`, ...residual(search)], sql` and `)} ${range.order} ${range.limit}`)
  const { rows, isAll } = await walk(tx, actor, search, range)
  if (rows.length === look || isAll) return rows
  const pieces = await piecesOf(tx, actor, await withEverySubject(tx, actor, search), range)
  if (pieces.length === 0) return []
  const found = await tx.all(sql<FoundRow>`
    select ${auditRow} from (
      select distinct a.id, a.created_at from (${sql.join(pieces, sql` union all `)}) a) a
    ${range.order} ${range.limit}`)
  return found
}

/** Looks through the next rows one by one; `isAll` when there were no more. */
async function walk(tx: Tx, actor: Actor, search: Search, range: Range) {
  const newest = sql`
    select a.id, a.created_at, a.table_name, a.action, a.summary, a.subject_id, a.user_id
    from audit_trail a where a.org_id = ${actor.org_id} and ${range.within} ${range.order} limit ${sql.lit(limits.auditRowsWalked)}`
  const { words } = search
  const subject = sql`a.subject_id`
  const isSubject = !words
    ? sql`false`
    : words.isCommon
      ? isNamed(actor, words, subject)
      : sql`${subject} = any (${[...words.subjects]}::uuid[])`
  return walkedRows(
    await tx.all(sql<Walked>`
      with walked as materialized (${newest})
      select n.seen, a.at, a.micros, a.key
      from (select count(*)::integer as seen from walked) n
      left join (select ${auditRow}, a.created_at, a.id from walked a where ${fits(search, isSubject)} ${range.order} ${range.limit}) a on true`),
  )
}

/** A row that was walked over and fits, and how many were walked over. */
type Walked = FoundRow & { seen: number }

const walkedRows = (rows: readonly Walked[]) => ({
  rows: rows.filter((row) => row.key !== null).map(({ at, micros, key }) => ({ at, micros, key })),
  isAll: (rows[0]?.seen ?? 0) < limits.auditRowsWalked,
})

/** Whether an audit row `a` fits, asked of the row itself; `isSubject`: whether the text names what it is about. */
export function fits(search: Search, isSubject: Statement<unknown>): Statement<boolean> {
  const conditions = [sql`true`, ...residual(search)]
  const { words } = search
  if (words)
    conditions.push(
      sql`(lower(a.summary) like all (${[...words.patterns]}) or a.user_id = any (${[...words.people]}::uuid[]) or ${isSubject})`,
    )
  return sql`${sql.join(conditions, sql` and `)}`
}

const withEverySubject = async (tx: Tx, actor: Actor, search: Search): Promise<Search> =>
  search.words?.isCommon ? { ...search, words: await everySubject(tx, actor, search.words) } : search

/** The filters besides the text and the days. */
function residual({
  tables,
  hidden,
  action,
  user_id,
}: Pick<Search, 'tables' | 'hidden' | 'action' | 'user_id'>): Statement<unknown>[] {
  const conditions: Statement<unknown>[] = []
  if (tables) conditions.push(sql`a.table_name = any (${[...tables]})`)
  if (hidden.length > 0) conditions.push(sql`a.table_name <> all (${[...hidden]})`)
  if (action) conditions.push(sql`a.action = ${action}`)
  if (user_id) conditions.push(sql`a.user_id = ${user_id}`)
  return conditions
}

/**
 * The ways to the rows that fit, each over an index that has them in order. With `apart`, no row is found by two of
 * them.
 */
async function piecesOf(
  tx: Tx,
  actor: Actor,
  search: Search,
  range: Range,
  apart = false,
): Promise<Statement<unknown>[]> {
  const kinds = await readKinds(tx, actor, search)
  const { words, user_id } = search
  const found = sql`select a.id, a.created_at from audit_trail a where a.org_id = ${actor.org_id} and ${range.within}`
  const byKinds = (chosen: readonly Kind[], who: Statement<unknown> | null = null, more = sql`true`) => sql`(
    select a.id, a.created_at
    from ${who ? sql`${who} cross join` : sql``} unnest(${chosen.map((kind) => kind.table_name)}::text[], ${chosen.map((kind) => kind.action)}::text[],
      ${chosen.map((kind) => kind.summary)}::text[]) as k (table_name, action, summary)
    cross join lateral (
      ${found} and a.table_name = k.table_name and a.action = k.action and a.summary = k.summary
        and ${who ? sql`a.user_id = u.id` : user_id ? sql`a.user_id = ${user_id}` : sql`true`} and ${more}
      ${apart ? sql`` : range.order} ${range.limit}) a
    ${apart ? sql`` : range.order} ${range.limit})`
  if (!words || (user_id && words.people.includes(user_id))) return kinds.length > 0 ? [byKinds(kinds)] : []

  const pieces: Statement<unknown>[] = []
  const named = kindsWith(kinds, words)
  if (named.length > 0) pieces.push(byKinds(named))
  const { subjects } = words
  const otherKind =
    apart && named.length > 0 ? sql`not (lower(a.summary) like all (${[...words.patterns]}))` : sql`true`
  if (subjects.length > 0)
    pieces.push(sql`(
      select a.id, a.created_at from unnest(${[...subjects]}::uuid[]) as r (id)
      cross join lateral (
        ${found} and a.subject_id = r.id and ${sql.join([otherKind, ...residual(search)], sql` and `)}
        ${apart ? sql`` : range.order} ${range.limit}) a
      ${apart ? sql`` : range.order} ${range.limit})`)
  const others = kinds.filter((kind) => !apart || !named.includes(kind))
  if (!user_id && words.people.length > 0 && others.length > 0) {
    const otherSubject = apart
      ? sql`(a.subject_id is null or a.subject_id <> all (${[...subjects]}::uuid[]))`
      : sql`true`
    pieces.push(byKinds(others, sql`unnest(${[...words.people]}::uuid[]) as u (id)`, otherSubject))
  }
  return pieces
}

async function findStock(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const range = rangeOf('s', search, position, look)
  if (search.words?.isCommon && !everyPosting(search)) {
    const { rows, isAll } = await walkStock(tx, actor, search, range)
    if (rows.length === look || isAll) return rows
  }
  const pieces = stockPieces(actor, await withEverySubject(tx, actor, search), range)
  if (pieces.length === 0) return []
  return tx.all(sql<FoundRow>`
    select ${stockRow} from (select distinct s.id, s.recorded_at from (${sql.join(pieces, sql` union all `)}) s) s
    ${range.order} ${range.limit}`)
}

/** Whether a text, if there is one, fits all stock changes that the other filters leave. */
const everyPosting = ({ words, user_id }: Search) =>
  !words || words.meansStock || (user_id !== null && words.people.includes(user_id))

/** Looks through the next postings one by one for products that a common text names. */
async function walkStock(tx: Tx, actor: Actor, { words, user_id }: Search, range: Range) {
  if (!words) throw new Error('postings are walked for a text')
  const product = isNamed(actor, words, sql`m.product_id`)
  return walkedRows(
    await tx.all(sql<Walked>`
      with walked as materialized (
        select s.id, s.recorded_at, s.user_id from stock_postings s
        where s.org_id = ${actor.org_id} and ${range.within} ${range.order} limit ${sql.lit(limits.auditRowsWalked)}
      )
      select n.seen, s.at, s.micros, s.key
      from (select count(*)::integer as seen from walked) n
      left join (
        select ${stockRow}, s.recorded_at, s.id from walked s
        where ${user_id ? sql`s.user_id = ${user_id}` : sql`true`}
          and (s.user_id = any (${[...words.people]}::uuid[]) or exists (
            select from stock_movements m where m.org_id = ${actor.org_id} and m.posting_id = s.id and ${product}))
        ${range.order} ${range.limit}) s on true`),
  )
}

/** The ways to the postings that fit: all, a person's, or those of the products that a text names. */
function stockPieces(actor: Actor, search: Search, range: Range): Statement<unknown>[] {
  const { words, user_id } = search
  const found = sql`select s.id, s.recorded_at from stock_postings s where s.org_id = ${actor.org_id} and ${range.within}`
  const whose = user_id ? sql`s.user_id = ${user_id}` : sql`true`
  if (!words || everyPosting(search)) return [sql`(${found} and ${whose} ${range.order} ${range.limit})`]
  const pieces: Statement<unknown>[] = []
  if (!user_id && words.people.length > 0)
    pieces.push(sql`(
      select s.id, s.recorded_at from unnest(${[...words.people]}::uuid[]) as u (id)
      cross join lateral (${found} and s.user_id = u.id ${range.order} ${range.limit}) s ${range.order} ${range.limit})`)
  if (words.subjects.length > 0)
    pieces.push(sql`(
      select s.id, s.recorded_at from unnest(${[...words.subjects]}::uuid[]) as r (id)
      cross join lateral (
        select distinct s.recorded_at, s.id from (
          select m.recorded_at, m.posting_id as id from stock_movements m where m.org_id = ${actor.org_id} and m.product_id = r.id) s
        where ${range.within}
          and ${user_id ? sql`exists (select from stock_postings s2 where s2.org_id = ${actor.org_id} and s2.id = s.id and s2.user_id = ${user_id})` : sql`true`}
        ${range.order} ${range.limit}) s
      ${range.order} ${range.limit})`)
  return pieces
}

/**
 * How many rows fit, at most one more than are counted. Of a common text the rows of some subjects are counted first:
 * they are often enough.
 */
export async function countRows(tx: Tx, actor: Actor, search: Search): Promise<number> {
  const count = await countThose(tx, actor, search)
  const isExact = count > limits.auditRowsCounted || !search.words?.isCommon
  return isExact ? count : countThose(tx, actor, await withEverySubject(tx, actor, search))
}

async function countThose(tx: Tx, actor: Actor, search: Search): Promise<number> {
  const most = limits.auditRowsCounted + 1
  const audit = search.tables?.length === 0 ? 0 : await countAudit(tx, actor, search, most)
  if (audit >= most || !search.withStock) return audit
  return Math.min(audit + (await countStock(tx, actor, search, most)), most)
}

async function countAudit(tx: Tx, actor: Actor, search: Search, most: number): Promise<number> {
  const range = rangeOf('a', search, null, most)
  const pieces = isPlain(search)
    ? [
        sql`(select a.id from audit_trail a where a.org_id = ${actor.org_id} and ${range.within}
          and ${sql.join([sql`true`, ...residual(search)], sql` and `)} ${range.limit})`,
      ]
    : (await piecesOf(tx, actor, search, range, true)).map((piece) => sql`(select id from ${piece} p)`)
  if (pieces.length === 0) return 0
  return countOf(tx, sql.join(pieces, sql` union all `), range)
}

async function countStock(tx: Tx, actor: Actor, search: Search, most: number): Promise<number> {
  const range = rangeOf('s', search, null, most)
  const pieces = stockPieces(actor, search, range)
  if (pieces.length === 0) return 0
  return countOf(
    tx,
    pieces.length === 1 && !search.words
      ? sql`select id from ${pieces[0] ?? sql``} p`
      : sql`select distinct id from (${sql.join(pieces, sql` union all `)}) p`,
    range,
  )
}

async function countOf(tx: Tx, rows: Statement<unknown>, { limit }: Range): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::integer as count from (select from (${rows}) r ${limit}) c`)
  return count
}
