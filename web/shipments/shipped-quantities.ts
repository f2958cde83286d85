import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import type { Shipment } from '../../contract/shipments.ts'

type Quantities = Readonly<Record<string, number | string>>

/** A line of an order as a shipment sees it: at most so many can go into it, and so many of them could leave now. */
export type ShippableLine = Pick<
  SalesOrderLine,
  'id' | 'product_name' | 'remaining' | 'ready_quantity' | 'expired_quantity'
>

const minus = (one: number, other: number) => roundTo(one - other, limits.quantityDecimalsMax)

/** The lines that have something left for a shipment; what is in it already counts as left. */
export function shippableLines(
  { lines }: Pick<SalesOrder, 'lines'>,
  shipment?: Pick<Shipment, 'lines'>,
): readonly ShippableLine[] {
  const inside = new Map(shipment?.lines.map((line) => [line.sales_order_item_id, line.quantity]))
  return lines.flatMap((line) => {
    const own = inside.get(line.id) ?? 0
    if (own === 0) return line.remaining > 0 ? [line] : []
    const remaining = minus(line.remaining, -own)
    const inOthers = minus(line.planned_quantity, own)
    const ready_quantity = Math.max(0, Math.min(remaining, minus(line.shippable_quantity, inOthers)))
    return [{ ...line, remaining, ready_quantity }]
  })
}

/**
 * How much of a line is left, and how much of that can leave now where that is less: "100 to ship · 61 available at
 * Shop floor".
 */
export function leftToShip(
  { remaining, ready_quantity, expired_quantity }: Omit<ShippableLine, 'id' | 'product_name'>,
  location_name: string | null,
): { left: string; available: string | null } {
  const left = `${formatQuantity(remaining)} to ship`
  if (ready_quantity >= remaining) return { left, available: null }
  const where = location_name === null ? '' : ` at ${location_name}`
  const expired = expired_quantity > 0 ? ` (${formatQuantity(expired_quantity)} expired)` : ''
  return { left, available: `${formatQuantity(ready_quantity)} available${where}${expired}` }
}

/** What is chosen beyond what can leave now: the shipment has to wait for it. Null when all of it can. */
export function waitsFor(lines: readonly ShippableLine[], quantities: Quantities): string | null {
  const missing = lines
    .map(({ id, ready_quantity, remaining }) => minus(Math.min(Number(quantities[id]) || 0, remaining), ready_quantity))
    .filter((quantity) => quantity > 0)
    .reduce((sum, quantity) => minus(sum, -quantity), 0)
  if (missing === 0) return null
  return missing === 1
    ? '1 unit isn’t available yet. You can mark the shipment as shipped once it is.'
    : `${formatQuantity(missing)} units aren’t available yet. You can mark the shipment as shipped once they are.`
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

/** What is wrong with the chosen quantities, whichever way it was found. */
export function quantitiesError(errors: Readonly<Record<string, ReactNode>>): ReactNode {
  const ofLine = Object.entries(errors).find(([path]) => path.startsWith('lines.'))
  return errors['quantities'] ?? errors['lines'] ?? ofLine?.[1]
}
