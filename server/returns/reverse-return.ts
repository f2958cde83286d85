import { sql } from 'kysely'
import { reverseSalesReturn } from '../../contract/sales-returns.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrder } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { postStock, userReference } from '../stock/post-stock.ts'
import type { MoveLine } from '../stock/posting.ts'
import { worded } from '../stock/worded.ts'
import { addReturned } from './create-return.ts'
import { returnOf } from './queries.ts'

/**
 * Undoes a return, once: its goods are with the customer again, out of the places and lots they came back to. Refuses, in this order:
 * not_found; already_reversed; insufficient_stock {needed, available} when they have left there.
 */
export const reverseSalesReturnCommand = implement(reverseSalesReturn, async (tx, actor, { return_id }) => {
  const found = await tx.maybe(sql<{ sales_order_id: string }>`
    select sales_order_id from sales_returns where org_id = ${actor.org_id} and id = ${return_id}`)
  if (!found) refuse('not_found')
  const order = await lockOrder(tx, actor, found.sales_order_id)
  const { undone_at, metadata } = await tx.one(sql<{ undone_at: string | null; metadata: Record<string, unknown> }>`
    select r.undone_at, p.metadata from sales_returns r
    join stock_postings p on p.org_id = r.org_id and p.id = r.posting_id
    where r.org_id = ${actor.org_id} and r.id = ${return_id}`)
  if (undone_at) refuse('already_reversed', undefined, 'This return was already undone.')
  const lines = await tx.all(sql<MoveLine>`
    select entry_no, product_id, quantity, unit_cost, to_account as from_account, to_location_id as from_location_id,
      to_lot_id as from_lot_id, from_account as to_account, 'out' as type, reason
    from stock_movements where org_id = ${actor.org_id} and posting_id = ${return_id} order by line_no desc`)
  const undo_posting_id = newId()
  await worded(
    postStock(tx, actor, {
      id: undo_posting_id,
      kind: 'return_reversal',
      source_kind: 'return',
      source_id: return_id,
      metadata,
      lines,
    }),
    { fields: null },
  )
  const items = await tx.all(sql<{ sales_order_item_id: string; quantity: number }>`
    select sales_order_item_id, quantity from sales_return_items where org_id = ${actor.org_id} and return_id = ${return_id}`)
  void tx.run(sql`
    update sales_returns set undo_posting_id = ${undo_posting_id}, undone_by = ${userReference(actor)}, undone_at = clock_timestamp()
    where org_id = ${actor.org_id} and id = ${return_id}`)
  void addReturned(tx, actor, order.id, items, -1)
  await refreshOrder(tx, actor, order)
  return returnOf(tx, actor, return_id)
})
