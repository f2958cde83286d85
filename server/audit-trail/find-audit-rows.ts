import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { documentTables, type Search, type Words } from './filters.ts'
import { isOfKinds, listOf, readKinds, type Kind } from './kinds.ts'
import { type FoundRow, type Position, type Range, rangeOf, auditRow } from './trail-order.ts'

/** Whether a search has no filters except the days. */
export const isPlain = ({ tables, action, user_id, words }: Search) => !tables && !action && !user_id && !words

/** The next matching audit rows, at most `look`, from the indexes of the filters. */
export async function findAudit(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  if (search.tables?.length === 0) return []
  const range = rangeOf('a', search, position, look)
  const pieces = await auditPieces(tx, actor, search, range)
  if (pieces.length === 0) return []
  return tx.all(sql<FoundRow>`
    select ${auditRow} from (
      select distinct a.id, a.created_at from (${sql.join(pieces, sql` union all `)}) a) a
    ${range.order} ${range.limit}`)
}

/** Whether an audit row `a` matches, tested on the row itself; `isSubject`: whether the text names its record. */
export function fits(search: Search, isSubject: Statement<unknown>): Statement<boolean> {
  const conditions = [sql`true`, ...otherConditions(search)]
  const { words } = search
  if (words)
    conditions.push(sql`(${isOfKinds(words.kinds)} or a.user_id = any (${[...words.people]}::uuid[]) or ${isSubject})`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The filters except the text and the days. */
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
 * The access paths to matching rows, each over an index with the rows in order. With `apart`, no row is found by two of
 * them.
 */
export async function auditPieces(
  tx: Tx,
  actor: Actor,
  search: Search,
  range: Range,
  apart = false,
): Promise<Statement<unknown>[]> {
  const { words, user_id } = search
  const found = sql`select a.id, a.created_at from audit_trail a where a.org_id = ${actor.org_id} and ${range.within}`
  const byKinds = (chosen: readonly Kind[], people: readonly string[] | null = null) => {
    const whose = people ? sql`a.user_id = r.user_id` : user_id ? sql`a.user_id = ${user_id}` : sql`true`
    return next(
      sql`(select * from ${listOf(chosen)} ${people ? sql`cross join unnest(${[...people]}::uuid[]) as u (user_id)` : sql``})`,
      sql`${found} and a.table_name = r.table_name and a.action = r.action and a.summary = r.summary and ${whose}`,
    )
  }
  // The next rows of all are among those of the kinds or subjects that have the next ones.
  const next = (every: Statement<unknown>, rows: Statement<unknown>) =>
    apart
      ? sql`(select a.id, a.created_at from ${every} r cross join lateral (${rows} ${range.limit}) a ${range.limit})`
      : sql`(
        select a.id, a.created_at
        from (select r.* from ${every} r cross join lateral (${rows} ${range.order} limit 1) a ${range.order} ${range.limit}) r
        cross join lateral (${rows} ${range.order} ${range.limit}) a ${range.order} ${range.limit})`
  if (!words || (user_id && words.people.includes(user_id))) {
    const kinds = words ? [...words.kinds, ...words.otherKinds] : await readKinds(tx, actor, search)
    return kinds.length > 0 ? [byKinds(kinds)] : []
  }

  const named = words.kinds
  const others = apart ? words.otherKinds : [...named, ...words.otherKinds]
  const byPeople = !user_id && words.people.length > 0 && others.length > 0
  const pieces: Statement<unknown>[] = []
  if (named.length > 0) pieces.push(byKinds(named))
  if (byPeople) pieces.push(byKinds(others, words.people))
  if (words.subjects.length > 0) {
    const alsoFound: Statement<unknown>[] = otherConditions(search)
    if (apart && named.length > 0) alsoFound.push(sql`not ${isOfKinds(named)}`)
    if (apart && byPeople) alsoFound.push(sql`(a.user_id is null or a.user_id <> all (${[...words.people]}::uuid[]))`)
    for (const isAbout of subjectConditions(search, words, apart))
      pieces.push(
        next(
          sql`(select * from unnest(${[...words.subjects]}::uuid[]) as s (subject_id))`,
          sql`${found} and ${sql.join([isAbout, ...alsoFound], sql` and `)}`,
        ),
      )
  }
  return pieces
}

/** How an audit row `a` can be about a record `r` that the text names: by its subject, or as the document itself. */
function subjectConditions({ tables, hidden }: Search, { subjects }: Words, apart: boolean): Statement<unknown>[] {
  const documents = documentTables.filter((table) => !hidden.includes(table) && (!tables || tables.includes(table)))
  const bySubject = sql`a.subject_id = r.subject_id`
  if (documents.length === 0) return [bySubject]
  const others = apart ? sql`and a.subject_id not in (select unnest(${[...subjects]}::uuid[]))` : sql``
  return [bySubject, sql`a.record_id = r.subject_id and a.table_name = any (${documents}) ${others}`]
}
