import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import { checkDecimals } from '../products/check-decimals.ts'
import { Refusal, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from '../sales-orders/lock-order.ts'
import type { ShippedItem } from './read-shipments.ts'

type Asked = { sales_order_item_id: string; quantity: number }

/**
 * The requested lines of a shipment. Units already in the shipment (`present`) may stay, and keep their line numbers.
 * Refuses, in this order: not_found (a line that isn't the order's, or comes twice); too_many_decimals;
 * exceeds_remaining with every line that asks too much {line, ordered, shipped, planned, remaining, asked}.
 */
export function itemsOf(
  lines: readonly StoredLine[],
  asked: readonly Asked[],
  present: readonly ShippedItem[] = [],
): ShippedItem[] {
  const left = new Map(lines.map((line) => [line.id, line]))
  const inside = new Map(present.map((item) => [item.sales_order_item_id, item]))
  let last = Math.max(0, ...present.map((item) => item.line_no))
  const fields: Record<string, string> = {}
  const exceeding: Record<string, unknown>[] = []
  const items = asked.map(({ sales_order_item_id, quantity }, index): ShippedItem => {
    const line = left.get(sales_order_item_id)
    if (!line) refuseFields({ [`lines.${index}.sales_order_item_id`]: 'This item isn’t in the order' }, 'not_found')
    left.delete(sales_order_item_id)
    const { product_name: name, quantity_decimals } = line
    checkDecimals(quantity, { name, quantity_decimals }, `lines.${index}.quantity`)
    const own = inside.get(sales_order_item_id)
    const most = quantityOf(exactUnits(line.remaining) + exactUnits(own?.quantity ?? 0))
    if (quantity > most) {
      fields[`lines.${index}.quantity`] = `Only ${formatQuantity(most)} remaining`
      exceeding.push({
        line_id: line.id,
        product: line.product_name,
        ordered: line.quantity,
        shipped: line.shipped_quantity,
        planned: quantityOf(exactUnits(line.planned_quantity) - exactUnits(own?.quantity ?? 0)),
        remaining: most,
        asked: quantity,
      })
    }
    return { line_no: own?.line_no ?? ++last, sales_order_item_id, product_id: line.product_id, quantity }
  })
  if (exceeding.length > 0) throw new Refusal('exceeds_remaining', undefined, { fields, details: { lines: exceeding } })
  return items
}
