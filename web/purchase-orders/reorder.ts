import type { ProductListItem } from '../../contract/products.ts'
import { roundTo } from '../../contract/quantity.ts'
import type { OrderLineValues } from '../orders/order-line.ts'

type LowProduct = Pick<ProductListItem, 'id' | 'name' | 'sku' | 'cost_price' | 'quantity_decimals' | 'stock'>

/**
 * How many units to order so that backorders are filled and twice the minimum remains, counting what is on its way;
 * expired units don't count. 0 if there is enough.
 */
export function reorderQuantity({ quantity_decimals, stock }: Pick<LowProduct, 'quantity_decimals' | 'stock'>): number {
  const { to_promise, in_transit, incoming, backordered, minimum } = stock
  const missing = 2 * minimum + backordered - to_promise - in_transit - incoming
  return Math.max(0, roundTo(missing, quantity_decimals))
}

/** A line for each of these products that has to be ordered and that the order doesn't have yet. */
export function reorderLines(
  products: readonly LowProduct[],
  lines: readonly OrderLineValues[],
  location_id: string | null,
): OrderLineValues[] {
  const ordered = new Set(lines.map(({ product_id }) => product_id))
  return products.flatMap((product) => {
    const quantity = reorderQuantity(product)
    if (quantity === 0 || ordered.has(product.id)) return []
    const { id, name, sku, cost_price } = product
    const names = { product_id: id, product_name: name, product_sku: sku }
    return [{ key: crypto.randomUUID(), ...names, quantity, unit_price: cost_price, location_id }]
  })
}
