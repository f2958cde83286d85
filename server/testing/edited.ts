import type { InputOf } from '../../contract/endpoint.ts'
import type { Product, updateProduct } from '../../contract/products.ts'

type Save = InputOf<typeof updateProduct>

/** The save of a form that was opened on this product, with some fields changed. A changed cost is a known one. */
export function edited(product: Product, changes: Partial<Save> = {}): Save {
  return {
    id: product.id,
    version: product.version,
    name: product.name,
    sku: product.sku,
    barcode: product.barcode,
    description: product.description,
    category_id: product.category_id,
    supplier_id: product.supplier_id,
    price: product.price,
    cost_price: product.cost_price,
    cost_is_known: changes.cost_price === undefined ? product.cost_is_known : changes.cost_price !== null,
    min_stock_level: product.stock.minimum,
    quantity_decimals: product.quantity_decimals,
    image: product.image,
    location: product.location,
    purchase_url: product.purchase_url,
    ...changes,
  }
}
