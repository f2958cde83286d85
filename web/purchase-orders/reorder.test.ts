import { expect, test } from 'vitest'
import { reorderQuantity } from '../stock/reorder-quantity.ts'
import { reorderLines } from './reorder.ts'

const stock = {
  on_hand: 3,
  available: 3,
  to_promise: 3,
  reserved: 0,
  held: 0,
  in_transit: 0,
  incoming: 0,
  backordered: 0,
  minimum: 10,
  is_low: true,
  is_out: false,
}

test.each([
  ['twice the minimum', {}, 17],
  ['less what is on its way', { in_transit: 2, incoming: 5 }, 10],
  ['nothing once what is on its way leaves more than the minimum', { in_transit: 3, incoming: 5 }, 0],
  ['backorders without a minimum', { to_promise: 0, minimum: 0, backordered: 4 }, 4],
  ['reserved units are gone, and backorders wait', { available: 0, to_promise: 0, reserved: 3, backordered: 4 }, 24],
  ['expired units can’t be sold', { to_promise: 1 }, 19],
  ['nothing without a minimum', { on_hand: 0, available: 0, to_promise: 0, minimum: 0, is_out: true }, 0],
])('%s', (_what, more, quantity) => {
  expect(reorderQuantity({ quantity_decimals: 0, stock: { ...stock, ...more } })).toBe(quantity)
})

test('in the product’s decimals', () => {
  expect(reorderQuantity({ quantity_decimals: 1, stock: { ...stock, to_promise: 0.1, minimum: 0.3 } })).toBe(0.5)
})

test('a line for each product that the order doesn’t have yet, at its cost', () => {
  const product = (id: string, more = {}) => ({
    id,
    name: `Product ${id}`,
    sku: id,
    cost_price: 1.25,
    quantity_decimals: 0,
    stock: { ...stock, ...more },
  })
  const products = [product('a'), product('b'), product('c', { incoming: 100 })]
  const line = {
    key: 'k',
    product_id: 'b',
    product_name: '',
    product_sku: '',
    quantity: 1,
    unit_price: 1,
    location_id: null,
  }
  expect(reorderLines(products, [line], 'l')).toEqual([
    {
      key: expect.any(String),
      product_id: 'a',
      product_name: 'Product a',
      product_sku: 'a',
      quantity: 17,
      unit_price: 1.25,
      location_id: 'l',
    },
  ])
})
