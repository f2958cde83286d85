import { expect, test } from 'vitest'
import { ruleText, stateOf } from './words.ts'

const checked_at = '2026-11-22T08:00:00Z'
const at = (hours: number) => Date.parse(checked_at) + hours * 3_600_000
const rule = 'no-balance-is-negative'

test("violated rules come before unchecked ones, and an old check doesn't count as sound", () => {
  const sound = { checked_at, broken: [], unfinished: [] }
  expect(stateOf(sound, at(1))).toBe('sound')
  expect(stateOf(sound, at(49))).toBe('sound')
  expect(stateOf(sound, at(51))).toBe('late')
  expect(stateOf({ ...sound, unfinished: [rule] }, at(51))).toBe('unfinished')
  expect(stateOf({ ...sound, unfinished: [rule], broken: [{ rule, rows: 1 }] }, at(51))).toBe('broken')
  expect(stateOf({ ...sound, checked_at: null }, at(1))).toBe('unchecked')
})

test('a rule is shown as the sentence in its name', () => {
  expect(ruleText('no-balance-is-negative')).toBe('No balance is negative')
})
