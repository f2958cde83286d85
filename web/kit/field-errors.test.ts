import { expect, test } from 'vitest'
import { placed } from './field-errors.ts'

test('a problem without a field on the form is told apart', () => {
  expect(placed({ sku: 'Taken', version: 'Old' }, (path) => path === 'sku')).toEqual({
    beside: { sku: 'Taken' },
    loose: ['Old'],
  })
})
