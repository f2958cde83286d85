import { expect, test } from 'vitest'
import { fitOf, hasWord, markedParts, type TextFit } from './match-text.ts'

test.each<[string, string, TextFit | null]>([
  ['new sal', 'New sales order', 'beginning'],
  ['order sales', 'New sales order', 'words'],
  ['CREME', 'Crème brûlée', 'beginning'],
  ['ales', 'New sales order', 'inside'],
  ['slaes', 'New sales order', 'similar'],
  ['ordr', 'New sales order', 'similar'],
  ['ordder', 'New sales order', 'similar'],
  ['ordar', 'New sales order', 'similar'],
  ['xrder', 'New sales order', 'similar'],
  ['slt', 'New sales order', null],
  ['salesx99', 'New sales order', null],
  ['purchase', 'New sales order', null],
  ['', 'New sales order', 'words'],
])('%j fits %j: %j', (typed, name, fit) => {
  expect(fitOf(typed, name)).toBe(fit)
})

test('other words only match by their beginnings', () => {
  expect(fitOf('night', 'Dark mode', 'night theme')).toBe('words')
  expect(fitOf('eme', 'Dark mode', 'night theme')).toBe(null)
})

test.each<[string, string[], string]>([
  ['Crème brûlée torch', ['creme', 'tor'], '[Crème] brûlée [tor]ch'],
  ['SO-482913-007', ['007'], 'SO-482913-[007]'],
  ['SO-482913-007', ['829'], 'SO-4[829]13-007'],
  ['Chai chair', ['chai'], '[Chai] [chai]r'],
  ['Chang', ['beer'], 'Chang'],
  ['', ['x'], ''],
])('in %j the words %j are marked', (text, words, expected) => {
  const shown = markedParts(text, words).map((part) => (part.isMarked ? `[${part.text}]` : part.text))
  expect(shown.join('')).toBe(expected)
})

test('a text matches if one of its words begins with the search, in any case and without accents', () => {
  expect(hasWord('Buying: Suppliers and “Café” orders', 'cafe')).toBe(true)
  expect(hasWord('Buying: Suppliers and “Café” orders', 'supp')).toBe(true)
  expect(hasWord('Buying: Suppliers and “Café” orders', 'pliers')).toBe(false)
})
