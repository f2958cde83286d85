import { expect, test } from 'vitest'
import { isTimeZone, presentName } from './time-zones.ts'

test('a time zone is a name on the IANA list, old or new; offsets and invented names are refused', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata'])
    expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Berlin ', 'FOO+3'])
    expect(isTimeZone(name), name).toBe(false)
})

test('every zone of this machine has a current name that it also knows and that has the same clock', () => {
  const summer = new Date('2026-07-01T12:00:00Z')
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'full', timeStyle: 'full' })
      .formatToParts(summer)
      .filter(({ type }) => type !== 'timeZoneName')
  for (const name of Intl.supportedValuesOf('timeZone')) expect(clock(presentName(name)), name).toEqual(clock(name))
  expect(presentName('Asia/Calcutta')).toBe('Asia/Kolkata')
})
