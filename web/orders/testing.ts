import type { OrderLineValues } from './order-line.ts'

/** A stored line of four units at $2.00. */
export const storedLineOf = (id: string, more: Partial<OrderLineValues> = {}): OrderLineValues => ({
  key: id,
  id,
  product_id: `product of ${id}`,
  product_name: id,
  product_sku: id,
  quantity: 4,
  unit_price: 2,
  location_id: null,
  ...more,
})
