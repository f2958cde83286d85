import type { z } from 'zod'
import { type PurchaseOrder, updatePurchaseOrder } from '../../contract/purchase-orders.ts'
import { editable, isOpen } from '../../contract/purchase-order-actions.ts'
import { diffLines, type LineDiff } from '../orders/diff-lines.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { type AskedLine, checkLines, checkReceived } from './check-lines.ts'
import { requirePastDate, requireSupplier } from './check-supplier.ts'
import { postIncoming } from './incoming.ts'
import { type LockedOrder, lockOrder, readLines, requireSeen, type StoredLine } from './lock-order.ts'
import { purchaseOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { placeLines, writeLines } from './write-lines.ts'

type Input = z.output<typeof updatePurchaseOrder.input>

/**
 * Saves an order, as far as its status allows (contract: `editable`), as a difference by line id. What is incoming
 * follows the lines, the payment status follows the total, and an open order whose lines are all received by now is
 * received. Refuses, in this order: not_found; conflict; wrong_status (closed: only the notes); invalid_input (a date
 * in the future); not_found (supplier), supplier_not_active; wrong_status (terms of a placed order are removed); what
 * checkLines and checkReceived refuse; number_too_large; product_archived and location_not_active of what becomes
 * incoming.
 */
export const updatePurchaseOrderCommand = implement(updatePurchaseOrder, savePurchaseOrder)

/** Saves a changed order; refuses what the command refuses. */
export async function savePurchaseOrder(tx: Tx, actor: Actor, input: Input): Promise<PurchaseOrder> {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const before = await readLines(tx, actor, order.id)
  const diff = diffLines<StoredLine, AskedLine>(before, input.lines)
  const { notes, expected_date, supplier_id, order_date = order.order_date } = input
  if (editable[order.status] === 'notes') {
    refuseChanges(order, diff, input)
    await refreshOrder(tx, actor, order, { notes })
    return purchaseOrderOf(tx, actor, order.id)
  }
  if (order_date !== order.order_date) await requirePastDate(tx, actor, order_date)
  const usualTerms = await checkSupplier(tx, actor, order, { supplier_id, order_date })
  const { payment_terms_days = usualTerms } = input
  checkTerms(order, payment_terms_days)
  await checkLines(tx, actor, diff)
  checkReceived(diff)
  const [, , status] = await Promise.all([
    writeLines(tx, actor, order.id, diff),
    isOpen(order.status) && placeLines(tx, actor, [order.id]),
    refreshOrder(tx, actor, order, { notes, order_date, expected_date, supplier_id, payment_terms_days }),
  ])
  if (isOpen(order.status)) {
    const after = await readLines(tx, actor, order.id)
    await postIncoming(
      tx,
      actor,
      order,
      'order_change',
      { status: order.status, lines: before },
      { status, lines: after },
    )
  }
  return purchaseOrderOf(tx, actor, order.id)
}

type Bought = { supplier_id: string; order_date: string | null }

/**
 * Checks a draft's new supplier. Returns the payment terms of an order that isn't given any: the new supplier's, or
 * those it has.
 */
async function checkSupplier(tx: Tx, actor: Actor, order: LockedOrder, bought: Bought): Promise<number | null> {
  if (bought.supplier_id === order.supplier_id) return order.payment_terms_days
  if (editable[order.status] !== 'everything')
    refuseFields({ supplier_id: 'The supplier can’t be changed once the order is placed' }, 'wrong_status')
  return requireSupplier(tx, actor, { ...bought, created_at: order.created_at })
}

/** An order that was placed unpaid is paid by its terms: they can change, not end. */
function checkTerms(order: LockedOrder, payment_terms_days: number | null): void {
  if (isOpen(order.status) && order.payment_terms_days !== null && payment_terms_days === null)
    refuseFields({ payment_terms_days: 'Payment terms can’t be removed once the order is placed' }, 'wrong_status')
}

/** A closed order accepts only new notes. */
function refuseChanges(order: LockedOrder, diff: LineDiff<StoredLine, AskedLine>, input: Input): void {
  const same =
    diff.added.length + diff.removed.length + diff.unknown.length === 0 &&
    input.supplier_id === order.supplier_id &&
    (input.order_date === undefined || input.order_date === order.order_date) &&
    input.expected_date === order.expected_date &&
    (input.payment_terms_days === undefined || input.payment_terms_days === order.payment_terms_days) &&
    diff.kept.every(
      ({ stored, asked }) =>
        stored.product_id === asked.product_id &&
        stored.quantity === asked.quantity &&
        stored.unit_price === asked.unit_price &&
        stored.location_id === (asked.location_id ?? null),
    )
  if (!same)
    refuse('wrong_status', { status: order.status }, `This order is ${order.status}. Only its notes can be changed.`)
}
