import { createSalesReturn } from '../../contract/sales-returns.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import { datedAt, daysToPost, notInFuture, requireNotBefore } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { type LockedOrder, lockOrderInPart, readLines } from '../sales-orders/lock-order.ts'
import { salesOrderOf } from '../sales-orders/queries.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { metadataOf } from '../sales-orders/reserving.ts'
import { postStock, userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { type AskedReturnLine, checkLots, checkReturn } from './check-return.ts'
import { lotsWithCustomer } from '../shipments/lots-with-customer.ts'
import { movesOf } from './moves-of-return.ts'
import { returnOf } from './queries.ts'

/**
 * Takes back goods of a sales order, in one transaction: the return, its stock, and the returned quantity of each line.
 * Goods come back into the lots they were shipped from, or into the named one of them, at the cost at which they left,
 * available or on hold at the chosen location. The order keeps its status and doesn't want them again. Refuses, in this
 * order: not_found (order; a line of another order); exceeds_shipped; happened_in_future; invalid_input (a day before
 * the first shipment); exceeds_shipped (of a named lot); period_closed; not_found (location); location_not_active;
 * too_many_decimals; product_archived. A repeated `id` returns the first result.
 */
export const createSalesReturnCommand = implement(createSalesReturn, async (tx, actor, input) => {
  const id = input.id ?? newId()
  const [day] = await daysToPost(tx, actor, [input.happened_at])
  const order = await lockOrderInPart(tx, actor, input.sales_order_id)
  await requireWholeDocument(tx, actor, 'shipped_goods', order.id)
  const items = await readLines(tx, actor, order.id)
  checkReturn(items, input.lines)
  const happened_at = notInFuture(day, 'happened_at')
  await requireShipped(tx, actor, order.id, happened_at)
  const productOf = new Map(items.map((item) => [item.id, item.product_id]))
  const lots = await lotsWithCustomer(tx, actor, productOf.keys().toArray())
  checkLots(lots, input.lines)
  const lines = movesOf(input.lines, productOf, lots)
  const result = await explainRefusals(
    postStock(tx, actor, {
      id,
      kind: 'return',
      source_kind: 'return',
      source_id: id,
      notes: input.notes,
      ...datedAt(happened_at),
      metadata: {
        ...metadataOf(order),
        entry_notes: Object.fromEntries(input.lines.map((line, index) => [index + 1, line.notes])),
      },
      lines,
    }),
    { fields: { period_closed: 'happened_at' } },
  )
  await Promise.all([
    writeReturn(tx, actor, id, order, input.lines, productOf, {
      notes: input.notes,
      returned_at: happened_at ?? result.recorded_at,
    }),
    addReturned(tx, actor, order.id, input.lines, 1),
    refreshOrder(tx, actor, order),
  ])
  const [, made, changed] = await Promise.all([
    notifyOfStatus(tx, actor, { document: 'return', id, old_status: null, new_status: 'received' }),
    returnOf(tx, actor, id),
    salesOrderOf(tx, actor, order.id),
  ])
  return { return: made, order: changed }
})

/** Refuses a day before the order's first shipment. */
async function requireShipped(tx: Tx, actor: Actor, order_id: string, moment: string | null): Promise<void> {
  if (moment === null) return
  const { earliest } = await tx.one(sql<{ earliest: string | null }>`
    select min(shipped_at) as earliest from public.shipments where org_id = ${actor.org_id} and sales_order_id = ${order_id}`)
  const message = (day: string) => `This order’s first shipment left on ${day}`
  await requireNotBefore(tx, actor, { moment, earliest, message })
}

async function writeReturn(
  tx: Tx,
  actor: Actor,
  id: string,
  order: LockedOrder,
  lines: readonly AskedReturnLine[],
  productOf: Map<string, string>,
  { notes, returned_at }: { notes: string | null; returned_at: string | undefined },
): Promise<void> {
  await Promise.all([
    tx.run(sql`
    insert into sales_returns (org_id, id, sales_order_id, return_no, notes, user_id, user_reference, posting_id, returned_at)
    select ${actor.org_id}, ${id}, ${order.id}, coalesce(max(return_no), 0) + 1, ${notes}, ${actor.user_id}, ${userReference(actor)}, ${id},
      ${returned_at}
    from public.sales_returns where org_id = ${actor.org_id} and sales_order_id = ${order.id}`),
    tx.run(sql`
    insert into sales_return_items (org_id, return_id, sales_order_id, line_no, sales_order_item_id, product_id, location_id, quantity,
      account, notes)
    select ${actor.org_id}, ${id}, ${order.id}, n.* from unnest(
      ${lines.map((_, index) => index + 1)}::integer[], ${lines.map((line) => line.sales_order_item_id)}::uuid[],
      ${lines.map((line) => productOf.get(line.sales_order_item_id))}::uuid[], ${lines.map((line) => line.location_id)}::uuid[],
      ${lines.map((line) => line.quantity)}::numeric[], ${lines.map((line) => line.account)}::text[],
      ${lines.map((line) => line.notes)}::text[]) as n`),
  ])
}

/** Adds the returned units to the order's lines (1), or subtracts them (-1). */
export async function addReturned(
  tx: Tx,
  actor: Actor,
  order_id: string,
  lines: readonly { sales_order_item_id: string; quantity: number }[],
  sign: 1 | -1,
): Promise<void> {
  await tx.run(sql`
    update sales_order_items i set returned_quantity = i.returned_quantity + n.quantity * ${sign}::integer, updated_at = app.now()
    from (
      select id, sum(quantity) as quantity
      from unnest(${lines.map((line) => line.sales_order_item_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[]) as l (id, quantity)
      group by id
    ) n
    where i.org_id = ${actor.org_id} and i.sales_order_id = ${order_id} and i.id = n.id`)
}
