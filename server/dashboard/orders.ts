import type { Dashboard, RecentOrder } from '../../contract/dashboard.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import type { Reader } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { isLate, isOpen, isPaymentDue } from '../purchase-orders/queries.ts'
import { ordersShortOfStock } from '../sales-orders/readiness.ts'

/** The newest of each kind of order; the number is the spec's. */
const ofEachKind = 3

type CountRow = {
  kind: 'purchase_order' | 'sales_order' | 'shipment'
  status: string
  documents: number
  open_documents: number
  open_lines: number
  lines: number
  partial_lines: number
  received_lines: number
}

/** Orders and shipments by kind and status, from counts that every change updates: no order is read. */
export function documentCounts(tx: Tx, reader: Reader): Promise<CountRow[]> {
  return tx.all(sql<CountRow>`
    select kind, status, sum(documents)::bigint as documents, sum(open_documents)::bigint as open_documents,
      sum(open_lines)::bigint as open_lines, sum(lines)::bigint as lines, sum(partial_lines)::bigint as partial_lines,
      sum(received_lines)::bigint as received_lines
    from document_counts
    where org_id = ${reader.org_id}
    group by kind, status`)
}

/** What the counts can't contain, because it depends on the day, on distinct suppliers, or on stock. */
export type OpenOrders = {
  late: number
  suppliers: number
  partly_ready: number
  waiting: number
  payments_due: number
  payments_overdue: number
}

/**
 * Late open purchase orders, suppliers of open ones, payments that are due, and open sales orders that lack stock:
 * parts of a query with one row. Each reads open or owed orders only.
 */
export function openOrders(reader: Reader): { columns: Statement<unknown>; joins: Statement<unknown> } {
  const late = sql`
    select count(*) from purchase_orders o
    where o.org_id = ${reader.org_id} and ${isOpen(reader)} and ${isLate(reader)}`
  return {
    columns: sql`(${late}) as late, (${suppliersOfOpenOrders(reader)}) as suppliers, short.partly_ready, short.waiting,
      payable.due as payments_due, payable.overdue as payments_overdue`,
    joins: sql`cross join (${ordersShortOfStock(reader)}) short cross join (${paymentsDue(reader)}) payable`,
  }
}

function paymentsDue(reader: Reader): Statement<unknown> {
  return sql`
    select count(*) as due, count(*) filter (where ${isPaymentDue(reader, -1)}) as overdue from purchase_orders o
    where o.org_id = ${reader.org_id} and ${isPaymentDue(reader, limits.paymentDueSoonDays)}`
}

/**
 * How many suppliers have an open order. Skips from one supplier to the next in an index of open orders: a hundred
 * orders of one supplier cost as much as one. A limited member's open orders are read one by one.
 */
function suppliersOfOpenOrders(reader: Reader): Statement<unknown> {
  if (reader.location_ids)
    return sql`
      select count(distinct o.supplier_id) from purchase_orders o where o.org_id = ${reader.org_id} and ${isOpen(reader)}`
  return sql`
    with recursive found (supplier_id) as (
      (select o.supplier_id from purchase_orders o where o.org_id = ${reader.org_id} and o.open_lines > 0 order by o.supplier_id limit 1)
      union all
      select (
        select o.supplier_id from purchase_orders o
        where o.org_id = ${reader.org_id} and o.open_lines > 0 and o.supplier_id > f.supplier_id order by o.supplier_id limit 1)
      from found f where f.supplier_id is not null)
    select count(supplier_id) from found`
}

type OrderFigures = Pick<Dashboard, 'purchase_orders' | 'supplier_payments' | 'receiving' | 'sales_orders' | 'shipping'>

/** The figures of orders and shipments. */
export function orderFigures(counts: readonly CountRow[], open: OpenOrders): OrderFigures {
  const purchase_orders = { total: 0, draft: 0, ordered: 0, partial: 0, received: 0, cancelled: 0 }
  const receiving = { total: 0, pending: 0, partial: 0, completed: 0, to_receive: 0, orders: 0 }
  const sales_orders = { total: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }
  const shipping = { total: 0, pending: 0, in_transit: 0, delivered: 0, failed: 0 }
  const figures = { purchase_order: purchase_orders, sales_order: sales_orders, shipment: shipping }
  let openSales = 0
  for (const { kind, status, ...count } of counts) {
    const byStatus: Record<string, number> = figures[kind]
    byStatus[status] = count.documents
    figures[kind].total += count.documents
    if (kind === 'sales_order') openSales += count.open_documents
    if (kind !== 'purchase_order') continue
    receiving.to_receive += count.open_lines
    receiving.orders += count.open_documents
    if (status === 'draft' || status === 'cancelled') continue
    receiving.total += count.lines
    receiving.partial += count.partial_lines
    receiving.completed += count.received_lines
    receiving.pending += count.lines - count.partial_lines - count.received_lines
  }
  const { late, suppliers, partly_ready, waiting, payments_due, payments_overdue } = open
  return {
    purchase_orders,
    supplier_payments: { due: payments_due, overdue: payments_overdue },
    receiving: { ...receiving, suppliers, late },
    sales_orders: { ...sales_orders, to_ship: openSales - waiting, partly_ready, waiting },
    shipping,
  }
}

/** The newest orders of both kinds, newest first. */
export function recentOrders(tx: Tx, reader: Reader): Promise<RecentOrder[]> {
  return tx.all(sql<RecentOrder>`
    select 'purchase_order' as kind, o.id, o.order_number, s.name, o.created_at, o.total_amount, o.status
    from (
      select id, order_number, supplier_id, created_at, total_amount, status from purchase_orders
      where org_id = ${reader.org_id} order by created_at desc, id desc limit ${sql.lit(ofEachKind)}
    ) o
    join suppliers s on s.org_id = ${reader.org_id} and s.id = o.supplier_id
    union all
    select 'sales_order', o.id, o.order_number, o.customer_name, o.created_at, o.total_amount, o.status
    from (
      select id, order_number, customer_name, created_at, total_amount, status from sales_orders
      where org_id = ${reader.org_id} order by order_date desc, id desc limit ${sql.lit(ofEachKind)}
    ) o
    order by created_at desc, id desc`)
}
