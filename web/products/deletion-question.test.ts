import { expect, test } from 'vitest'
import type { ProductDeletion } from '../../contract/product-deletion.ts'
import { deletionQuestion, writeOffText } from './deletion-question.ts'

const check = (more: Partial<ProductDeletion>): ProductDeletion => ({
  refusal: null,
  documents: [],
  outcome: null,
  write_off: null,
  ...more,
})

test('a product without history is confirmed in exactly the words of the spec', () => {
  expect(deletionQuestion('Chang', check({ outcome: 'deleted' }))).toEqual({
    title: 'Delete Product',
    text: 'Are you sure you want to delete this product? This action cannot be undone.',
    confirmLabel: 'Delete',
  })
})

test('the confirmation for a product with a history says "archive", not "delete"', () => {
  const { text, confirmLabel } = deletionQuestion('Chang', check({ outcome: 'archived' }))
  expect(confirmLabel).toBe('Archive')
  expect(text).toContain('archived')
  expect(text).not.toContain('delete')
})

test('a stocked product offers to write its stock off and archive it, with the numbers', () => {
  expect(deletionQuestion('Chang', check({ write_off: { on_hand: 1_200, held: 2, locations: 3 } }))).toEqual({
    title: 'Write off and archive Chang',
    text: '1,200 units on hand and 2 on hold at 3 locations will be written off, and the product will be archived. Its history stays, and it can be restored.',
    confirmLabel: 'Write off and archive',
  })
})

test.each([
  [{ on_hand: 1, held: 0, locations: 1 }, '1 unit on hand'],
  [{ on_hand: 0, held: 4, locations: 2 }, '4 units on hold at 2 locations'],
])('stock of %j reads %s', (stock, text) => expect(writeOffText(stock)).toBe(text))
