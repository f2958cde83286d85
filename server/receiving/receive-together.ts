import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { decimalPlaces } from '../../contract/quantity.ts'
import type { createReceipt } from '../../contract/receiving.ts'
import { postMany } from '../../ledger/post-stock.ts'
import { daysToPost } from '../organizations/entered-days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Grouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refusalOf } from '../platform/refusal.ts'
import { type Location, locationsById } from '../products/line-records.ts'
import {
  type LockedOrder,
  lockOrders,
  readLinesOfAll,
  requireAction,
  type StoredLine,
} from '../purchase-orders/lock-order.ts'
import { purchaseOrdersOf } from '../purchase-orders/queries.ts'
import { checkReceipt } from './check-receipt.ts'
import { type NewReceipt, type NewReceiptLine, postingOf, withItems } from './new-receipt.ts'
import { receiptsOf } from './queries.ts'
import { writeReceipts } from './write-receipts.ts'

type Work = z.output<typeof createReceipt.input> & { id: string }

/** The receipt, if it can be part of a group: few lines, each for a different item, no extra units, lots or photos. */
export function groupable(asked: z.output<typeof createReceipt.input>): Work | undefined {
  const { lines, id = newId() } = asked
  const isPlain = lines.every(
    ({ lot_number, is_over_delivery, photos }) => lot_number === null && !is_over_delivery && photos.length === 0,
  )
  const isOnce = new Set(lines.map(({ purchase_order_item_id }) => purchase_order_item_id)).size === lines.length
  return isPlain && isOnce && lines.length <= limits.groupLinesOfOne ? { ...asked, id } : undefined
}

/**
 * Receipts of different orders that one person or API key records at the same moment: the audit trail names the user of
 * the transaction. PostgreSQL works so long on each that a second group begins immediately.
 */
export const newReceipts: Grouped<Work> = {
  name: 'receipts',
  ofOnePerson: true,
  besideFrom: 1,
  waitMs: limits.documentGroupWaitMs,
  idsOf: ({ id, purchase_order_id }) => [id, purchase_order_id],
  locksOf: ({ id, purchase_order_id }) => [id, purchase_order_id],
  sizeOf: ({ lines }) => lines.length,
  async run(tx, _org_id, members, withLocks) {
    const [first] = members
    if (!first) return []
    const { actor } = first
    const asked = members.map(({ work }) => work)
    const receipts = await receiptsToMake(tx, actor, asked)
    if (receipts.length === 0) return asked.map(() => undefined)
    const product_ids = receipts.flatMap(({ lines }) => lines.map(({ item }) => item.product_id))
    const answers = await withLocks(product_ids, () => receive(tx, actor, receipts))
    return asked.map(({ id }) => answers.get(id))
  },
}

/** The response of each, by the receipt's id. */
async function receive(tx: Tx, actor: Actor, receipts: readonly NewReceipt[]) {
  // If one is refused, because something has changed since the checks, all of them run one by one.
  const results = await postMany(tx, actor, receipts.map(postingOf))
  await writeReceipts(tx, actor, receipts, results)
  const [made, orders] = await Promise.all([
    receiptsOf(tx, actor, idsOf(receipts)),
    purchaseOrdersOf(tx, actor, idsOf(receipts.map(({ order }) => order))),
  ])
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return new Map(made.map((receipt) => [receipt.id, { receipt, order: orderOf.get(receipt.purchase_order_id) }]))
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

/** The receipts that pass every check, with their orders locked. */
async function receiptsToMake(tx: Tx, actor: Actor, asked: readonly Work[]): Promise<NewReceipt[]> {
  const order_ids = asked.map(({ purchase_order_id }) => purchase_order_id)
  const location_ids = asked.flatMap(({ lines }) => lines.map(({ location_id }) => location_id))
  const asEntered = asked.map(({ happened_at }) => happened_at)
  const days = await daysToPost(tx, actor, asEntered)
  const [orders, items, locations] = await Promise.all([
    lockOrders(tx, actor, order_ids),
    readLinesOfAll(tx, actor, order_ids),
    locationsById(tx, actor, location_ids),
  ])
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const itemsOf = Map.groupBy(items, ({ purchase_order_id }) => purchase_order_id)
  return asked.flatMap(({ id, purchase_order_id, notes, lines: askedLines }, n) => {
    const order = orderOf.get(purchase_order_id)
    const own = itemsOf.get(purchase_order_id) ?? []
    const day = days[n]
    if (!order || !day || day.is_future || day.is_closed || !isAllowed(order, own, askedLines)) return []
    const lines = withItems(own, askedLines)
    return lines.every((line) => isPlain(line, locations)) ? [{ id, order, happened_at: day.moment, notes, lines }] : []
  })
}

function isAllowed(order: LockedOrder, items: readonly StoredLine[], asked: Work['lines']): boolean {
  const refusal = refusalOf(() => {
    requireAction(order, items, 'receive')
    checkReceipt(items, asked)
  })
  return refusal === undefined
}

/** Whether the ledger will post it, and the product's cost stays as it is. */
function isPlain({ item, location_id, quantity }: NewReceiptLine, locations: ReadonlyMap<string, Location>): boolean {
  const fillsCost = !item.cost_is_known && item.unit_price > 0
  const isActive = locations.get(location_id)?.is_active === true
  return isActive && !fillsCost && !item.is_archived && decimalPlaces(quantity) <= item.quantity_decimals
}
