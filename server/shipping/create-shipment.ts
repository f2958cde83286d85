import { formatQuantity } from '../../contract/quantity.ts'
import { isOpenSale } from '../../contract/sales-orders.ts'
import { createShipment } from '../../contract/shipments.ts'
import { checkDecimals } from '../documents/check-decimals.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { Refusal, refuse, refuseFields } from '../platform/refusal.ts'
import { lockOrder, readLines, type StoredLine } from '../sales-orders/lock-order.ts'
import { refreshOrder } from '../sales-orders/refresh-order.ts'
import { shipmentOf } from './queries.ts'
import type { ShippedItem } from './read-shipments.ts'
import { insertShipment } from './write-shipments.ts'

/**
 * Puts goods of an open order into a shipment; nothing moves before it leaves. The first one moves a pending order to processing. The
 * order's row is locked first, so two shipments of the same line take turns and it is planned once. Refuses, in this order: not_found
 * (order); wrong_status; not_found (a line that is not the order's, or comes twice); too_many_decimals; exceeds_remaining with every line that asks too much
 * {line, ordered, shipped, planned, remaining, asked}; already_exists (the id).
 */
export const createShipmentCommand = implement(createShipment, async (tx, actor, input) => {
  const { id = newId(), sales_order_id, lines: asked, ...fields } = input
  const order = await lockOrder(tx, actor, sales_order_id)
  if (!isOpenSale(order.status))
    refuse(
      'wrong_status',
      { status: order.status },
      `This order is ${order.status}: nothing of it can be put into a shipment.`,
    )
  const items = itemsOf(await readLines(tx, actor, order.id), asked)
  await insertShipment(tx, actor, order.id, { id, status: 'pending', is_implicit: false, items, ...fields })
  await refreshOrder(tx, actor, order, { status: 'processing' })
  return shipmentOf(tx, actor, id)
})

type Asked = { sales_order_item_id: string; quantity: number }

function itemsOf(lines: readonly StoredLine[], asked: readonly Asked[]): ShippedItem[] {
  const left = new Map(lines.map((line) => [line.id, line]))
  const fields: Record<string, string> = {}
  const exceeding: Record<string, unknown>[] = []
  const items = asked.map(({ sales_order_item_id, quantity }, index): ShippedItem => {
    const line = left.get(sales_order_item_id)
    if (!line) refuseFields({ [`lines.${index}.sales_order_item_id`]: 'This item is not in the order' }, 'not_found')
    left.delete(sales_order_item_id)
    const { product_name: name, quantity_decimals } = line
    checkDecimals(quantity, { name, quantity_decimals }, `lines.${index}.quantity`)
    if (quantity > line.remaining) {
      fields[`lines.${index}.quantity`] = `Only ${formatQuantity(line.remaining)} remaining`
      exceeding.push({
        line_id: line.id,
        product: line.product_name,
        ordered: line.quantity,
        shipped: line.shipped_quantity,
        planned: line.planned_quantity,
        remaining: line.remaining,
        asked: quantity,
      })
    }
    return { line_no: index + 1, sales_order_item_id, product_id: line.product_id, quantity }
  })
  if (exceeding.length > 0) throw new Refusal('exceeds_remaining', undefined, { fields, details: { lines: exceeding } })
  return items
}
