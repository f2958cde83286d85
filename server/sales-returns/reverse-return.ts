import { limits } from '../../contract/limits.ts'
import { roundTo } from '../../contract/quantity.ts'
import { reverseSalesReturn } from '../../contract/sales-returns.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import { datedAt, momentOfUndo } from '../organizations/entered-days.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrderInPart } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { checkPosting, postStock, userReference } from '../../ledger/post-stock.ts'
import type { MoveLine, PostingRefusal } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { undoMessages } from '../stock/undo-messages.ts'
import { addReturned } from './create-return.ts'
import { returnOf } from './queries.ts'

/**
 * Undoes a return, once: its goods are with the customer again, out of the locations and lots they came back to. If too
 * few are available there, the order first releases what it has itself reserved there since. A return dated earlier is
 * undone on its own date, unless the books are closed for it. Refuses, in this order: not_found; already_reversed;
 * insufficient_stock {asked, available, on_hand, reserved, held} if they have left there or are promised to others.
 */
export const reverseSalesReturnCommand = implement(reverseSalesReturn, async (tx, actor, { return_id }) => {
  const found = await tx.maybe(sql<{ sales_order_id: string }>`
    select sales_order_id from sales_returns where org_id = ${actor.org_id} and id = ${return_id}`)
  if (!found) refuse('not_found')
  const happened_at = await momentOfUndo(tx, actor, return_id)
  const order = await lockOrderInPart(tx, actor, found.sales_order_id)
  await requireWholeDocument(tx, actor, 'shipped_goods', order.id)
  const { undone_at, metadata } = await tx.one(sql<{ undone_at: string | null; metadata: Record<string, unknown> }>`
    select r.undone_at, p.metadata from sales_returns r
    join stock_postings p on p.org_id = r.org_id and p.id = r.posting_id
    where r.org_id = ${actor.org_id} and r.id = ${return_id}`)
  if (undone_at) refuse('already_reversed', undefined, 'This return was already undone.')
  const lines = await tx.all(sql<ReturnedMove>`
    select entry_no, product_id, quantity, unit_cost, to_account as from_account, to_location_id as from_location_id,
      to_lot_id as from_lot_id, from_account as to_account, 'out' as type, reason
    from stock_movements where org_id = ${actor.org_id} and posting_id = ${return_id} order by line_no desc`)
  const items = await tx.all(sql<ReturnedItem>`
    select line_no, sales_order_item_id, quantity from sales_return_items
    where org_id = ${actor.org_id} and return_id = ${return_id}`)
  const undo_posting_id = newId()
  const posting = {
    id: undo_posting_id,
    kind: 'return_reversal',
    source_kind: 'return',
    source_id: return_id,
    ...datedAt(happened_at),
    metadata,
    lines,
  }
  // Each move is checked as a separate entry, so that shortages are known move by move.
  const moves = lines.map((line, index) => ({ ...line, entry_no: index + 1 }))
  const refusals = await checkPosting(tx, actor, [{ ...posting, lines: moves }])
  const undo = { ...posting, lines: [...unreserved(lines, items, refusals), ...lines] }
  await explainRefusals(postStock(tx, actor, undo), undoMessages)
  await Promise.all([
    tx.run(sql`
    update sales_returns set undo_posting_id = ${undo_posting_id}, undone_by = ${userReference(actor)}, undone_at = app.now()
    where org_id = ${actor.org_id} and id = ${return_id}`),
    addReturned(tx, actor, order.id, items, -1),
    refreshOrder(tx, actor, order),
  ])
  const [, undone] = await Promise.all([
    notifyOfStatus(tx, actor, { document: 'return', id: return_id, old_status: 'received', new_status: 'undone' }),
    returnOf(tx, actor, return_id),
  ])
  return undone
})

type ReturnedMove = MoveLine & { quantity: number }
type ReturnedItem = { line_no: number; sales_order_item_id: string; quantity: number }

/**
 * The shortage, as far as the order itself has reserved the units where it returned them: its line waits again. Lines
 * at one location and lot take the available units in order, and each is short of the rest.
 */
function unreserved(
  lines: readonly ReturnedMove[],
  items: readonly ReturnedItem[],
  refusals: readonly PostingRefusal[],
): MoveLine[] {
  const itemOf = new Map(items.map((item) => [item.line_no, item.sales_order_item_id]))
  const refusalOf = new Map(refusals.map((refusal) => [refusal.entry_no, refusal]))
  const left = new Map<string, number>()
  return lines.flatMap((line, index): MoveLine[] => {
    const { product_id, from_location_id, from_lot_id } = line
    const document_line_id = itemOf.get(line.entry_no ?? 0)
    if (line.from_account !== 'available' || !document_line_id) return []
    const level = `${product_id} ${from_location_id} ${from_lot_id}`
    const refusal = refusalOf.get(index + 1)
    // The first move that is refused reports what its level has left after the moves that fit.
    if (!left.has(level) && refusal?.code === 'insufficient_stock') left.set(level, Number(refusal.detail['available']))
    const available = left.get(level)
    if (available === undefined) return []
    left.set(level, Math.max(0, roundTo(available - line.quantity, limits.quantityDecimalsMax)))
    const quantity = roundTo(line.quantity - available, limits.quantityDecimalsMax)
    if (quantity <= 0) return []
    const origin = { from_location_id, from_lot_id, to_account: 'available' as const }
    // A separate entry: the history's row of the return's line stays the units that leave.
    const entry_no = items.length + (line.entry_no ?? 0)
    return [{ entry_no, product_id, ...origin, quantity, from_account: 'reserved', document_line_id, up_to: true }]
  })
}
