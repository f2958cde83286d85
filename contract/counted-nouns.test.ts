import { expect, test } from 'vitest'
import { byCount, counted, nounFor } from './counted-nouns.ts'

test('one is singular, every other number is plural, thousands are grouped', () => {
  expect([0, 1, 2, 0.5, 1.5, 1234].map((count) => counted(count, 'unit'))).toEqual([
    '0 units',
    '1 unit',
    '2 units',
    '0.5 units',
    '1.5 units',
    '1,234 units',
  ])
  expect([nounFor(1, 'category'), nounFor(3, 'category')]).toEqual(['category', 'categories'])
})

test('a sentence is chosen as a whole, and its values are filled in as they are', () => {
  const sentences = { one: '{count} of {name} has expired', other: '{count} of {name} have expired' }
  expect(byCount(1, sentences, { name: '{count} bolts' })).toBe('1 of {count} bolts has expired')
  expect(byCount(1200, sentences, { name: 'Bolt' })).toBe('1,200 of Bolt have expired')
})
