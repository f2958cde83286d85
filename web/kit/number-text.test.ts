import { expect, test } from 'vitest'
import { numberProblem, numberText, readNumber, stepped } from './number-text.ts'

test.each([
  ['12', 12],
  [' 1,234.50 ', 1234.5],
  ['$19', 19],
  ['−2', -2],
  ['-$2.5', -2.5],
  ['.5', 0.5],
  ['3.', 3],
  ['007', 7],
  ['1,500', 1500],
  ['0.500', 0.5],
  ['', ''],
  ['   ', ''],
])('%j is read as %j', (typed, read) => {
  expect(readNumber(typed)).toBe(read)
})

test.each([
  'abc',
  '1e309',
  '1e3',
  '12x',
  '1,5',
  '1,23',
  '0,500',
  '1,2345',
  '--1',
  '.',
  '-',
  '1.2.3',
  'NaN',
  'Infinity',
  '9007199254740993',
  '0x10',
])('%j is kept as it was typed, for the form to refuse', (typed) => {
  expect(readNumber(typed)).toBe(typed)
})

test('a value becomes text that reads as the same value', () => {
  for (const value of [0, 1, -3, 0.0001, 1e-7, 99_999_999_999.9999]) expect(readNumber(numberText(value))).toBe(value)
  expect(numberText(null)).toBe('')
})

test('an amount shows its cents, and fractions of a cent if there are any', () => {
  expect(numberText(32.9, 2)).toBe('32.90')
  expect(numberText(19, 2)).toBe('19.00')
  expect(numberText(0.1234, 2)).toBe('0.1234')
  expect(numberText('abc', 2)).toBe('abc')
})

test('steps have no binary noise', () => {
  expect(stepped(0.1, 0.2)).toBe(0.3)
  expect(stepped(19.99, 0.01)).toBe(20)
})

test.each([
  ['1,5', 'Use a period for decimals, like 1.5'],
  ['-$12,50 ', 'Use a period for decimals, like 1.5'],
  ['0,500', 'Use a period for decimals, like 1.5'],
  ['1.234,50', 'Use a period for decimals, like 1.5'],
  ['9007199254740993', 'This number has too many digits'],
  ['0.1234567890123456', 'This number has too many digits'],
  ['abc', null],
  ['12x', null],
  ['1,2,3', null],
])('the problem of %j is %j', (typed, problem) => {
  expect(readNumber(typed)).toBe(typed)
  expect(numberProblem(typed)).toBe(problem)
})
