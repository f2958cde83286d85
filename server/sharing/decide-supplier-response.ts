import { decideSupplierResponse, type SupplierResponse } from '../../contract/supplier-responses.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrder, readLines } from '../purchase-orders/lock-order.ts'
import { savePurchaseOrder } from '../purchase-orders/update-purchase-order.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { responsesOf } from './queries.ts'

/**
 * Accepts or declines a supplier's proposed quantities. Accepting saves the order with them, as a person would:
 * incoming follows. A line with quantity 0 is removed. Refuses, in this order: not_found; forbidden; wrong_status
 * (decided or replaced; the order changed since; nothing would be left of it); and what saving the order refuses.
 */
export const decideSupplierResponseCommand = implement(decideSupplierResponse, async (tx, actor, { id, decision }) => {
  const seen = await tx.maybe(responsesOf(actor, sql`r.id = ${id}`))
  if (!seen) refuse('not_found')
  const order = await lockOrder(tx, actor, seen.purchase_order_id)
  const response = await tx.one(responsesOf(actor, sql`r.id = ${id}`))
  if (response.status !== 'pending')
    refuse(
      'wrong_status',
      { status: response.status },
      'This proposal has already been decided or replaced by a newer one.',
    )
  if (decision === 'accept') {
    const { supplier_id, expected_date, notes, version } = order
    const lines = await proposedLines(tx, actor, response)
    await savePurchaseOrder(tx, actor, { id: order.id, version, supplier_id, expected_date, notes, lines })
  }
  await tx.run(sql`
    update supplier_responses set status = ${decision === 'accept' ? 'accepted' : 'declined'}, decided_at = app.now(),
      decided_by = ${actor.user_id}, decided_reference = ${userReference(actor)}
    where org_id = ${actor.org_id} and id = ${id}`)
  return tx.one(responsesOf(actor, sql`r.id = ${id}`))
})

/** The lines of the locked order with the proposed quantities. */
async function proposedLines(tx: Tx, actor: Actor, { purchase_order_id, items }: SupplierResponse) {
  const lines = await readLines(tx, actor, purchase_order_id)
  const proposed = new Map(items.map((item) => [item.purchase_order_item_id, item]))
  const isAsItWas = items.every(({ purchase_order_item_id, ordered_quantity }) =>
    lines.some((line) => line.id === purchase_order_item_id && line.quantity === ordered_quantity),
  )
  if (!isAsItWas)
    refuse(
      'wrong_status',
      undefined,
      'The order has changed since this proposal. Decline it and edit the order yourself.',
    )
  const kept = lines
    .map(({ id, product_id, quantity, unit_price, location_id }) => ({
      id,
      product_id,
      quantity: proposed.get(id)?.quantity ?? quantity,
      unit_price,
      location_id,
    }))
    .filter(({ quantity }) => quantity > 0)
  if (kept.length === 0)
    refuse(
      'wrong_status',
      undefined,
      'The supplier can’t deliver any of this order. Decline the proposal and cancel the order.',
    )
  return kept
}
