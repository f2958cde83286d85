import { expect, test } from 'vitest'
import { dayProblem, readDay } from './read-day.ts'

test.each([
  ['20 Nov 2026', '2026-11-20'],
  [' 3 september 2025 ', '2025-09-03'],
  ['20 nov', '2026-11-20'],
  ['20. Nov. 2026', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['11/20/2026', '2026-11-20'],
  ['20.11.26', '2026-11-20'],
  ['4/4/2026', '2026-04-04'],
  ['13/1', '2026-01-13'],
  ['2026-11-20', '2026-11-20'],
  ['29 Feb 2028', '2028-02-29'],
  ['today', '2026-03-01'],
  ['Yesterday', '2026-02-28'],
  ['tomorrow', '2026-03-02'],
  ['Nov 20', '2026-11-20'],
  ['November 20, 2025', '2025-11-20'],
  ['Nov. 3rd 25', '2025-11-03'],
  ['1st December', '2026-12-01'],
])('%s is the day %s', (typed, day) => {
  expect(readDay(typed, '2026-03-01')).toBe(day)
})

test.each([
  '',
  'soon',
  '29 Feb 2026',
  '31/04/2026',
  '02/30/2026',
  '13/13/2026',
  '20',
  '20 Nov 20261',
  'Nov',
  'Nov 2026',
  'Feb 29, 2026',
  'Brot 5',
  '2026-13-01',
  '0 Jan 2026',
])("“%s” isn't a day", (typed) => {
  expect(readDay(typed, '2026-03-01')).toBeNull()
})

test.each(['03/04/2026', '4-3-2026', '5.1.26', '12/11'])('“%s” could be two days, so it is refused', (typed) => {
  expect(readDay(typed, '2026-03-01')).toBeNull()
})

test.each([
  ['03/04/2026', 'This could be 3 Apr or 4 Mar. Write the month as a word.'],
  ['12-5', 'This could be 12 May or 5 Dec. Write the month as a word.'],
  ['13/13/2026', 'Enter a date like 20 Nov 2026'],
  ['0/4', 'Enter a date like 20 Nov 2026'],
  ['soon', 'Enter a date like 20 Nov 2026'],
])('“%s”: %s', (typed, problem) => {
  expect(dayProblem(typed)).toBe(problem)
})
