import { expect, test } from 'vitest'
import { initialsOf, nameOf } from './person-name.ts'

test.each([
  ['', 'anna.field@example.com', 'AF'],
  ['', 'anna@example.com', 'AN'],
  ['', 'anna_@example.com', 'AN'],
  ['Anna Field', 'a@example.com', 'AF'],
  ['Anna van der Field', 'a@example.com', 'AF'],
  ['Éva', 'a@example.com', 'ÉV'],
])('the initials of %j at %s are %s', (name, email, initials) => {
  expect(initialsOf(name, email)).toBe(initials)
})

test('a name is what the person gave, whatever else an account may hold in its place', () => {
  expect(nameOf({ user_metadata: { full_name: ' Anna Field ' } })).toBe('Anna Field')
  expect(nameOf({ user_metadata: { full_name: 42 } })).toBe('')
  expect(nameOf({ user_metadata: {} })).toBe('')
  expect(nameOf(undefined)).toBe('')
})
