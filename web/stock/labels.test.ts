import { expect, test } from 'vitest'
import { returnUndone } from './labels.ts'

test('one unit is singular', () => {
  expect([1, 2].map(returnUndone)).toEqual([
    '1 unit leaves stock again and is with the customer.',
    '2 units leave stock again and are with the customer.',
  ])
})
