import type { PaymentStatus } from '../../contract/documents.ts'
import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { salesOrderOf } from './queries.ts'

/** An order's own row, locked. */
export type LockedOrder = {
  id: string
  order_number: string
  customer_id: string
  customer_name: string
  customer_email: string | null
  customer_phone: string | null
  notes: string | null
  location_id: string | null
  status: SalesOrderStatus
  payment_status: PaymentStatus
  version: number
}

/** A line as it is stored. Read it only while the order is locked. */
export type StoredLine = {
  id: string
  line_no: number
  product_id: string
  product_name: string
  quantity_decimals: number
  quantity: number
  unit_price: number
  shipped_quantity: number
  planned_quantity: number
  returned_quantity: number
  /** Neither shipped nor in a shipment. */
  remaining: number
}

/**
 * Locks an order that is changed as a whole: what is reserved for it, shipped and returned must all be at the locations
 * of a limited member. Refuses not_found, forbidden.
 */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<LockedOrder> {
  const order = await lockOrderInPart(tx, actor, id)
  await requireWholeDocument(tx, actor, 'sales_order', id)
  return order
}

/**
 * Locks an order of which the caller ships or returns units that they can see: all changes to the order, its shipments
 * and returns are serialized here, before any other lock. Refuses not_found.
 */
export async function lockOrderInPart(tx: Tx, actor: Actor, id: string): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, actor, [id])
  return order ?? refuse('not_found')
}

/** Locks several orders, in the order of their ids, and returns those that exist. */
export function lockOrders(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedOrder[]> {
  return tx.all(sql<LockedOrder>`
    select id, order_number, customer_id, customer_name, customer_email, customer_phone, notes, location_id, status, payment_status, version
    from sales_orders where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) order by id for no key update`)
}

/** Refuses conflict with the current record if the caller saw another version of a locked order. */
export async function requireSeen(tx: Tx, actor: Actor, order: LockedOrder, seen: number): Promise<void> {
  if (order.version === seen) return
  refuse('conflict', { seen, present: order.version, record: await salesOrderOf(tx, actor, order.id) })
}

/** The lines of an order, in their order. The caller holds the order's lock. */
export function readLines(tx: Tx, actor: Actor, id: string): Promise<StoredLine[]> {
  return tx.all(sql<StoredLine>`
    select i.id, i.line_no, i.product_id, p.name as product_name, p.quantity_decimals, i.quantity, i.unit_price, i.shipped_quantity, i.planned_quantity,
      i.returned_quantity, i.quantity - i.shipped_quantity - i.planned_quantity as remaining
    from sales_order_items i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where i.org_id = ${actor.org_id} and i.sales_order_id = ${id}
    order by i.line_no, i.id`)
}
