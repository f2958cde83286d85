import { exactUnits, formatQuantity, quantityOf } from '../../contract/quantity.ts'
import type { Condition } from '../../contract/receiving.ts'
import { Refusal, refuseFields } from '../platform/refusal.ts'
import type { StoredLine } from '../purchase-orders/lock-order.ts'

export type AskedReceiptLine = {
  purchase_order_item_id: string
  quantity: number
  location_id: string
  condition: Condition
  lot_number: string | null
  expires_on: string | null
  notes: string | null
  is_over_delivery: boolean
  photos: string[]
}

/**
 * Ensures that a receipt doesn't exceed what remains of a line. Extra units must be marked as an over-delivery, of a
 * line whose ordered units have all been received, with this receipt at the latest. Refuses, in this order: not_found
 * (a line that isn't in the order); exceeds_remaining with every line that asks too much {line, ordered, received,
 * remaining, asked}; exceeds_remaining for an over-delivery of a line that isn't full with this receipt.
 */
export function checkReceipt(lines: readonly StoredLine[], asked: readonly AskedReceiptLine[]): void {
  const known = new Map(lines.map((line) => [line.id, line]))
  const missing = asked.findIndex((line) => !known.has(line.purchase_order_item_id))
  if (missing >= 0)
    refuseFields({ [`lines.${missing}.purchase_order_item_id`]: 'This item is no longer in the order' }, 'not_found')

  const fields: Record<string, string> = {}
  const exceeding: Record<string, unknown>[] = []
  for (const line of lines) {
    const of = (over: boolean) =>
      asked.filter((one) => one.purchase_order_item_id === line.id && one.is_over_delivery === over)
    const sum = of(false).reduce((total, one) => total + exactUnits(one.quantity), 0n)
    const remaining = exactUnits(line.quantity) - exactUnits(line.received_quantity)
    const early = sum < remaining && of(true).length > 0
    if (sum <= remaining && !early) continue
    exceeding.push({
      line_id: line.id,
      product: line.product_name,
      ordered: line.quantity,
      received: line.received_quantity,
      remaining: quantityOf(remaining),
      asked: quantityOf(sum),
    })
    const sentence = early
      ? outstandingFirst(quantityOf(remaining - sum))
      : `Only ${formatQuantity(quantityOf(remaining))} remaining`
    for (const [index, one] of asked.entries())
      if (one.purchase_order_item_id === line.id && one.is_over_delivery === early)
        fields[`lines.${index}.quantity`] = sentence
  }
  if (exceeding.length > 0) throw new Refusal('exceeds_remaining', undefined, { fields, details: { lines: exceeding } })
}

/** Extra units come last: why a line can't be over-delivered yet. */
function outstandingFirst(quantity: number): string {
  return quantity === 1
    ? '1 ordered unit is still outstanding. Receive it before adding extra units.'
    : `${formatQuantity(quantity)} ordered units are still outstanding. Receive them before adding extra units.`
}
