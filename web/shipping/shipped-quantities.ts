import { formatQuantity } from '../../contract/quantity.ts'
import type { SalesOrderLine } from '../../contract/sales-orders.ts'

type Quantities = Readonly<Record<string, number | string>>

/**
 * Why less of a line is ready than is left: "only 0 ready: 2 expired", "only 1 ready at Shop floor". Null when all of it can leave.
 */
export function whyNotReady(
  {
    remaining,
    ready_quantity,
    expired_quantity,
  }: Pick<SalesOrderLine, 'remaining' | 'ready_quantity' | 'expired_quantity'>,
  location_name: string | null,
): string | null {
  if (ready_quantity >= remaining) return null
  const place = location_name === null ? '' : ` at ${location_name}`
  const expired = expired_quantity > 0 ? `: ${formatQuantity(expired_quantity)} expired` : ''
  return `only ${formatQuantity(ready_quantity)} ready${place}${expired}`
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
