import type { TransactionType } from '../../contract/transaction-types.ts'
import type { Reader } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { movementsOfTypes } from './movements-of-types.ts'

/** The order of the history, newest first; the key of an entry. */
const key = sql`m.happened_at, m.posting_id, m.entry_no`
const newestFirst = sql`order by m.happened_at desc, m.posting_id desc, m.entry_no desc`

/** Which entries are requested: their types, a condition on a movement `m`, and how many at most. */
type Asked = { types: readonly TransactionType[]; condition: Statement<unknown>; limit: Statement<unknown> }

/**
 * The newest entries `m` at some locations: of each location the first `limit` that are asked for, each entry once, in
 * no order. Reads nothing of other locations, however much happens there.
 *
 * A location's entries are merged from the index of outgoing movements and that of incoming ones. Goods that stayed
 * there (reserved for an order, put on hold) are in both. Only the reader of the merged rows skips the second: an index
 * searched for the others would be read to its end for the first commitment that came from elsewhere.
 */
export function entriesAtLocations(
  { org_id, location_ids }: Reader,
  places: readonly string[],
  { types, condition, limit }: Asked,
): Statement<unknown> {
  const branches = (legs: Statement<unknown>) =>
    (['from_location_id', 'to_location_id'] as const).map(
      // The table itself: its policies show a limited member the movements at these locations.
      (column) => sql`
        (select m.* from ${movementsOfTypes(types, 'desc', sql`public.stock_movements`)} m
        where ${legs} and m.org_id = ${org_id} and ${condition} and ${sql.ref(`m.${column}`)} = place.id ${newestFirst})`,
    )
  const all = (legs: Statement<unknown>[]) => sql`
    select distinct on (${key}) m.* from (${sql.join(legs, sql` union all `)}) m ${newestFirst}`
  const entries = location_ids
    ? sql`
      select m.* from (${all([...branches(sql`m.is_entry`), ...branches(sql`not m.is_entry`)])}) leg
      cross join lateral (${representing(org_id, types)}) m
      order by leg.happened_at desc, leg.posting_id desc, leg.entry_no desc`
    : all(branches(sql`m.is_entry`))
  return sql`
    select distinct m.* from unnest(${[...places]}::uuid[]) as place (id)
    cross join lateral (select m.* from (${entries}) m limit ${limit}) m`
}

/**
 * The leg that represents the entry of a `leg` to a limited member: one of another type if that leg only releases a
 * reservation.
 */
function representing(org_id: string, types: readonly TransactionType[]): Statement<unknown> {
  return sql`
    select m.* from posting_legs m
    where m.org_id = ${org_id} and m.posting_id = leg.posting_id and m.entry_no = leg.entry_no and m.is_entry
      and m.type = any (${[...types]}::text[]) offset 0`
}
