import { describe, expect, test } from 'vitest'
import { decimalSeparatorOf, numberFromText } from './number-text.ts'

test.each([
  ['1234.5', 1234.5],
  [' 12 ', 12],
  ['\u200e12\u200f', 12],
  ['.5', 0.5],
  ['-3', -3],
  ['+3', 3],
  ['1.234', 1.234],
  ['1e3', 1000],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234,50', 1234.5],
  ['1.234.567', 1_234_567],
  ['1 234,50', 1234.5],
  ['1\u202F234\u00A0567', 1_234_567],
  ["12'345.60", 12_345.6],
  ['19,9', 19.9],
  ['1234,567', 1234.567],
  ['0,125', 0.125],
  [',5', 0.5],
  ['-1.234,5', -1234.5],
])('%j is %d', (text, value) => {
  expect(numberFromText(text)).toBe(value)
})

test.each(['', '-', 'abc', '1,2,3', '12,34,567', '1,234.5.6', '1.2.3', '1234 567', '5 %', '1,,2', '0x10', 'Infinity'])(
  '%j is no number',
  (text) => {
    expect(numberFromText(text)).toBeNaN()
  },
)

describe('a number with two readings is not guessed', () => {
  test('a comma before three digits', () => {
    expect(numberFromText('1,234')).toEqual({ either: [1234, 1.234] })
    expect(numberFromText('-12,500')).toEqual({ either: [-12_500, -12.5] })
  })

  test('a point before three digits only where points may separate thousands', () => {
    expect(numberFromText('1.234', { pointMayGroup: true })).toEqual({ either: [1234, 1.234] })
    expect(numberFromText('0.234', { pointMayGroup: true })).toBe(0.234)
    expect(numberFromText('19.99', { pointMayGroup: true })).toBe(19.99)
  })
})

describe('the decimal separator', () => {
  test.each([
    ['19.9', '.'],
    ['.5', '.'],
    ['1,234.50', '.'],
    ['1,234,567', '.'],
    ["12'345.60", '.'],
    ['19,9', ','],
    ['1234,567', ','],
    ['0,125', ','],
    ['-1.234,5', ','],
    ['1.234.567', ','],
    ['1 234,50', ','],
  ])('%j shows %j', (text, separator) => {
    expect(decimalSeparatorOf(text)).toBe(separator)
  })

  test.each(['1,234', '1.234', '12', '1 234', '1.2.3', 'abc', 'a,b', ''])('%j shows none', (text) => {
    expect(decimalSeparatorOf(text)).toBeUndefined()
  })

  test('decides between two readings', () => {
    expect(numberFromText('1,234', { decimal: '.' })).toBe(1234)
    expect(numberFromText('-1,234', { decimal: ',' })).toBe(-1.234)
    expect(numberFromText('1.234', { decimal: '.', pointMayGroup: true })).toBe(1.234)
    expect(numberFromText('1.234', { decimal: ',' })).toBe(1234)
    expect(numberFromText('1,234.5', { decimal: ',' })).toBe(1234.5)
  })
})
