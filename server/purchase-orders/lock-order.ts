import type { PaymentStatus } from '../../contract/documents.ts'
import { lineAmount, sumAmounts } from '../../contract/money.ts'
import {
  hasReceipts,
  purchaseOrderActions,
  type PurchaseOrderAction,
  type PurchaseOrderStatus,
} from '../../contract/purchase-order-actions.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { purchaseOrderOf } from './queries.ts'

/** An order's own row, locked. */
export type LockedOrder = {
  id: string
  order_number: string
  supplier_id: string
  supplier_name: string
  order_date: string | null
  expected_date: string | null
  created_at: string
  notes: string | null
  payment_terms_days: number | null
  status: PurchaseOrderStatus
  payment_status: PaymentStatus
  total_amount: number
  paid_amount: number
  version: number
}

/** A line as it is stored. Read it only while the order is locked. */
export type StoredLine = {
  id: string
  purchase_order_id: string
  line_no: number
  product_id: string
  product_name: string
  quantity_decimals: number
  is_archived: boolean
  /** Whether the product's cost is known. */
  cost_is_known: boolean
  location_id: string | null
  quantity: number
  unit_price: number
  received_quantity: number
  over_delivered_quantity: number
  /** Those of its amount. */
  amount_decimals: number
}

/**
 * Locks an order that is changed as a whole: a limited member must see all of its lines. Refuses not_found, forbidden.
 */
export async function lockOrder(tx: Tx, actor: Actor, id: string): Promise<LockedOrder> {
  const order = await lockOrderInPart(tx, actor, id)
  await requireWholeDocument(tx, actor, 'purchase_order', id)
  return order
}

/**
 * Locks an order of which the caller changes only lines they can see: all changes to the order are serialized here,
 * before any other lock. Refuses not_found.
 */
export async function lockOrderInPart(tx: Tx, actor: Actor, id: string): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, actor, [id])
  return order ?? refuse('not_found')
}

/** Locks several orders, in the order of their ids, and returns those that exist. */
export function lockOrders(tx: Tx, actor: Actor, ids: readonly string[]): Promise<LockedOrder[]> {
  return tx.all(sql<LockedOrder>`
    select o.id, o.order_number, o.supplier_id, s.name as supplier_name, o.order_date, o.expected_date, o.created_at, o.notes, o.payment_terms_days,
      o.status, o.payment_status,
      o.total_amount, o.paid_amount, o.version
    from purchase_orders o
    join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
    where o.org_id = ${actor.org_id} and o.id = any (${ids}::uuid[])
    order by o.id
    for no key update of o`)
}

/** Refuses conflict with the current record if the caller saw another version of a locked order. */
export async function requireSeen(tx: Tx, actor: Actor, order: LockedOrder, seen: number): Promise<void> {
  if (order.version === seen) return
  refuse('conflict', { seen, present: order.version, record: await purchaseOrderOf(tx, actor, order.id) })
}

/**
 * What a locked order still owes, from all of its lines, or is due back, if negative: as `amount_due` and `refund_due`
 * of queries.ts, which may be older than the lock.
 */
export function balanceOf(order: LockedOrder, lines: readonly StoredLine[]): number {
  const { status, total_amount, paid_amount } = order
  const received = lines.map((line) => lineAmount(line.received_quantity, line.unit_price, line.amount_decimals))
  const extra = lines.map((line) => lineAmount(line.over_delivered_quantity, line.unit_price, line.amount_decimals))
  const ordered = status === 'cancelled' ? received : [total_amount]
  return sumAmounts([...ordered, ...extra, -paid_amount])
}

/** Refuses wrong_status with the message from the table of actions (contract/purchase-order-actions.ts). */
export function requireAction(order: LockedOrder, lines: readonly StoredLine[], action: PurchaseOrderAction): void {
  const refusal = refusalOf(order, lines, action)
  if (refusal) throw refusal
}

/** Why the status or payment of an order doesn't allow an action, from the same table; or null. */
export function refusalOf(
  order: LockedOrder,
  lines: readonly StoredLine[],
  action: PurchaseOrderAction,
): Refusal | null {
  const received = lines.some(hasReceipts)
  const balance = balanceOf(order, lines)
  const due = { amount_due: Math.max(0, balance), refund_due: Math.max(0, -balance) }
  const sentence = purchaseOrderActions[action]({ ...order, ...due, received })
  const { status, payment_status } = order
  return sentence === null ? null : new Refusal('wrong_status', sentence, { details: { status, payment_status } })
}

/** The lines of an order, in their order. The caller holds the order's lock. */
export function readLines(tx: Tx, actor: Actor, id: string): Promise<StoredLine[]> {
  return readLinesOfAll(tx, actor, [id])
}

/** The lines of several orders, each order's in their order. The caller holds the orders' locks. */
export function readLinesOfAll(tx: Tx, actor: Actor, ids: readonly string[]): Promise<StoredLine[]> {
  return tx.all(sql<StoredLine>`
    select i.id, i.purchase_order_id, i.line_no, i.product_id, p.name as product_name, p.quantity_decimals, p.archived_at is not null as is_archived,
      p.cost_price is not null as cost_is_known, i.location_id, i.quantity, i.unit_price, i.received_quantity, i.over_delivered_quantity,
      i.amount_decimals
    from purchase_order_items i
    join products p on p.org_id = i.org_id and p.id = i.product_id
    where i.org_id = ${actor.org_id} and i.purchase_order_id = any (${ids}::uuid[])
    order by i.line_no, i.id`)
}
