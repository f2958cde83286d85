import { expect, test } from 'vitest'
import { cannotRemove } from './cannot-remove.ts'

const there = { account: 'available', asked: 5, available: 0, on_hand: 14, expired: 0 }

test("removing more than the current stock is refused in the spec's words, with the current stock", () => {
  expect(cannotRemove({ ...there, asked: 15 })).toBe(
    'Cannot remove more than current stock (14), of which 14 are reserved',
  )
  expect(cannotRemove({ ...there, asked: 15, available: 5, expired: 1 })).toBe(
    'Cannot remove more than current stock (14), of which 8 are reserved and 1 has expired',
  )
  expect(cannotRemove({ ...there, asked: 15, available: 14 })).toBe('Cannot remove more than current stock (14)')
  expect(cannotRemove({ ...there, asked: 1, on_hand: 0 })).toBe('Cannot remove more than current stock (0)')
})

test('names what blocks a removal', () => {
  expect(cannotRemove(there)).toBe('Only 0 of 14 can be removed: 14 are reserved')
  expect(cannotRemove({ ...there, available: 1, expired: 1, asked: 9 })).toBe(
    'Only 1 of 14 can be removed: 12 are reserved, 1 has expired',
  )
  expect(cannotRemove({ ...there, available: 3, expired: 11 })).toBe('Only 3 of 14 can be removed: 11 have expired')
  expect(cannotRemove({ ...there, asked: 1, available: 0.2, on_hand: 1, expired: 0.7 })).toBe(
    'Only 0.2 of 1 can be removed: 0.1 are reserved, 0.7 have expired',
  )
})

test('a reason that ends a hold names the units on hold, however much is on hand', () => {
  const held = { ...there, account: 'held' }
  expect(cannotRemove(held)).toBe('Nothing is on hold here')
  expect(cannotRemove({ ...held, available: 1 })).toBe('Only 1 is on hold')
  expect(cannotRemove({ ...held, available: 4 })).toBe('Only 4 are on hold')
})
