import { expect, test } from 'vitest'
import { explainedRefusal } from './explain-refusals.ts'
import { undoMessages } from './undo-messages.ts'

test('undoing a posting that only reserved goods, or a reversal, is refused with the reason', () => {
  const sentenceOf = (details: Record<string, unknown>) =>
    explainedRefusal('cannot_reverse', details, undoMessages).message
  expect(sentenceOf({ posting_id: 'A' })).toBe('This only reserved stock for orders. There’s nothing to undo.')
  expect(sentenceOf({ posting_id: 'A', reverses_posting_id: 'B' })).toBe('This is already an undo.')
})
