import { describe, expect, test } from 'vitest'
import { dayIn, landmarks, partsOf, pastOf, pastText } from './as-of-text.ts'

describe('what stands in the address', () => {
  test.each([
    ['2026-06-30', 'happened', { as_of: '2026-06-30', by: 'happened' }],
    ['2026-06-30T14:05', 'recorded', { as_of: '2026-06-30T14:05', by: 'recorded' }],
    ['2026-06-30', 'yesterday', { as_of: '2026-06-30', by: 'happened' }],
    ['', 'recorded', null],
    ['2026-02-30', 'happened', null],
    ['then', 'happened', null],
  ])('as_of=%s and by=%s', (as_of, by, past) => {
    expect(pastOf({ as_of, by })).toEqual(past)
  })
})

test.each([
  ['2026-06-30', 'Europe/Berlin', '30 Jun 2026'],
  ['2026-06-30T14:05', 'Europe/Berlin', '30 Jun 2026, 14:05'],
  ['2026-06-30T23:30:11.123456Z', 'Europe/Berlin', '1 Jul 2026, 01:30:11'],
  ['2026-06-30T23:30:00+14:00', 'UTC', '30 Jun 2026, 09:30:00'],
])('%s in %s reads %s', (as_of, zone, text) => {
  expect(pastText(as_of, zone)).toBe(text)
})

test('a moment is taken apart by the clocks of the time zone', () => {
  expect(partsOf('2026-10-25T00:30:00Z', 'Europe/Berlin')).toEqual({ day: '2026-10-25', time: '02:30:00' })
  expect(partsOf('2026-10-25', 'Europe/Berlin')).toEqual({ day: '2026-10-25', time: '' })
})

test('today is another day elsewhere', () => {
  const at = new Date('2026-11-20T23:30:00Z')
  expect([dayIn('UTC', at), dayIn('Pacific/Auckland', at), dayIn('America/New_York', at)]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-20',
  ])
})

test.each([
  ['2026-11-20', ['2026-11-19', '2026-10-31', '2026-09-30', '2025-12-31']],
  ['2026-01-01', ['2025-12-31', '2025-12-31', '2025-12-31', '2025-12-31']],
  ['2028-03-01', ['2028-02-29', '2028-02-29', '2027-12-31', '2027-12-31']],
])('seen from %s', (today, days) => {
  expect(landmarks(today).map(({ day }) => day)).toEqual(days)
})
