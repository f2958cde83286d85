import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './check-input.ts'
import { id, money, requiredText, text } from './fields.ts'
import { createSalesOrder } from './sales-orders.ts'
import { createTransaction } from './transactions.ts'

const schema = z.strictObject({
  name: requiredText('Name is required', 8),
  price: money(),
  category: z.enum(['a', 'b']),
  method: z.enum(['cash', 'card'], 'Select a payment method').nullish(),
  location_id: id.optional(),
  lines: z
    .array(z.strictObject({ count: z.int().max(9) }))
    .max(2)
    .optional(),
  active: z.boolean().optional(),
})
const good = { name: 'Chai', price: 1, category: 'a' }
const wrong = (change: object) => ({ ...checkInput(schema, { ...good, ...change }).fields })

test('valid input is returned as the schema transforms it', () => {
  expect(checkInput(schema, { ...good, name: ' Chai ' })).toEqual({ data: good })
})

test('each field gets its first problem, in the contract’s own words if it has some', () => {
  expect(wrong({ name: '  ', price: -1 })).toEqual({ name: 'Name is required', price: 'Price cannot be negative' })
  expect(wrong({ name: 'much too long' })).toEqual({ name: 'Must be at most 8 characters' })
})

test.each([
  [{ price: '12x' }, { price: 'Please enter a number' }],
  [{ price: Infinity }, { price: 'This number is too large' }],
  [{ lines: [{ count: -Infinity }] }, { 'lines.0.count': 'This number is too large' }],
  [{ name: undefined }, { name: 'Name is required' }],
  [{ name: null }, { name: 'Name is required' }],
  [{ name: 7 }, { name: 'Must be text' }],
  [{ category: '' }, { category: 'Please choose one' }],
  [{ category: 'c' }, { category: 'Must be one of: a, b' }],
  [{ method: '' }, { method: 'Select a payment method' }],
  [{ method: 'coins' }, { method: 'Must be one of: cash, card' }],
  [{ location_id: '' }, { location_id: 'Please choose one' }],
  [{ location_id: '12' }, { location_id: 'This ID isn’t valid' }],
  [{ active: 'yes' }, { active: 'Must be true or false' }],
  [{ lines: {} }, { lines: 'Must be a list' }],
  [{ lines: [{ count: 1 }, { count: 1 }, { count: 1 }] }, { lines: 'Must have at most 2 entries' }],
  [{ lines: [{ count: 1.5 }] }, { 'lines.0.count': 'Please enter a whole number' }],
  [{ lines: [{ count: 10 }] }, { 'lines.0.count': 'Must be at most 9' }],
  [{ lines: [{ count: 1, x: 1 }] }, { 'lines.0.x': 'Unknown field' }],
])('%j reads %j', (change, fields) => {
  expect(wrong(change)).toEqual(fields)
})

test.each([
  [undefined, 'Quantity must be greater than 0'],
  ['', 'Quantity must be greater than 0'],
  [Number.NaN, 'Quantity must be greater than 0'],
  [-1, 'Quantity must be greater than 0'],
  ['1', 'Please enter a number'],
  [[1], 'Please enter a number'],
  [Infinity, 'This number is too large'],
])('a quantity of %j reads the same everywhere: %s', (count, sentence) => {
  const entry = { product_id: '01a20296-7c24-79e0-b744-86b8c04c87d2', type: 'in', quantity: count }
  expect(checkInput(createTransaction.input, entry).fields).toMatchObject({ quantity: sentence })
  const order = { lines: [{ product_id: entry.product_id, quantity: count, unit_price: 1 }] }
  expect(checkInput(createSalesOrder.input, order).fields).toMatchObject({ 'lines.0.quantity': sentence })
})

test('names of Object.prototype are unknown fields like any other', () => {
  const input = JSON.parse('{"__proto__":1,"constructor":2}') as object
  expect(Object.keys(checkInput(z.strictObject({ note: text().optional() }), input).fields ?? {})).toEqual(
    expect.arrayContaining(['constructor']),
  )
})

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown

test.each([12, 4_000, 100_000])('a field nested %i levels deep is refused by name', (levels) => {
  expect(wrong({ name: nested(levels) })).toEqual({ name: 'Nested more than 12 levels deep' })
  expect({ ...checkInput(schema, nested(levels + 1)).fields }).toEqual({ '': 'Nested more than 12 levels deep' })
})

test('anything less nested is validated as usual', () => {
  expect(wrong({ name: nested(11) })).toEqual({ name: 'Must be text' })
})

test.each(['{"toString":1}', '{"valueOf":null}', '{"constructor":{},"then":1}', '[{"toString":1},{"toString":1}]'])(
  'an object that shadows built-in methods is validated as usual: %s',
  (json) => {
    const value = JSON.parse(json) as unknown
    expect(wrong({ name: value, price: value, category: value, location_id: value, active: value })).toEqual({
      name: 'Must be text',
      price: 'Please enter a number',
      category: 'Must be one of: a, b',
      location_id: expect.any(String),
      active: 'Must be true or false',
    })
    expect(checkInput(schema, value).fields).toBeDefined()
  },
)
