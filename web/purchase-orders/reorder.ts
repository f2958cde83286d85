import { limits } from '../../contract/limits.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { newId } from '../kit/new-id.ts'
import type { OrderLineValues } from '../orders/order-line.ts'
import { reorderQuantity } from '../stock/reorder-quantity.ts'

/** The read of a supplier's products to reorder, or of those without a supplier. */
export function ofSupplier(supplier_id: string | undefined) {
  const stock = 'to_reorder' as const
  return { supplier_id: supplier_id ?? 'none', stock, sort: 'name' as const, limit: limits.reorderedAtOnce }
}

/** A new order with these products. */
export function newReorderAddress(supplier_id: string | undefined): string {
  return `/purchase-orders/new?${supplier_id === undefined ? '' : `supplier=${supplier_id}&`}reorder=1`
}

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
