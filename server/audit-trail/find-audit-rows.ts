import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isNamed, kindsWith, readKinds, type Kind, type Search, withEverySubject } from './filters.ts'
import { type FoundRow, type Position, type Range, rangeOf, auditRow, type Walked, walkedRows } from './trail-order.ts'

/** Whether a search asks for everything, but for the days. */
export const isPlain = ({ tables, action, user_id, words }: Search) => !tables && !action && !user_id && !words

/** The next audit rows that fit, at most `look`. */
export async function findAudit(
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
        and ${sql.join([sql`true`, ...otherConditions(search)], sql` and `)} ${range.order} ${range.limit}`)
  const { rows, isAll } = await walk(tx, actor, search, range)
  if (rows.length === look || isAll) return rows
  const pieces = await auditPieces(tx, actor, await withEverySubject(tx, actor, search), range)
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

/** Whether an audit row `a` fits, asked of the row itself; `isSubject`: whether the text names what it is about. */
export function fits(search: Search, isSubject: Statement<unknown>): Statement<boolean> {
  const conditions = [sql`true`, ...otherConditions(search)]
  const { words } = search
  if (words)
    conditions.push(
      sql`(lower(a.summary) like all (${[...words.patterns]}) or a.user_id = any (${[...words.people]}::uuid[]) or ${isSubject})`,
    )
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The filters besides the text and the days. */
export function otherConditions({
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
export async function auditPieces(
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
        ${found} and a.subject_id = r.id and ${sql.join([otherKind, ...otherConditions(search)], sql` and `)}
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
