import { expect, test } from 'vitest'
import { checkInput } from '../../contract/check-input.ts'
import { createProduct, type Product } from '../../contract/products.ts'
import { newId } from '../kit/new-id.ts'
import { blankProduct, inputOf, numberOrMissing, type ProductValues, valuesOf } from './product-values.ts'

const asInput = (values: ProductValues) => ({
  ...inputOf(values),
  stock_quantity: numberOrMissing(values.stock_quantity),
})

const wrong = (input: unknown) => checkInput(createProduct.input, input).fields

test('a blank form reports what is required, and nothing else', () => {
  expect(wrong(asInput(blankProduct))).toEqual({
    name: 'Name is required',
    sku: 'SKU is required',
    price: 'Price is required',
  })
})

test('invalid numbers are refused beside their field, not turned into 0', () => {
  const values = {
    ...blankProduct,
    name: 'Chang',
    sku: 'NW-002',
    price: '1,2,3',
    stock_quantity: 'abc',
    cost_price: '',
  }
  expect(wrong(asInput(values))).toEqual({
    price: 'Please enter a number',
    stock_quantity: 'Please enter a number',
  })
})

test('an additional location without a choice or with an incomplete quantity is named by its row', () => {
  const values = {
    ...blankProduct,
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    additional_locations: [
      { key: 'a', location_id: newId(), quantity: '' },
      { key: 'b', location_id: '', quantity: -1 },
    ],
  }
  expect(wrong(asInput(values))).toEqual({
    'additional_locations.1.location_id': 'Please choose one',
    'additional_locations.1.quantity': 'Stock quantity cannot be negative',
  })
})

test('a product fills the form, and the unchanged form returns the same product', () => {
  const product = {
    version: 3,
    name: 'Chang',
    sku: 'NW-002',
    description: null,
    category_id: null,
    supplier_id: null,
    price: 19,
    cost_price: 15.2,
    cost_is_known: true,
    quantity_decimals: 2,
    image: null,
    location: 'Cold store',
    purchase_url: null,
    stock: { on_hand: 17.25, minimum: 25 },
  } as Product
  const values = valuesOf(product)
  expect(values).toMatchObject({ version: 3, stock_seen: 17.25, stock_quantity: 17.25, min_stock_level: 25 })
  expect(createProduct.input.parse(inputOf(values))).toMatchObject({
    name: 'Chang',
    description: null,
    category_id: null,
    price: 19,
    cost_price: 15.2,
    quantity_decimals: 2,
    min_stock_level: 25,
    location: 'Cold store',
    image: null,
  })
})

test('an unknown cost is an empty field and stays unknown; a typed 0 is a cost', () => {
  const product = { cost_price: 0, cost_is_known: false, stock: { on_hand: 0, minimum: 0 } } as Product
  const values = { ...valuesOf(product), name: 'Chang', sku: 'NW-002', price: 19 }
  expect(values.cost_price).toBe('')
  const sent = (cost_price: number | string) =>
    createProduct.input.parse({ ...inputOf({ ...values, cost_price }), quantity_decimals: 0 }).cost_price
  expect(sent('')).toBeNull()
  expect(sent(0)).toBe(0)
  expect(valuesOf({ ...product, cost_is_known: true }).cost_price).toBe(0)
})
