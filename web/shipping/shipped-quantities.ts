import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrderLine } from '../../contract/sales-orders.ts'

type Quantities = Readonly<Record<string, number | string>>

/** What of a line can leave now: what is left, as far as it is reserved and not in another shipment, or free. */
export function shippableOf(
  line: Pick<SalesOrderLine, 'remaining' | 'reserved_quantity' | 'planned_quantity' | 'available'>,
): number {
  const there = Math.max(0, line.reserved_quantity - line.planned_quantity) + line.available
  return Math.min(line.remaining, there)
}

/** The lines of which something is chosen. What is no number stays, for the schema to name it. */
export function chosenLines(quantities: Quantities): { sales_order_item_id: string; quantity: number | string }[] {
  return Object.entries(quantities)
    .filter(([, quantity]) => quantity !== '' && quantity !== 0)
    .map(([sales_order_item_id, quantity]) => ({ sales_order_item_id, quantity }))
}

/** Says of which line more is chosen than is left. */
export function overfull(
  lines: readonly Pick<SalesOrderLine, 'id' | 'remaining' | 'product_name'>[],
  quantities: Quantities,
): { quantities?: string } {
  const line = lines.find(({ id, remaining }) => Number(quantities[id]) > remaining)
  return line ? { quantities: `Only ${formatQuantity(line.remaining)} of ${line.product_name} remaining` } : {}
}
