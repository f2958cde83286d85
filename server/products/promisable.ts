import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** The organization's day: lots whose last day is an earlier one have expired. */
const today = (reader: Reader) =>
  sql`(select (now() at time zone g.time_zone)::date from organizations g where g.org_id = ${reader.org_id})`

/** The available units of a level `s` if its lot has expired, else null. Goods without a lot aren't looked up. */
export function expiredOfLevel(reader: Reader): Statement<unknown> {
  return sql`case when s.lot_id <> s.product_id then (
    select s.available from lots x
    where x.org_id = ${reader.org_id} and x.product_id = s.product_id and x.id = s.lot_id and x.expires_on < ${today(reader)}) end`
}

/**
 * The products of a `page` (a table with their ids) whose available stock has expired, with the number of units, as
 * rows of `product_id` and `expired`. An expiry day is over when it has ended in the organization's time zone, as in
 * the ledger's picking (ledger/sql/choose/picking_order.sql).
 */
function expiredUnits(reader: Reader, page: Statement<unknown>): Statement<unknown> {
  return sql`
    select s.product_id, sum(s.available) as expired
    from ${page}
    join lots x on x.org_id = ${reader.org_id} and x.product_id = page.id and x.expires_on < ${today(reader)}
    join stock_levels s on s.org_id = x.org_id and s.product_id = x.product_id and s.lot_id = x.id
    group by s.product_id`
}

/** The quantity to promise of each product with expired stock; for the others it is everything available. */
export async function readPromisable(
  tx: Tx,
  reader: Reader,
  ids: readonly string[],
): Promise<(product: { id: string; stock: { available: number } }) => number> {
  const rows = await tx.all(sql<{ product_id: string; to_promise: number }>`
    select x.product_id, t.available - x.expired as to_promise
    from (${expiredUnits(reader, sql`unnest(${[...ids]}::uuid[]) as page (id)`)}) x
    join product_totals t on t.org_id = ${reader.org_id} and t.product_id = x.product_id`)
  const known = new Map(rows.map((row) => [row.product_id, row.to_promise]))
  return ({ id, stock }) => known.get(id) ?? stock.available
}
