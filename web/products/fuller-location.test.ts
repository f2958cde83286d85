import { expect, test } from 'vitest'
import { fullerLocation } from './fuller-location.ts'

const at = (location_name: string, on_hand: number) => ({ location_name, on_hand })

test.each([
  ['another location holds most', 'Shop', [at('Shop', 2), at('Main', 5)], 'Main'],
  ['the location it names does not exist', 'Cellar', [at('Main', 5)], 'Main'],
  ['its location holds most', 'Main', [at('Main', 5), at('Shop', 2)], null],
  ['its location is written in other letters', 'main', [at('Main', 5)], null],
  ['its location holds as much as another', 'Shop', [at('Main', 3), at('Shop', 3)], null],
  ['nothing is anywhere', 'Shop', [at('Main', 0), at('Shop', 0)], null],
  ['it names no location', null, [at('Main', 5)], null],
])('a location mismatch: %s', (_case, location, locations, elsewhere) => {
  expect(fullerLocation(location, locations)).toBe(elsewhere)
})
