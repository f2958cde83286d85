import { expect, test } from 'vitest'
import { type ExplainedLot, expiredAt } from './explained.ts'

const numbers = { on_hand: 3, available: 2, reserved: 1, held: 0, in_transit: 0, incoming: 0 }
const lot = (lot_id: string, more: Partial<ExplainedLot> = {}): ExplainedLot => ({
  ...numbers,
  lot_id,
  lot_number: lot_id,
  ...more,
})
const location = (location_id: string, lots: ExplainedLot[]) => ({
  ...numbers,
  location_id,
  location_name: location_id,
  lots,
})

test('expired units that are still available are summed over all locations, at one location, or for one lot there', () => {
  const old = lot('old', { is_expired: true })
  const stock = { locations: [location('here', [old, lot('new')]), location('there', [{ ...old, available: 0.3 }])] }
  expect(expiredAt(stock)).toBe(2.3)
  expect(expiredAt(stock, 'there')).toBe(0.3)
  expect(expiredAt(stock, 'here', 'new')).toBe(0)
  expect(expiredAt(stock, 'here', 'old')).toBe(2)
  expect(expiredAt({ locations: [] })).toBe(0)
})
