import { expect, test } from 'vitest'
import { bareTrims, checkTrimming } from './trimming.ts'

test.each([
  ['const name = input.name.trim()', true],
  ['  .trim()', true],
  ['cells[column]?.trimEnd()', true],
  ['const name = trimmed(input.name)', false],
  [' * `.trim()` would leave marks', false],
])('%s', (line, isRefused) => {
  expect(bareTrims(line)).toHaveLength(isRefused ? 1 : 0)
})

test('the server and the contract trim what people enter by one rule', () => {
  expect(checkTrimming()).toEqual([])
})
