import type { Dashboard, RecentOrder } from '../../contract/dashboard.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { ordersToShip } from '../sales-orders/readiness.ts'

/** The newest of each kind of order, as the spec counts them. */
const ofEachKind = 3

type StatusRow = {
  status: keyof Dashboard['purchase_orders']
  orders: number
  lines: number
  partial: number
  received: number
}
type OpenRow = Pick<Dashboard['receiving'], 'to_receive' | 'orders' | 'suppliers' | 'late'>

/**
 * Orders and their lines by status: one narrow index of all orders, and the open ones by an index of their own. No line
 * is read.
 */
export async function purchaseOrderFigures(
  tx: Tx,
  actor: Actor,
): Promise<Pick<Dashboard, 'purchase_orders' | 'receiving'>> {
  const [statuses, open] = await Promise.all([
    tx.all(sql<StatusRow>`
      select status, count(*) as orders, sum(line_count) as lines, sum(partial_lines) as partial, sum(received_lines) as received
      from purchase_orders where org_id = ${actor.org_id} group by status`),
    tx.one(sql<OpenRow>`
      select coalesce(sum(o.open_lines), 0) as to_receive, count(*) as orders, count(distinct o.supplier_id) as suppliers,
        count(*) filter (where o.expected_sort < (now() at time zone g.time_zone)::date) as late
      from purchase_orders o
      join organizations g on g.org_id = o.org_id
      where o.org_id = ${actor.org_id} and o.open_lines > 0`),
  ])
  const purchase_orders = { total: 0, draft: 0, ordered: 0, partial: 0, received: 0, cancelled: 0 }
  const receiving = { total: 0, pending: 0, partial: 0, completed: 0, ...open }
  for (const { status, orders, lines, partial, received } of statuses) {
    purchase_orders[status] = orders
    purchase_orders.total += orders
    if (status === 'draft' || status === 'cancelled') continue
    receiving.total += lines
    receiving.partial += partial
    receiving.completed += received
    receiving.pending += lines - partial - received
  }
  return { purchase_orders, receiving }
}

/** Orders by status from one narrow index of all orders, and how many can ship. */
export async function salesOrderFigures(tx: Tx, actor: Actor): Promise<Dashboard['sales_orders']> {
  const [statuses, open] = await Promise.all([
    tx.all(sql<{ status: SalesOrderStatus; orders: number }>`
      select status, count(*) as orders from sales_orders where org_id = ${actor.org_id} group by status`),
    ordersToShip(tx, actor),
  ])
  const counts = { total: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0, ...open }
  for (const { status, orders } of statuses) {
    counts[status] = orders
    counts.total += orders
  }
  return counts
}

/** The newest orders of both kinds, newest first. */
export function recentOrders(tx: Tx, actor: Actor): Promise<RecentOrder[]> {
  return tx.all(sql<RecentOrder>`
    select 'purchase_order' as kind, o.id, o.order_number, s.name, o.created_at, o.total_amount, o.status
    from (
      select * from purchase_orders where org_id = ${actor.org_id} order by created_at desc, id desc limit ${ofEachKind}
    ) o
    join suppliers s on s.org_id = ${actor.org_id} and s.id = o.supplier_id
    union all
    select 'sales_order', o.id, o.order_number, o.customer_name, o.created_at, o.total_amount, o.status
    from (
      select * from sales_orders where org_id = ${actor.org_id} order by order_date desc, id desc limit ${ofEachKind}
    ) o
    order by created_at desc, id desc`)
}
