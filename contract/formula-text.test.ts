import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCellText, fromCellText } from './formula-text.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-5', "'-5"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\tx', "'\tx"],
  ['\r=x', "'\r=x"],
  ['\0', "'\0"],
  ['＝1', "'＝1"],
  ['", =1', '\'", =1'],
  ["'=1", "''=1"],
  ['Bolt', 'Bolt'],
  ["'tis a bolt", "'tis a bolt"],
  ['5-6', '5-6'],
  ['', ''],
])('%j is written as %j in a cell', (text, cell) => {
  expect(asCellText(text)).toBe(cell)
  expect(fromCellText(cell)).toBe(text)
})

test('every text round-trips, and no cell starts like a formula', () => {
  const texts = fc.string({ unit: fc.constantFrom(...`'"=+-@,; \t\r\n\0＝ab1`.split('')), maxLength: 8 })
  fc.assert(
    fc.property(texts, (text) => {
      expect(fromCellText(asCellText(text))).toBe(text)
      expect(asCellText(text)).not.toMatch(/^[=+\-@\t\r\0＝]/)
    }),
  )
})
