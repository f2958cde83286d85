import { expect, test } from 'vitest'
import { shortDayText } from './day-text.ts'
import { relativeTime } from './relative-time.ts'
import { dateText } from './time-text.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const before = (seconds: number) => relativeTime(new Date(now - seconds * 1_000).toISOString(), now)

test('an age is shown in its largest whole unit', () => {
  expect(before(-90)).toBe('just now')
  expect(before(59)).toBe('just now')
  expect(before(60)).toBe('1 minute ago')
  expect(before(3 * 3_600 + 5)).toBe('3 hours ago')
  expect(before(86_400)).toBe('1 day ago')
  expect(before(45 * 86_400)).toBe('1 month ago')
  expect(before(800 * 86_400)).toBe('2 years ago')
})

test('a date names its year', () => {
  expect(dateText('2025-03-09T12:00:00Z')).toBe('9 Mar 2025')
})

test("in a narrow column a day shows its year only if it isn't the current one", () => {
  expect(shortDayText('2026-11-28', '2026-11-02')).toBe('28 Nov')
  expect(shortDayText('2027-01-02', '2026-11-02')).toBe('2 Jan 2027')
})
