import type { ReturnableLot } from '../../contract/sales-returns.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The units of an order's line that are with the customer, of one lot, and their average cost. */
export type LotWithCustomer = ReturnableLot & { unit_cost: number }

/**
 * The units of these lines that are with the customer: shipped, minus what failed shipments and returns that weren't
 * undone brought back. The cost is the average of what left: shipments that failed or were undone don't count, and
 * returns, which came back at the average, don't change it.
 */
export function lotsWithCustomer(tx: Tx, actor: Actor, item_ids: readonly string[]): Promise<LotWithCustomer[]> {
  return tx.all(sql<LotWithCustomer>`
    select x.item_id as sales_order_item_id, x.lot_id, t.lot_number, sum(sign * quantity) as quantity,
      round(sum(sign * quantity * unit_cost) filter (where not is_return) / sum(sign * quantity) filter (where not is_return), 4)
        as unit_cost
    from (
      select product_id, document_line_id as item_id, coalesce(from_lot_id, to_lot_id) as lot_id,
        case to_account when 'customer' then 1 else -1 end as sign, quantity, unit_cost, false as is_return
      from stock_movements
      where org_id = ${actor.org_id} and document_line_id = any (${[...item_ids]}::uuid[]) and 'customer' in (from_account, to_account)
      union all
      select m.product_id, i.sales_order_item_id, m.to_lot_id, -1, m.quantity, m.unit_cost, true
      from sales_return_items i
      join sales_returns r on r.org_id = i.org_id and r.id = i.return_id and r.undone_at is null
      join stock_movements m on m.org_id = i.org_id and m.posting_id = i.return_id and m.entry_no = i.line_no
      where i.org_id = ${actor.org_id} and i.sales_order_item_id = any (${[...item_ids]}::uuid[])
    ) x
    join lots t on t.org_id = ${actor.org_id} and t.product_id = x.product_id and t.id = x.lot_id
    group by x.item_id, x.lot_id, t.lot_number
    having sum(sign * quantity) > 0
    order by x.item_id, x.lot_id`)
}
