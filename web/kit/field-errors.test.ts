import { expect, test } from 'vitest'
import { sortErrors } from './field-errors.ts'

test('a problem without a field on the form is shown separately', () => {
  expect(sortErrors({ sku: 'Taken', version: 'Old' }, (path) => path === 'sku')).toEqual({
    beside: { sku: 'Taken' },
    loose: ['Old'],
  })
})
