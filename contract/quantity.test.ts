import { describe, expect, test } from 'vitest'
import { fifteenDigits, plainDigits, roundTo, smallestUnits } from './quantity.ts'

describe('rounding', () => {
  test.each([
    [0.1 + 0.2, 4, 0.3],
    [1.005, 2, 1.01],
    [0.00005, 4, 0.0001],
    [1e-7, 4, 0],
    [99_999_999_999.9999, 4, 99_999_999_999.9999],
    [-1.25, 1, -1.2],
    [0, 4, 0],
  ])('%d to %d decimals is %d', (value, decimals, rounded) => {
    expect(roundTo(value, decimals)).toBe(rounded)
  })
})

test('smallest units are read from the digits', () => {
  expect(smallestUnits(0.07, 2)).toBe(7n)
  expect(smallestUnits(-19.99, 2)).toBe(-1999n)
  expect(smallestUnits(99_999_999_999.9999, 4)).toBe(999_999_999_999_999n)
})

test('fifteen digits are exact', () => {
  expect(fifteenDigits(19.9 * 3)).toBe(59.7)
  expect(fifteenDigits(99_999_999_999.9999)).toBe(99_999_999_999.9999)
})

test('plain digits have no exponent', () => {
  expect(plainDigits(1e-7)).toBe('0.0000001')
  expect(plainDigits(99_999_999_999.9999)).toBe('99999999999.9999')
  expect(plainDigits(-3)).toBe('-3')
})
