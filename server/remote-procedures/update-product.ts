import { skuTaken } from '../../contract/product-codes.ts'
import { type Product, updateProduct } from '../../contract/products.ts'
import { updateProductProcedure } from '../../contract/remote-procedures.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { productById } from '../products/queries.ts'
import { updateProductCommand } from '../products/update-product.ts'
import { perform } from './perform.ts'

const names = {
  id: 'product_id',
  name: 'product_name',
  description: 'product_description',
  category_id: 'product_category_id',
  price: 'product_price',
  cost_price: 'product_cost_price',
  stock_quantity: 'product_stock_quantity',
  'stock_quantity.to': 'product_stock_quantity',
  min_stock_level: 'product_min_stock_level',
  image: 'product_image',
  sku: 'product_sku',
  location: 'product_location',
  purchase_url: 'product_purchase_url',
}

/**
 * Saves a product as its form does, over any version: the procedure has no parameter for one. Omitted fields stay.
 * Refuses what updateProduct refuses, and then saves nothing.
 */
export const updateProductProcedureCommand = implement(
  updateProductProcedure,
  async (tx, actor, input) => {
    const id = input.product_id
    // Locked from here on: the version that is read is the one that is saved.
    await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${id} for no key update`)
    const before = await productById(tx, actor, id)
    const {
      product_name: name = before.name,
      product_description: description = before.description,
      product_category_id: category_id = before.category_id,
      product_price: price = before.price,
      product_cost_price: cost,
      product_stock_quantity: to = before.stock.on_hand,
      product_min_stock_level: min_stock_level = before.stock.minimum,
      product_image: image = before.image,
      product_sku: sku = before.sku,
      product_location: location = before.location,
      product_purchase_url: purchase_url = before.purchase_url,
    } = input
    // An unknown cost is read as 0: sent back unchanged, it means no change.
    const isUnchanged = cost === undefined || (cost === 0 && !before.cost_is_known)
    const cost_price = isUnchanged ? costOf(before) : cost
    const { version, supplier_id, quantity_decimals } = before
    const typed = {
      name,
      description,
      category_id,
      price,
      cost_price,
      min_stock_level,
      image,
      sku,
      location,
      purchase_url,
    }
    // An unchanged quantity isn't passed on, so it can't be refused, wherever the units are.
    const stock_quantity = to === before.stock.on_hand ? undefined : { from: before.stock.on_hand, to }
    const saved = { id, version, supplier_id, quantity_decimals, ...typed, stock_quantity }
    return perform(tx, actor, [updateProduct, updateProductCommand], saved, names)
  },
  { products_sku_key: { code: 'sku_taken', fields: { product_sku: skuTaken } } },
)

const costOf = ({ cost_price, cost_is_known }: Product) => (cost_is_known ? cost_price : null)
