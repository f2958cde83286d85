import { expect, test } from 'vitest'
import { proposedLocations } from './proposed-locations.ts'

const at = (location_id: string, available: number, is_low = false, more = {}) => ({
  location_id,
  available,
  is_low,
  on_hand: available,
  in_transit: 0,
  incoming: 0,
  min_stock_level: is_low ? 5 : 0,
  ...more,
})
const locations = (...ids: string[]) => ids.map((id) => ({ id }))

test('a transfer leaves the location with the most available', () => {
  const stock = { locations: [at('shop', 3), at('main', 40), at('van', 0)] }
  expect(proposedLocations(stock, locations('main', 'shop', 'van')).from).toBe('main')
})

test('a transfer goes to the only other location', () => {
  expect(proposedLocations({ locations: [at('main', 40)] }, locations('main', 'shop'))).toEqual({
    from: 'main',
    to: 'shop',
  })
})

test('of several others, a transfer goes to the only one that is low; otherwise the user chooses', () => {
  const destinations = locations('main', 'shop', 'van')
  const one = { locations: [at('main', 40), at('shop', 2, true), at('van', 9)] }
  expect(proposedLocations(one, destinations).to).toBe('shop')
  const two = { locations: [at('main', 40), at('shop', 2, true), at('van', 1, true)] }
  expect(proposedLocations(two, destinations).to).toBe('')
  const none = { locations: [at('main', 40, true), at('shop', 2)] }
  expect(proposedLocations(none, destinations).to).toBe('')
})

test('a low location that gets above its minimum with what is on its way there isn’t proposed', () => {
  const destinations = locations('main', 'shop', 'van')
  const to = (more: object) =>
    proposedLocations({ locations: [at('main', 40), at('shop', 2, true, more), at('van', 2, true)] }, destinations).to
  expect(to({ in_transit: 4 })).toBe('van')
  expect(to({ in_transit: 1, incoming: 3 })).toBe('van')
  expect(to({ in_transit: 3 })).toBe('')
})

test("nothing is proposed if nothing is available or the product isn't known yet", () => {
  expect(proposedLocations({ locations: [at('main', 0)] }, locations('main', 'shop'))).toEqual({ from: '', to: '' })
  expect(proposedLocations(undefined, locations('main', 'shop'))).toEqual({ from: '', to: '' })
})
