import { expect, test } from 'vitest'
import { whenText } from './when-text.ts'

/** A moment of the reader's own clock, wherever the test runs. */
const local = (text: string) => new Date(text).toISOString()
const now = new Date('2026-11-20T14:05:00').getTime()

test.each([
  ['2026-11-20T09:14:00', 'today 09:14'],
  ['2026-11-20T00:00:00', 'today 00:00'],
  ['2026-11-19T23:59:59', 'yesterday 23:59'],
  ['2026-11-18T11:30:00', '18 Nov 11:30'],
  ['2026-01-05T08:00:00', '5 Jan 08:00'],
  ['2025-12-31T23:59:00', '31 Dec 2025'],
])('%s reads %s', (at, text) => {
  expect(whenText(local(at), now)).toBe(text)
})
