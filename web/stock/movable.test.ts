import { expect, test } from 'vitest'
import type { ProductStock } from '../../contract/stock.ts'
import { lotsAt, movable } from './movable.ts'

const lot = (lot_id: string, lot_number: string, available: number, expires_on: string | null, is_expired = false) => ({
  lot_id,
  lot_number,
  available,
  expires_on,
  is_expired,
})
const stock = {
  locations: [
    {
      location_id: 'main',
      location_name: 'Main Warehouse',
      available: 50.3,
      lots: [lot('none', '', 38.2, null), lot('old', 'OLD', 12.1, '2020-01-31', true), lot('gone', 'GONE', 0, null)],
    },
    { location_id: 'shop', location_name: 'Shop floor', available: 4, lots: [lot('none', '', 4, null)] },
  ],
} as unknown as ProductStock

test('a transfer takes what has not expired, or the units of the lot it names', () => {
  expect(movable(stock, 'main', '')).toEqual({ available: 38.2, expired: 12.1, name: 'Main Warehouse' })
  expect(movable(stock, 'main', 'old')).toEqual({ available: 12.1, expired: 0, name: 'Main Warehouse' })
  expect(movable(stock, 'elsewhere', '')).toEqual({ available: 0, expired: 0, name: 'this location' })
})

test('lots are offered where there are any, with what each has and when it expires', () => {
  expect(lotsAt(stock, 'main').map(({ label }) => label)).toEqual([
    'Earliest expiry first',
    'Without a lot · 38.2 available',
    'Lot OLD · 12.1 available · expired 31 Jan 2020',
  ])
  expect(lotsAt(stock, 'shop')).toEqual([])
  expect(lotsAt(undefined, '')).toEqual([])
})
