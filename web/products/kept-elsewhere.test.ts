import { expect, test } from 'vitest'
import { keptElsewhere } from './kept-elsewhere.ts'

const place = (location_name: string, on_hand: number) => ({ location_name, on_hand })

test.each([
  ['another place holds most', 'Shop', [place('Shop', 2), place('Main', 5)], 'Main'],
  ['the place it says does not exist', 'Cellar', [place('Main', 5)], 'Main'],
  ['its place holds most', 'Main', [place('Main', 5), place('Shop', 2)], null],
  ['its place is written in other letters', 'main', [place('Main', 5)], null],
  ['its place holds as much as another', 'Shop', [place('Main', 3), place('Shop', 3)], null],
  ['nothing is anywhere', 'Shop', [place('Main', 0), place('Shop', 0)], null],
  ['it says no place', null, [place('Main', 5)], null],
])('a location mismatch: %s', (_case, location, places, elsewhere) => {
  expect(keptElsewhere(location, places)).toBe(elsewhere)
})
