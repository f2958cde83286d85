import { expect, test } from 'vitest'
import { returnUndone, units, unitsLeaveStock } from './labels.ts'

test('one unit is spoken of as one', () => {
  expect([1, 12].map((count) => units(count, String(count)))).toEqual(['1 unit', '12 units'])
  expect([1, 0.5, 1200].map(unitsLeaveStock)).toEqual([
    '1 unit leaves stock',
    '0.5 units leave stock',
    '1,200 units leave stock',
  ])
  expect([1, 2].map(returnUndone)).toEqual([
    '1 unit leaves stock again and is with the customer.',
    '2 units leave stock again and are with the customer.',
  ])
})
