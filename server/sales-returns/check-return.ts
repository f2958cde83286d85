import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import { Refusal, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from '../sales-orders/lock-order.ts'
import type { LotWithCustomer } from '../shipments/lots-with-customer.ts'

export type AskedReturnLine = {
  sales_order_item_id: string
  quantity: number
  location_id: string
  /** Null: any lot that was shipped. */
  lot_id?: string | null | undefined
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

/**
 * Ensures that no more of a named lot returns than the customer has of it; lines of the same item and lot count
 * together. Refuses exceeds_shipped with the first lot of which too much is asked {line, lot, returnable, asked}.
 */
export function checkLots(lots: readonly LotWithCustomer[], asked: readonly AskedReturnLine[]): void {
  const named = asked.flatMap((line, index) => (line.lot_id ? [{ ...line, index }] : []))
  for (const { sales_order_item_id, lot_id } of named) {
    const same = named.filter((one) => one.sales_order_item_id === sales_order_item_id && one.lot_id === lot_id)
    const sum = same.reduce((total, one) => total + exactUnits(one.quantity), 0n)
    const lot = lots.find((one) => one.sales_order_item_id === sales_order_item_id && one.lot_id === lot_id)
    const returnable = lot?.quantity ?? 0
    if (sum <= exactUnits(returnable)) continue
    const which = lot?.lot_number ? `lot ${lot.lot_number}` : 'this lot'
    const message =
      returnable === 0
        ? 'Nothing of this lot is left to return'
        : `At most ${formatQuantity(returnable)} of ${which} can be returned`
    const fields = Object.fromEntries(same.map(({ index }) => [`lines.${index}.quantity`, message]))
    const details = { lines: [{ line_id: sales_order_item_id, lot_id, returnable, asked: quantityOf(sum) }] }
    throw new Refusal('exceeds_shipped', message, { fields, details })
  }
}
