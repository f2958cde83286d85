import { expect, test } from 'vitest'
import { returnUndone } from './return-undone.ts'

test('undoing a return of one unit is in the singular', () => {
  expect([1, 2].map(returnUndone)).toEqual([
    '1 unit will be removed from stock and count as shipped to the customer again.',
    '2 units will be removed from stock and count as shipped to the customer again.',
  ])
})
