import type { ProductListItem } from '../../contract/products.ts'
import { exactUnits, quantityOf, roundTo } from '../../contract/quantity.ts'

/**
 * How many units to order so that backorders are filled and twice the minimum remains. 0 if what can be sold and what
 * is on its way (from suppliers and between locations) leave more than the minimum after backorders: the products that
 * the list finds as `to_reorder`. Expired units don't count.
 */
export function reorderQuantity({
  quantity_decimals,
  stock,
}: Pick<ProductListItem, 'quantity_decimals' | 'stock'>): number {
  const { to_promise, in_transit, incoming, backordered } = stock
  const expected = exactUnits(to_promise) + exactUnits(in_transit) + exactUnits(incoming) - exactUnits(backordered)
  const minimum = exactUnits(stock.minimum)
  const missing = 2n * minimum - expected
  return expected > minimum || missing <= 0n ? 0 : roundTo(quantityOf(missing), quantity_decimals)
}
