import { expect, test } from 'vitest'
import { bytesText, shortStepText, stepText } from './report-text.ts'

test.each([
  [0, '0 kB'],
  [640_300, '640 kB'],
  [12_449_000, '12.4 MB'],
  [1_250_000_000, '1,250 MB'],
])('%i bytes read %j', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

test.each([
  ['day', '2026-03-02', '2 Mar 2026', '2 Mar'],
  ['week', '2026-03-02', 'Week of 2 Mar 2026', '2 Mar'],
  ['month', '2026-03-01', 'March 2026', 'Mar 26'],
  ['year', '2026-01-01', '2026', '2026'],
] as const)('a %s that begins on %s reads %j, and %j where space is short', (step, begins, long, short) => {
  expect([stepText(step, begins), shortStepText(step, begins)]).toEqual([long, short])
})
