import { expect, test } from 'vitest'
import { lowNote } from './low-note.ts'

test('low products are split as in the chart, if some of them are out of stock', () => {
  expect(lowNote(8, 4)).toBe('4 low, 4 out of stock')
  expect(lowNote(8, 0)).toBe('at or below the minimum')
})
