import { expect, test } from 'vitest'
import { checkInput } from '../../contract/check-input.ts'
import { createProduct, type Product } from '../../contract/products.ts'
import { blankProduct, inputOf, numberOrMissing, type ProductValues, valuesOf } from './product-values.ts'

const asInput = (values: ProductValues) => ({
  ...inputOf(values),
  stock_quantity: numberOrMissing(values.stock_quantity),
})

const wrong = (input: unknown) => checkInput(createProduct.input, input).fields

test('a blank form says what is required, and nothing else', () => {
  expect(wrong(asInput(blankProduct))).toEqual({
    name: 'Name is required',
    sku: 'SKU is required',
    price: 'Please enter a number',
  })
})

test('what is not a number is refused beside its field, not turned into 0', () => {
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

test('an additional location without a place or with half a quantity is named by its row', () => {
  const values = {
    ...blankProduct,
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    additional_locations: [
      { key: 'a', location_id: crypto.randomUUID(), quantity: '' },
      { key: 'b', location_id: '', quantity: -1 },
    ],
  }
  expect(wrong(asInput(values))).toEqual({
    'additional_locations.1.location_id': 'Please choose one',
    'additional_locations.1.quantity': 'Stock quantity cannot be negative',
  })
})

test('a product fills the form, and the form unchanged says the same product', () => {
  const product = {
    version: 3,
    name: 'Chang',
    sku: 'NW-002',
    description: null,
    category_id: null,
    supplier_id: null,
    price: 19,
    cost_price: 15.2,
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
    quantity_decimals: 2,
    min_stock_level: 25,
    location: 'Cold store',
    image: null,
  })
})
