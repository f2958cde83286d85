import { expect, test } from 'vitest'
import { dayBefore } from '../kit/read-day.ts'
import { type End, endDay, endInput, endText, isSamePeriod, periodsOf, wrongDay } from './explain-periods.ts'

test.each([
  ['2026-11-20', '2026-11-19', '2026-10-31', '2026-09-30', '2025-12-31'],
  ['2026-01-01', '2025-12-31', '2025-12-31', '2025-11-30', '2025-12-31'],
])('periods seen from %s', (today, yesterday, lastMonth, monthBefore, lastYear) => {
  const now = { kind: 'now' }
  expect(periodsOf(today)).toEqual({
    day: { label: 'Today', since: yesterday, end: now },
    month: { label: 'This month', since: lastMonth, end: now },
    lastMonth: { label: 'Last month', since: monthBefore, end: { kind: 'day', day: lastMonth } },
    year: { label: 'This year', since: lastYear, end: now },
  })
})

test('the day before is in the month before, and in a leap year on 29 February', () => {
  expect(dayBefore('2028-03-01')).toBe('2028-02-29')
})

test.each<[End, string | undefined, string, string]>([
  [{ kind: 'now' }, undefined, '', 'Now'],
  [{ kind: 'day', day: '2026-06-30' }, '2026-06-30', '2026-06-30', '30 Jun 2026'],
  [{ kind: 'moment', as_of: '2026-06-30T14:05' }, '2026-06-30T14:05', '2026-06-30', '30 Jun 2026, 14:05'],
  [{ kind: 'moment', as_of: '2026-06-30T23:30:11Z' }, '2026-06-30T23:30:11Z', '2026-07-01', '1 Jul 2026, 01:30:11'],
])('an end for the server, in its field and in words: %j', (end, input, day, text) => {
  expect([endInput(end), endDay(end, 'Europe/Berlin'), endText(end, 'Europe/Berlin')]).toEqual([input, day, text])
})

test('a period to a moment of a day is not the one to its end', () => {
  const end: End = { kind: 'day', day: '2026-06-30' }
  const period = { since: '2026-05-31', end }
  expect(isSamePeriod(period, { ...period, end: { ...end } })).toBe(true)
  expect(isSamePeriod(period, { ...period, end: { kind: 'moment', as_of: '2026-06-30T14:05' } })).toBe(false)
  expect(isSamePeriod(period, { ...period, end: { kind: 'now' } })).toBe(false)
})

test.each([
  ['', 'Choose a day'],
  ['2026-02-30', 'Enter a date like 20 Nov 2026'],
  ['5.12.2026', 'This could be 5 Dec or 12 May. Write the month as a word.'],
  ['0026-11-20', 'Date can’t be before 1970'],
  ['1969-12-31', 'Date can’t be before 1970'],
  ['1970-01-01', null],
  ['2026-11-21', 'Date can’t be in the future'],
  ['2026-11-20', null],
])('%j as a day', (text, problem) => {
  expect(wrongDay(text, '2026-11-20')).toBe(problem)
})
