import { expect, test } from 'vitest'
import { z } from 'zod'
import { money, requiredText } from '../../contract/fields.ts'
import { fieldErrors, placed } from './field-errors.ts'

const schema = z.strictObject({ name: requiredText('Name is required'), price: money(), category: z.enum(['a', 'b']) })

test('each field gets its first problem, in the contract’s own words where it has some', () => {
  expect(fieldErrors(schema, { name: '  ', price: -1, category: 'a' })).toEqual({
    name: 'Name is required',
    price: 'Price cannot be negative',
  })
  expect(fieldErrors(schema, { name: 'x', price: '12x', category: '' })).toEqual({
    price: 'Please enter a number',
    category: 'Please choose one',
  })
  expect(fieldErrors(schema, { name: 'x', price: 1, category: 'b' })).toEqual({})
})

test('a problem without a field on the form is told apart', () => {
  expect(placed({ sku: 'Taken', version: 'Old' }, (path) => path === 'sku')).toEqual({
    beside: { sku: 'Taken' },
    loose: ['Old'],
  })
})
