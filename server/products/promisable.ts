import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/**
 * The products of a `page` (a table with their ids) whose available stock has expired, with the number of units, as
 * rows of `product_id` and `expired`. An expiry day is over when it has ended in the organization's time zone, as in
 * the ledger's picking (ledger/sql/choose/picking_order.sql).
 */
export function expiredUnits(reader: Reader, page: Statement<unknown>): Statement<unknown> {
  return sql`
    select s.product_id, sum(s.available) as expired
    from organizations g
    cross join ${page}
    join lots x on x.org_id = g.org_id and x.product_id = page.id and x.expires_on < (now() at time zone g.time_zone)::date
    join stock_levels s on s.org_id = x.org_id and s.product_id = x.product_id and s.lot_id = x.id
    where g.org_id = ${reader.org_id}
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
