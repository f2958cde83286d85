import { isOpen } from '../../contract/purchase-order-actions.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { LockedOrder } from '../purchase-orders/lock-order.ts'
import type { Link } from './open-link.ts'

/** A line of an order with the quantity that a supplier proposes. */
export type Proposal = Readonly<{ id: string; quantity: number }>

/**
 * The increased lines that the buyer couldn't accept: with the proposed quantities the order's total wouldn't fit
 * (`number_too_large`), or more of a product would be expected at a location than it can hold (`balance_overflow`).
 * Only an open order has incoming stock.
 */
export async function excessiveLines(
  tx: Tx,
  { org_id }: Pick<Link, 'org_id'>,
  { id, status }: LockedOrder,
  proposals: readonly Proposal[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    with proposed as (
      select i.*, x.quantity - i.quantity as more, round(x.quantity * i.unit_price, i.amount_decimals) - i.amount as costs_more
      from jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) as x (id uuid, quantity numeric)
      join purchase_order_items i on i.org_id = ${org_id} and i.purchase_order_id = ${id} and i.id = x.id
    )
    select p.id
    from (
      select p.*, sum(costs_more) over () as order_costs_more, sum(more) over (partition by product_id, location_id) as more_there
      from proposed p) p
    cross join app.purchase_order_sums(${org_id}, ${id}) as sums
    left join stock_levels s on ${isOpen(status)} and s.org_id = p.org_id and s.product_id = p.product_id
      and s.location_id = p.location_id and s.lot_id = p.product_id
    where p.more > 0 and (sums.total + sums.over_delivered_value + p.order_costs_more >= 1e12 or coalesce(s.incoming, 0) + p.more_there >= 1e11)`)
  return rows.map((row) => row.id)
}
