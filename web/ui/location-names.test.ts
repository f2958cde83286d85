import { expect, test } from 'vitest'
import type { Location } from '../../contract/locations.ts'
import { locationNames } from './location-names.ts'

const locations = ['Attic', 'Barn', 'Cellar', 'Depot'].map((name) => ({ id: name.toLowerCase(), name })) as Location[]

test.each([
  [['attic'], 'Attic'],
  [['attic', 'barn'], 'Attic and Barn'],
  [['attic', 'barn', 'cellar', 'depot'], 'Attic, Barn and 2 more'],
  [['attic', 'gone'], 'Attic'],
  [['gone', 'attic', 'barn', 'cellar'], 'Attic, Barn and 1 more'],
  [['gone'], 'deleted locations'],
])('%j reads "%s"', (ids, text) => {
  expect(locationNames(ids, locations)).toBe(text)
})

test('no names before the locations are loaded', () => {
  expect(locationNames(['attic'], [])).toBe('')
})
