import { expect, test } from 'vitest'
import { withRoom } from './wider-numbers.ts'

test('a column gets the width that its numbers need, and never less than it had', () => {
  const columns = [
    { id: 'quantity', width: 80 },
    { id: 'on_hand', width: 110 },
    { id: 'price', minWidth: 60 },
    { id: 'name' },
  ]
  expect(withRoom(columns, { quantity: 104, on_hand: 90, price: 140 })).toEqual([
    { id: 'quantity', width: 104 },
    { id: 'on_hand', width: 110 },
    { id: 'price', minWidth: 140 },
    { id: 'name' },
  ])
  expect(withRoom(columns, {})).toBe(columns)
})
