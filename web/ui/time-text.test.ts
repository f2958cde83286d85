import { expect, test } from 'vitest'
import { dayIn, dueWords, expectedText, shortDayText } from './day-text.ts'
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

test('the day can be another one elsewhere', () => {
  const at = new Date('2026-11-20T23:30:00Z')
  expect(['UTC', 'Pacific/Auckland', 'America/New_York'].map((zone) => dayIn(zone, at))).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-20',
  ])
})

test('goods that should have arrived are late', () => {
  expect([dueWords(false), dueWords(true)]).toEqual(['due', 'late, due'])
  expect([expectedText('2026-11-01', false), expectedText('2026-11-01', true)]).toEqual([
    '1 Nov 2026',
    '1 Nov 2026, late',
  ])
})
