import { createLocation, listLocations } from '../../contract/locations.ts'
import { createProduct, type Product } from '../../contract/products.ts'
import { readProductStock, type ProductStock } from '../../contract/stock.ts'
import type { Client, TestApp } from './app.ts'

/** A person with two locations, and any number of products with opening stock at the first one. */
export type Stocked = Readonly<{
  me: Client
  /** The default location, where opening stock goes. */
  main: string
  shop: string
  /** A new product with this much at the default location. */
  product(
    on_hand: number,
    more?: { name?: string; quantity_decimals?: number; min_stock_level?: number; location?: string },
  ): Promise<Product>
  stock(product_id: string): Promise<ProductStock>
  /** On hand at a location; 0 without stock. */
  at(product_id: string, location_id: string): Promise<number>
}>

/** A new organization with "Main Warehouse" (the default) and "Shop floor". */
export async function stocked(app: TestApp): Promise<Stocked> {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const { items } = await me.call(listLocations, {})
  const main = items.find((location) => location.is_default)
  if (!main) throw new Error('the organization has no default location')
  let made = 0
  const stock = (product_id: string) => me.call(readProductStock, { product_id })
  return {
    me,
    main: main.id,
    shop: shop.id,
    product: (on_hand, more = {}) => {
      made += 1
      return me.call(createProduct, {
        name: `Product ${made}`,
        sku: `P-${made}`,
        price: 2,
        stock_quantity: on_hand,
        ...more,
      })
    },
    stock,
    at: async (product_id, location_id) =>
      (await stock(product_id)).locations.find((location) => location.location_id === location_id)?.on_hand ?? 0,
  }
}
