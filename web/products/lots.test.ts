import { expect, test } from 'vitest'
import { type Lot, lotsOf, moreLots } from './lots.ts'

const lot = (lot_number: string, more: Partial<Lot> = {}): Lot => ({
  lot_id: '0198c000-0000-7000-8000-000000000001',
  lot_number,
  expires_on: null,
  is_expired: false,
  on_hand: 3,
  available: 2,
  reserved: 1,
  held: 0,
  in_transit: 0,
  incoming: 0,
  ...more,
})

test('lists lots with stock, the first to expire on top and those that never expire last', () => {
  const lots = [
    lot('never'),
    lot('late', { expires_on: '2027-03-01' }),
    lot(''),
    lot('soon', { expires_on: '2026-12-24' }),
    lot('gone', { on_hand: 0 }),
    lot('held', { on_hand: 0, held: 1, expires_on: '2028-01-01' }),
  ]
  expect(lotsOf({ lots }).map(({ lot_number }) => lot_number)).toEqual(['soon', 'late', 'held', 'never'])
})

test('one more lot is singular', () => {
  expect([1, 2].map(moreLots)).toEqual(['1 more lot', '2 more lots'])
})
