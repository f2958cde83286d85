import { expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/errors.ts'
import { ApiError } from '../kit/api-error.ts'
import { explainUndo } from './undo-edit.ts'

const products = [
  { id: 'a', name: 'Chai' },
  { id: 'b', name: 'Chang' },
]
const edits = [
  { id: 'b', price: 1 },
  { id: 'a', price: 1 },
]
const explained = (error: Omit<ErrorBody['error'], 'message'>) =>
  explainUndo(new ApiError(409, { ...error, message: 'As it came.' }), edits, products).message

test('a refused undo names the product that prevents it', () => {
  expect(explained({ code: 'conflict', details: { product: 'Green tea' } })).toBe(
    'Green tea was changed in the meantime, so nothing was undone.',
  )
  expect(explained({ code: 'product_archived', details: { product: 'Chai' } })).toBe(
    'Chai was archived in the meantime, so nothing was undone.',
  )
  const missing = (path: string) => explained({ code: 'not_found', fields: { [path]: 'This no longer exists' } })
  expect(missing('products.0.id')).toBe('Chang was deleted in the meantime, so nothing was undone.')
  expect(missing('products.1.category_id')).toBe(
    'The previous category of Chai no longer exists, so nothing was undone.',
  )
  expect(missing('products.1.supplier_id')).toBe(
    'The previous supplier of Chai no longer exists, so nothing was undone.',
  )
})

test('any other failure stays as it is', () => {
  expect(explained({ code: 'unavailable' })).toBe('As it came.')
  expect(explained({ code: 'not_found' })).toBe('As it came.')
})
