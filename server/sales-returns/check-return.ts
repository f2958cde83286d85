import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import { Refusal, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from '../sales-orders/lock-order.ts'

export type AskedReturnLine = {
  sales_order_item_id: string
  quantity: number
  location_id: string
  account: 'available' | 'held'
  notes: string | null
}

/**
 * Ensures that no line returns more than was shipped and not yet returned; lines of the same item count together.
 * Refuses, in this order: not_found (a line that isn't in the order); exceeds_shipped with every line that asks too
 * much {line, shipped, returned, asked}.
 */
export function checkReturn(lines: readonly StoredLine[], asked: readonly AskedReturnLine[]): void {
  const known = new Set(lines.map((line) => line.id))
  const strange = asked.findIndex((line) => !known.has(line.sales_order_item_id))
  if (strange >= 0)
    refuseFields({ [`lines.${strange}.sales_order_item_id`]: 'This item isn’t in the order' }, 'not_found')
  const fields: Record<string, string> = {}
  const exceeding: Record<string, unknown>[] = []
  for (const line of lines) {
    const sum = asked
      .filter((one) => one.sales_order_item_id === line.id)
      .reduce((total, one) => total + exactUnits(one.quantity), 0n)
    const left = exactUnits(line.shipped_quantity) - exactUnits(line.returned_quantity)
    if (sum <= left) continue
    const quantity = quantityOf(left)
    exceeding.push({
      line_id: line.id,
      product: line.product_name,
      shipped: line.shipped_quantity,
      returned: line.returned_quantity,
      asked: quantityOf(sum),
    })
    for (const [index, one] of asked.entries())
      if (one.sales_order_item_id === line.id)
        fields[`lines.${index}.quantity`] =
          quantity === 0 ? 'Nothing left to return' : `At most ${formatQuantity(quantity)} can be returned`
  }
  if (exceeding.length > 0)
    throw new Refusal('exceeds_shipped', Object.values(fields)[0], { fields, details: { lines: exceeding } })
}
