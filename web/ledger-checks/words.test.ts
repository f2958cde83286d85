import { expect, test } from 'vitest'
import { resultsByGroup, stateOf } from './words.ts'

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

test('rules are shown by subject, each with its result', () => {
  const rules = ['skus-are-unique', 'no-balance-is-negative', 'totals-are-the-levels']
  const broken = [{ rule: 'no-balance-is-negative', rows: 2 }]
  expect(resultsByGroup({ rules, broken, unfinished: ['totals-are-the-levels'] })).toEqual([
    {
      title: 'Stock',
      results: [
        { rule: 'no-balance-is-negative', text: 'No stock level is negative', violations: 2 },
        {
          rule: 'totals-are-the-levels',
          text: 'Product totals are the sum of their locations',
          violations: null,
        },
      ],
    },
    {
      title: 'Records and search',
      results: [{ rule: 'skus-are-unique', text: 'SKUs are unique', violations: 0 }],
    },
  ])
})

test('a violated rule is shown even if the check named no rules, and an unknown one as the sentence in its name', () => {
  expect(resultsByGroup({ rules: [], broken: [{ rule: 'carts-are-full', rows: 1 }], unfinished: [] })).toEqual([
    { title: 'Other', results: [{ rule: 'carts-are-full', text: 'Carts are full', violations: 1 }] },
  ])
})
