import type { ProductListItem } from '../../contract/products.ts'
import { newId } from '../kit/new-id.ts'
import type { OrderLineValues } from '../orders/order-line.ts'
import { reorderQuantity } from '../stock/reorder-quantity.ts'

type LowProduct = Pick<ProductListItem, 'id' | 'name' | 'sku' | 'cost_price' | 'quantity_decimals' | 'stock'>

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
    return [{ key: newId(), ...names, quantity, unit_price: cost_price, location_id }]
  })
}
