import type { z } from 'zod'
import { updateSalesOrder } from '../../contract/sales-orders.ts'
import { canMoveSale, editableSale } from '../../contract/sales-order-statuses.ts'
import { rememberCustomer } from '../customers/remember-customer.ts'
import { diffLines, type LineDiff } from '../orders/diff-lines.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { checkLines } from '../purchase-orders/check-lines.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { requireActiveLocation } from './check-save.ts'
import { checkShipped } from './check-shipped.ts'
import { type LockedOrder, lockOrder, readLines, requireSeen, type StoredLine } from './lock-order.ts'
import { salesOrderOf } from './queries.ts'
import { refreshOrder } from './refresh-order.ts'
import { reservingMessages, reservingPosting, type LineDemand } from './reserving.ts'
import { withUnitsElsewhere } from './with-units-elsewhere.ts'
import { type AskedLine, differs, writeLines } from './write-lines.ts'

type Input = z.output<typeof updateSalesOrder.input>

/**
 * Saves an order, as far as its status allows (contract: `editableSale`), as a difference by line id. Reservations
 * follow the lines and the location they are shipped from, the payment status follows the total, and an open order
 * whose lines are all shipped by now is shipped. Refuses, in this order: not_found; forbidden to a limited member if it
 * concerns other locations; conflict; wrong_status (closed: only the contact and the notes; cancelled: also ship
 * from); not_found (customer); not_found, location_not_active (ship from); what checkLines and checkShipped refuse;
 * number_too_large; product_archived.
 */
export const updateSalesOrderCommand = implement(updateSalesOrder, async (tx, actor, input) => {
  const order = await lockOrder(tx, actor, input.id)
  await requireSeen(tx, actor, order, input.version)
  const before = await readLines(tx, actor, order.id)
  const diff = diffLines<StoredLine, AskedLine>(before, input.lines)
  const isOpen = editableSale[order.status] === 'everything'
  if (!isOpen) refuseChanges(order, diff, input)
  const { customer_name, customer_email, customer_phone, notes, location_id } = input
  const customer_id = await rememberCustomer(tx, actor, input)
  const contact = { customer_id, customer_name, customer_email, customer_phone, notes }
  await requireActiveLocation(tx, actor, location_id, order.location_id)
  if (isOpen) {
    await checkLines(tx, actor, diff)
    checkShipped(diff)
    const [, after] = await Promise.all([writeLines(tx, actor, order.id, diff), readLines(tx, actor, order.id)])
    await followLines(tx, actor, order, { before, after, location_id })
  }
  await refreshOrder(tx, actor, order, { ...contact, location_id })
  return salesOrderOf(tx, actor, order.id)
})

/**
 * Reservations follow new, removed and changed lines; all of them, if the location changes. Of a line that is shipped
 * completely, only the demand follows.
 */
async function followLines(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  { before, after, location_id }: Record<'before' | 'after', readonly StoredLine[]> & { location_id: string | null },
): Promise<void> {
  const moves = location_id !== order.location_id
  const old = new Map(before.map((line) => [line.id, line]))
  const now = new Set(after.map((line) => line.id))
  const lineDemands: LineDemand[] = before.filter((line) => !now.has(line.id)).map((line) => ({ line, wanted: 0 }))
  for (const line of after) {
    const known = old.get(line.id)
    if (!moves && known?.quantity === line.quantity) continue
    const isFinished = known !== undefined && line.shipped_quantity >= Math.max(known.quantity, line.quantity)
    lineDemands.push({ line, wanted: line.quantity, moves: moves && known !== undefined, isFinished })
  }
  if (lineDemands.length === 0) return
  const posting = reservingPosting(order, location_id, 'order_change', lineDemands)
  await withUnitsElsewhere(tx, actor, order.id, () => explainRefusals(postStock(tx, actor, posting), reservingMessages))
}

/** A closed order accepts only another contact and new notes; a cancelled one also another ship-from location. */
function refuseChanges(order: LockedOrder, diff: LineDiff<StoredLine, AskedLine>, input: Input): void {
  const same =
    diff.added.length + diff.removed.length + diff.unknown.length === 0 &&
    (input.location_id === order.location_id || canMoveSale(order.status)) &&
    diff.kept.every(
      ({ stored, asked, index }) =>
        stored.product_id === asked.product_id && !differs(stored, { ...asked, line_no: index + 1 }),
    )
  if (!same)
    refuse(
      'wrong_status',
      { status: order.status },
      order.status === 'cancelled'
        ? 'This order is cancelled. Only its contact details, notes and ship-from location can be changed.'
        : `This order is ${order.status}. Only its contact details and notes can be changed.`,
    )
}
