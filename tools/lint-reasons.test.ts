import { expect, test } from 'vitest'
import { checkLintReasons, withoutReason } from './lint-reasons.ts'

test('a rule is turned off with a reason', () => {
  expect(checkLintReasons()).toEqual([])
  const off = ['ox', 'lint-disable-next-line no-empty'].join('')
  expect(withoutReason(`// ${off}`)).toEqual([expect.stringMatching(/^1: add the reason/)])
  expect(withoutReason(`// ${off} -- one control`)).toHaveLength(1)
  expect(withoutReason(`// ${off} -- its steps share one count`)).toEqual([])
  expect(withoutReason(`\n{/* ${off} -- keys come from links */}`)).toEqual([])
  expect(withoutReason(`// es${off.slice(2)} -- its steps share one count`)).toEqual([
    expect.stringMatching(/^1: the linter is oxlint/),
  ])
})
