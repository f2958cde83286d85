import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Search } from './filters.ts'
import { summaryHas } from './stock-summary.ts'
import { type FoundRow, type Position, type Range, rangeOf, stockRow } from './trail-order.ts'

/** The next matching postings, at most `look`, from the indexes of the filters. */
export async function findStock(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const range = rangeOf('s', search, position, look)
  const pieces = stockPieces(actor, search, range)
  if (pieces.length === 0) return []
  return tx.all(sql<FoundRow>`
    select ${stockRow} from (select distinct s.id, s.recorded_at from (${sql.join(pieces, sql` union all `)}) s) s
    ${range.order} ${range.limit}`)
}

/** Whether the text, if any, matches all stock changes that the other filters leave. */
export const everyPosting = ({ words, user_id }: Search) =>
  !words || words.stock.match === 'all' || (user_id !== null && words.people.includes(user_id))

/**
 * The access paths to matching postings: all, a person's, those of the products that match a text, or the newest ones
 * with a test of their summary.
 */
export function stockPieces(actor: Actor, search: Search, range: Range): Statement<unknown>[] {
  const { words, user_id } = search
  const found = sql`select s.id, s.recorded_at from stock_postings s where s.org_id = ${actor.org_id} and ${range.within}`
  const whose = user_id ? sql`s.user_id = ${user_id}` : sql`true`
  if (!words || everyPosting(search)) return [sql`(${found} and ${whose} ${range.order} ${range.limit})`]
  const pieces: Statement<unknown>[] = []
  if (!user_id && words.people.length > 0)
    pieces.push(sql`(
      select s.id, s.recorded_at from unnest(${[...words.people]}::uuid[]) as u (id)
      cross join lateral (${found} and s.user_id = u.id ${range.order} ${range.limit}) s ${range.order} ${range.limit})`)
  if (words.stock.match === 'some')
    pieces.push(sql`(
      ${found} and ${whose} and ${summaryHas(actor, words.stock, sql`s.recorded_at`, sql`s.id`)} ${range.order} ${range.limit})`)
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
