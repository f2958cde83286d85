import type { ProductListItem } from '../../contract/products.ts'
import { roundTo } from '../../contract/quantity.ts'

/**
 * How many units to order so that backorders are filled and twice the minimum remains, counting what is on its way;
 * expired units don't count. 0 if there is enough.
 */
export function reorderQuantity({
  quantity_decimals,
  stock,
}: Pick<ProductListItem, 'quantity_decimals' | 'stock'>): number {
  const { to_promise, in_transit, incoming, backordered, minimum } = stock
  const missing = 2 * minimum + backordered - to_promise - in_transit - incoming
  return Math.max(0, roundTo(missing, quantity_decimals))
}
