import type { SalesReturnSummary } from '../../contract/sales-orders.ts'
import { listSalesReturns, readSalesReturn, type SalesReturn } from '../../contract/sales-returns.ts'
import { undoerName } from '../platform/person-name.ts'
import { concernsOtherLocations } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { returnColumns, returnSize } from '../sales-orders/queries.ts'

const newestFirst = newestBy('date', 'r.returned_at', 'r.id')

export const listSalesReturnsQuery = implement(listSalesReturns, async (tx, actor, input) => {
  const { key, after, order } = keyset(newestFirst, input.cursor)
  const conditions: Statement<unknown>[] = [sql`r.org_id = ${actor.org_id}`, after]
  if (input.sales_order_id) conditions.push(sql`r.sales_order_id = ${input.sales_order_id}`)
  const rows = await tx.all(sql<SalesReturnSummary & { page_key: string[] }>`
    select p.page_key, ${returnColumns}
    from (
      select r.id, ${key} from sales_returns r where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}
    ) p
    join sales_returns r on r.org_id = ${actor.org_id} and r.id = p.id
    join sales_orders o on o.org_id = r.org_id and o.id = r.sales_order_id ${returnSize}
    order by r.returned_at desc, r.id desc`)
  return pageOf(rows, input.limit, newestFirst)
})

export const readSalesReturnQuery = implement(readSalesReturn, (tx, actor, { return_id }) =>
  returnOf(tx, actor, return_id),
)

/** One return as the contract defines it. Refuses not_found. */
export async function returnOf(tx: Tx, actor: Actor, id: string): Promise<SalesReturn> {
  const [row, lines] = await Promise.all([
    tx.maybe(sql<Omit<SalesReturn, 'lines' | 'concerns_other_locations'>>`
      select ${returnColumns}, ${undoerName('r')} as undone_by, r.undone_at from sales_returns r
      join sales_orders o on o.org_id = r.org_id and o.id = r.sales_order_id ${returnSize}
      where r.org_id = ${actor.org_id} and r.id = ${id}`),
    tx.all(sql<SalesReturn['lines'][number]>`
      select i.line_no, i.sales_order_item_id, i.product_id, p.name as product_name, p.sku as product_sku, p.quantity_decimals, i.location_id,
        l.name as location_name, i.quantity, i.account, i.notes,
        array(
          select distinct t.lot_number from stock_movements m
          join lots t on t.org_id = m.org_id and t.product_id = m.product_id and t.id = m.to_lot_id and t.id <> m.product_id
          where m.org_id = i.org_id and m.posting_id = i.return_id and m.entry_no = i.line_no
          order by t.lot_number) as lot_numbers
      from sales_return_items i
      join products p on p.org_id = i.org_id and p.id = i.product_id
      join locations l on l.org_id = i.org_id and l.id = i.location_id
      where i.org_id = ${actor.org_id} and i.return_id = ${id} order by i.line_no`),
  ])
  if (!row) refuse('not_found')
  // A return is undone in its order, whose entire shipments and returns count.
  const concerns_other_locations = await concernsOtherLocations(tx, actor, 'shipped_goods', row.sales_order_id)
  return { ...row, concerns_other_locations, lines }
}
