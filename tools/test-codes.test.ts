import { expect, test } from 'vitest'
import { checkTestCodes, codesIn, keyOf } from './test-codes.ts'

test('every code in the title of a test is explained', () => {
  expect(checkTestCodes()).toEqual([])
})

test('codes are read at the beginning of a title and in parentheses', () => {
  const source = `
test('B3, F16: two lose one', () => {})
describe('formulas (S30)', () => {
  it(
    "P1: a model",
    () => {})
  test("V8's heap, and B1 in the middle: no code", () => {})
})`
  expect(codesIn(source)).toEqual([
    { code: 'B3', line: 2 },
    { code: 'F16', line: 2 },
    { code: 'S30', line: 3 },
    { code: 'P1', line: 4 },
  ])
})

test('a document explains codes in the first cell of a row, or in bold', () => {
  const document = 'As **P1** shows, B9 isn’t.\n| B1 | a row |\n| F4, F5: the disk is full | x |\n| no code B7: here |'
  expect([...keyOf(document)]).toEqual(['B1', 'F4', 'F5', 'P1'])
})
