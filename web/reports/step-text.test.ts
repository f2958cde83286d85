import { expect, test } from 'vitest'
import { shortStepText, stepText } from './step-text.ts'

test.each([
  ['day', '2026-03-02', '2 Mar 2026', '2 Mar'],
  ['week', '2026-03-02', 'Week of 2 Mar 2026', '2 Mar'],
  ['month', '2026-03-01', 'Mar 2026', 'Mar 26'],
  ['year', '2026-01-01', '2026', '2026'],
] as const)('a %s that begins on %s reads %j, and %j where space is short', (step, begins, long, short) => {
  expect([stepText(step, begins), shortStepText(step, begins)]).toEqual([long, short])
})
