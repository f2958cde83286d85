import { expect, test } from 'vitest'
import type { ProductToCount } from '../../contract/stock-counts.ts'
import { lotOfCode, scannedSince, unexpectedLots, withScanned } from './count-values.ts'

const product = (...numbers: string[]) =>
  ({ lots: numbers.map((lot_number) => ({ lot_id: `id ${lot_number}`, lot_number })) }) as ProductToCount

test.each([
  ['the lot that it names', ['', 'A', 'B'], 'B', 'B'],
  ['no lot that isn’t here', ['A', 'B'], 'C', undefined],
  ['no lot if it names none of several', ['', 'A'], '', undefined],
  ['the only lot if it names none', ['A'], '', 'A'],
  ['no other lot than the only one', ['A'], 'B', undefined],
  ['the units without a lot, if there are no lots', [''], 'B', ''],
])('a code counts %s', (_what, numbers, scanned, lot) => {
  expect(lotOfCode(product(...numbers), scanned)?.lot_number).toBe(lot)
})

test('scanned units are added to the counts of their lots, and the others are named', () => {
  const tea = product('A', 'B')
  const before = { A: 1, C: 1 }
  const now = { A: 3, B: 12, C: 2 }
  expect(withScanned(tea, { 'id A': 5 }, scannedSince(before, now))).toEqual({ 'id A': 7, 'id B': 12 })
  expect(unexpectedLots(tea, now)).toEqual(['C'])
})
