import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import { isOpenSale, type OrderReadiness, type SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { exactUnits } from '../../contract/quantity.ts'
import type { Reader } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { hasExpired } from '../stock/expired-lots.ts'

/**
 * Whether the units of an open order `o` that are in no shipment can leave now: 'ready' if all can, 'partly_ready' if
 * some can, 'waiting' if none can; null if there are none. Sums the lines' `ready_quantity`, as readinessOf does.
 * Available stock is only read if the line's own reservation isn't enough.
 */
export const readiness = sql`case when o.open_lines > 0 then (
  select case when sum(x.ready) >= sum(x.remaining) then 'ready' when sum(x.ready) > 0 then 'partly_ready' else 'waiting' end
  from (
    select r.remaining, case when r.good >= r.remaining + r.planned_quantity then r.remaining else
        greatest(0, least(r.remaining, r.good - r.planned_quantity + (
          select coalesce(sum(s.available), 0)
          from stock_levels s
          join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
          where s.org_id = o.org_id and s.product_id = r.product_id and (o.location_id is null or s.location_id = o.location_id)
            and not ${hasExpired}))) end as ready
    from (
      select i.product_id, i.planned_quantity, i.quantity - i.shipped_quantity - i.planned_quantity as remaining, coalesce((
          select sum(s.quantity)
          from stock_commitments s
          join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
          where s.org_id = i.org_id and s.document_line_id = i.id and not ${hasExpired}), 0) as good
      from sales_order_items i
      where i.org_id = o.org_id and i.sales_order_id = o.id and i.shipped_quantity + i.planned_quantity < i.quantity
    ) r
  ) x) end`

/** The same for an order whose lines have been read. */
export function readinessOf(
  { status }: { status: SalesOrderStatus },
  lines: readonly Pick<SalesOrderLine, 'remaining' | 'ready_quantity'>[],
): OrderReadiness | null {
  const sum = (quantities: number[]) => quantities.reduce((total, quantity) => total + exactUnits(quantity), 0n)
  const remaining = sum(lines.map((line) => line.remaining))
  if (!isOpenSale(status) || remaining === 0n) return null
  const ready = sum(lines.map((line) => line.ready_quantity))
  if (ready === 0n) return 'waiting'
  return ready < remaining ? 'partly_ready' : 'ready'
}

/**
 * Of the open orders with units in no shipment: how many can ship only a part, and how many wait for stock, as one row.
 * Only orders that lack something are read one by one; units that expired after they were reserved are found when they
 * are shipped.
 */
export function ordersShortOfStock(reader: Reader): Statement<{ partly_ready: number; waiting: number }> {
  return sql`
    select count(*) filter (where readiness = 'partly_ready') as partly_ready, count(*) filter (where readiness = 'waiting') as waiting
    from (
      select ${readiness} as readiness
      from app.orders_short_of_stock(${reader.org_id}) as short (id)
      join sales_orders o on o.org_id = ${reader.org_id} and o.id = short.id and o.open_lines > 0
    ) x`
}
