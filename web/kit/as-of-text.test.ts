import { describe, expect, test } from 'vitest'
import { pastMoment } from '../../contract/as-of.ts'
import { isPastMoment, landmarks, partsOf, pastOf, pastText } from './as-of-text.ts'

describe('values in the address', () => {
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

test('an address has a past moment exactly if the contract accepts it', () => {
  const days = [
    '2026-06-30',
    '2026-02-30',
    '2024-02-29',
    '2026-13-01',
    '1969-12-31',
    '9999-01-01',
    '0000-01-01',
    '26-6-3',
  ]
  const times = ['', 'T14:05', 'T14:05:09', 'T14:05:09.123456', 'T24:00', 'T14:60', 'T14', ' 14:05', 'x']
  const offsets = ['', 'Z', '+02:00', '-14:00', '+15:00', '+0200', 'z']
  const addresses = days.flatMap((day) => times.flatMap((time) => offsets.map((offset) => day + time + offset)))
  expect(addresses.filter((text) => isPastMoment(text) !== pastMoment.safeParse(text).success)).toEqual([])
})

test.each([
  ['2026-06-30', 'Europe/Berlin', '30 Jun 2026'],
  ['2026-06-30T14:05', 'Europe/Berlin', '30 Jun 2026, 14:05'],
  ['2026-06-30T23:30:11.123456Z', 'Europe/Berlin', '1 Jul 2026, 01:30:11'],
  ['2026-06-30T23:30:00+14:00', 'UTC', '30 Jun 2026, 09:30:00'],
])('%s in %s reads %s', (as_of, zone, text) => {
  expect(pastText(as_of, zone)).toBe(text)
})

test('a moment is split by the clocks of the time zone', () => {
  expect(partsOf('2026-10-25T00:30:00Z', 'Europe/Berlin')).toEqual({ day: '2026-10-25', time: '02:30:00' })
  expect(partsOf('2026-10-25', 'Europe/Berlin')).toEqual({ day: '2026-10-25', time: '' })
})

test.each([
  ['2026-11-20', ['2026-11-19', '2026-10-31', '2026-09-30', '2025-12-31']],
  ['2026-01-01', ['2025-12-31', '2025-12-31', '2025-12-31', '2025-12-31']],
  ['2028-03-01', ['2028-02-29', '2028-02-29', '2027-12-31', '2027-12-31']],
])('seen from %s', (today, days) => {
  expect(landmarks(today).map(({ day }) => day)).toEqual(days)
})
