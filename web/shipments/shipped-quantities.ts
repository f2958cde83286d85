import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import type { Shipment } from '../../contract/shipments.ts'

type Quantities = Readonly<Record<string, number | string>>

/** An order's line for a shipment: the most that can go into it, and how many could leave now. */
export type ShippableLine = Pick<
  SalesOrderLine,
  'id' | 'product_name' | 'product_sku' | 'remaining' | 'ready_quantity' | 'expired_quantity'
>

const minus = (one: number, other: number) => roundTo(one - other, limits.quantityDecimalsMax)

/** The lines with units left for a shipment; its current contents count as left. */
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
 * How much of a line is left, and how much can leave now if that is less: "100 to ship · 61 available at Shop floor".
 */
export function leftToShip(
  { remaining, ready_quantity, expired_quantity }: Omit<ShippableLine, 'id' | 'product_name' | 'product_sku'>,
  location_name: string | null,
): { left: string; available: string | null } {
  const left = `${formatQuantity(remaining)} to ship`
  if (ready_quantity >= remaining) return { left, available: null }
  const where = location_name === null ? '' : ` at ${location_name}`
  const expired = expired_quantity > 0 ? ` (${formatQuantity(expired_quantity)} expired)` : ''
  return { left, available: `${formatQuantity(ready_quantity)} available${where}${expired}` }
}

/** The chosen quantity beyond what can leave now: the shipment has to wait for it. Null if all of it can. */
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

/** The lines with a chosen quantity. Anything but a number is passed on, for the schema to report. */
function chosen(quantities: Quantities): { sales_order_item_id: string; quantity: number | string }[] {
  return Object.entries(quantities)
    .filter(([, quantity]) => quantity !== '' && quantity !== 0)
    .map(([sales_order_item_id, quantity]) => ({ sales_order_item_id, quantity }))
}

type NamedLine = Pick<SalesOrderLine, 'id' | 'product_name'>

/** The chosen quantities of these lines: others may have been shipped since the form was opened. */
export function chosenLines(lines: readonly Pick<SalesOrderLine, 'id'>[], quantities: Quantities) {
  return chosen(quantities).filter(({ sales_order_item_id }) => lines.some(({ id }) => id === sales_order_item_id))
}

/** How many units of these lines are chosen in all; a text that isn't a number counts as none. */
export function unitsOf(lines: readonly Pick<SalesOrderLine, 'id'>[], quantities: Quantities): number {
  return chosenLines(lines, quantities)
    .map(({ quantity }) => quantity)
    .filter((quantity) => typeof quantity === 'number')
    .reduce((sum, quantity) => minus(sum, -quantity), 0)
}

/** What was chosen of an order's lines that are no longer offered, in a sentence; null if all of it still is. */
export function noLongerLeft(
  order: readonly NamedLine[],
  lines: readonly Pick<SalesOrderLine, 'id'>[],
  quantities: Quantities,
): string | null {
  const gone = Object.entries(quantities).filter(([id]) => !lines.some((line) => line.id === id))
  const text = describeQuantities(order, Object.fromEntries(gone))
  return text === '' ? null : `Can’t be included anymore: ${text}`
}

/** The chosen quantities in few words: "5 × Chai, 2 × Chang". */
export function describeQuantities(lines: readonly NamedLine[], quantities: Quantities): string {
  const names = new Map(lines.map(({ id, product_name }) => [id, product_name]))
  return chosen(quantities)
    .map(({ sales_order_item_id: id, quantity }) => {
      const count = typeof quantity === 'number' ? formatQuantity(quantity) : quantity
      return `${count} × ${names.get(id) ?? 'another item'}`
    })
    .join(', ')
}

/** Names the line with more chosen than is left. */
export function checkRemaining(
  lines: readonly Pick<SalesOrderLine, 'id' | 'remaining' | 'product_name'>[],
  quantities: Quantities,
): { quantities?: string } {
  const line = lines.find(({ id, remaining }) => Number(quantities[id]) > remaining)
  return line ? { quantities: `Only ${formatQuantity(line.remaining)} of ${line.product_name} remaining` } : {}
}

/** The problems of the chosen quantities, from either check. */
export function quantitiesError(errors: Readonly<Record<string, ReactNode>>): ReactNode {
  const ofLine = Object.entries(errors).find(([path]) => path.startsWith('lines.'))
  return errors['quantities'] ?? errors['lines'] ?? ofLine?.[1]
}
