import { expect, test } from 'vitest'
import { initialsOf } from './person-name.ts'

test.each([
  ['anna.field', 'AF'],
  ['anna', 'AN'],
  ['anna_', 'AN'],
  ['Anna Field', 'AF'],
  ['Anna van der Field', 'AF'],
  ['Éva', 'ÉV'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
