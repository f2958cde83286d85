import { expect, test } from 'vitest'
import { explainedRefusal } from './explain-refusals.ts'
import { undoMessages } from './undo-messages.ts'

test('undoing a posting that only reserved goods, or a reversal, is refused with the reason', () => {
  const sentenceOf = (details: Record<string, unknown>) =>
    explainedRefusal('cannot_reverse', details, undoMessages).message
  expect(sentenceOf({ posting_id: 'A' })).toBe('This only reserved stock for orders. There’s nothing to undo.')
  expect(sentenceOf({ posting_id: 'A', reverses_posting_id: 'B' })).toBe('This is already an undo.')
})

test('a message without a form field says which product it is about', () => {
  const details = { product: 'Chang $&', decimals: 2, available: 1, asked: 3 }
  const messageOf = (code: Parameters<typeof explainedRefusal>[0], wording: Parameters<typeof explainedRefusal>[2]) =>
    explainedRefusal(code, details, wording).message
  const none = { fields: null }
  expect(messageOf('insufficient_stock', none)).toBe('Chang $&: Only 1 available, 3 requested')
  expect(messageOf('product_archived', none)).toBe('Chang $& is archived. Restore it first.')
  expect(messageOf('too_many_decimals', none)).toBe('Chang $&: Use at most 2 decimals')
  expect(messageOf('insufficient_stock', {})).toBe('Only 1 available, 3 requested')
  expect(messageOf('insufficient_stock', { ...none, sentences: { insufficient_stock: () => 'None left' } })).toBe(
    'None left',
  )
  expect(messageOf('period_closed', none)).toBe('The books are closed for this date')
})
