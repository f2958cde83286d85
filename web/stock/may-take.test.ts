import { expect, test } from 'vitest'
import type { ProductStock } from '../../contract/stock.ts'
import { mayTake, tooMany, tooManyForAny } from './may-take.ts'

const main = 'main'
const taken = { reason_code: 'other', account: 'available' as const }
const stock = {
  on_hand: 20,
  locations: [{ location_id: main, on_hand: 14 }],
  may_take: [
    { ...taken, location_id: null, quantity: 6, expired: 2 },
    { ...taken, location_id: main, quantity: 0, expired: 2 },
    { ...taken, reason_code: 'held_scrap', account: 'held', location_id: null, quantity: 3, expired: 0 },
  ],
} as unknown as ProductStock

test('a dialog says what reserves goods at its location, and the current stock if more is requested', () => {
  expect(tooMany(stock, 'other', main, 1)).toBe('Only 0 of 14 can be removed: 12 are reserved, 2 have expired')
  expect(tooMany(stock, 'other', main, 15)).toBe(
    'Cannot remove more than current stock (14), of which 12 are reserved and 2 have expired',
  )
  expect(tooMany(stock, 'other', null, 6)).toBeUndefined()
  expect(tooMany(stock, 'other', '', 7)).toBe('Only 6 of 20 can be removed: 12 are reserved, 2 have expired')
})

test('a location that never held stock has nothing on hand and nothing on hold', () => {
  expect(mayTake(stock, 'other', 'attic')).toBe(0)
  expect(tooMany(stock, 'other', 'attic', 1)).toBe('Cannot remove more than current stock (0)')
  expect(tooMany(stock, 'held_scrap', null, 4)).toBe('Only 3 are on hold')
  expect(tooMany(stock, 'held_scrap', 'attic', 1)).toBe('Nothing is on hold here')
})

test('before a reason is chosen, only more than any of them can take is too many', () => {
  expect(tooManyForAny(stock, null, 20)).toBeUndefined()
  expect(tooManyForAny(stock, null, 999)).toBe('Cannot remove more than current stock (20)')
  expect(tooManyForAny(stock, main, 15)).toBe('Cannot remove more than current stock (14)')
  const held = { ...stock, on_hand: 1 } as ProductStock
  expect(tooManyForAny(held, '', 6)).toBeUndefined()
})
