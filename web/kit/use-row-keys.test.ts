import { expect, test } from 'vitest'
import { rowAfter } from './use-row-keys.ts'

test('arrow keys move between rows and stay in the table, Home and End go to its ends', () => {
  expect(rowAfter('ArrowDown', 3, 10)).toBe(4)
  expect(rowAfter('ArrowDown', 9, 10)).toBe(9)
  expect(rowAfter('ArrowUp', 3, 10)).toBe(2)
  expect(rowAfter('ArrowUp', 0, 10)).toBe(0)
  expect([rowAfter('Home', 5, 10), rowAfter('End', 5, 10)]).toEqual([0, 9])
  expect([rowAfter('Enter', 5, 10), rowAfter('e', 5, 10), rowAfter('toString', 5, 10)]).toEqual([null, null, null])
})
