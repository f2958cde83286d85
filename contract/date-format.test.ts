import { expect, test } from 'vitest'
import { dateFormat } from './date-format.ts'

const texts = (options: Intl.DateTimeFormatOptions) => {
  const text = dateFormat({ ...options, timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => text(new Date(Date.UTC(2026, month, 20, 14, 5))))
}

test('every month has three letters, between the day and the year', () => {
  expect(texts({ dateStyle: 'medium' })).toEqual([
    '20 Jan 2026',
    '20 Feb 2026',
    '20 Mar 2026',
    '20 Apr 2026',
    '20 May 2026',
    '20 Jun 2026',
    '20 Jul 2026',
    '20 Aug 2026',
    '20 Sep 2026',
    '20 Oct 2026',
    '20 Nov 2026',
    '20 Dec 2026',
  ])
  expect(texts({ dateStyle: 'medium', timeStyle: 'short' })[8]).toBe('20 Sep 2026, 14:05')
  expect(texts({ day: 'numeric', month: 'short' })[8]).toBe('20 Sep')
  expect(texts({ month: 'short', year: 'numeric' })[8]).toBe('Sep 2026')
})

test('a month in full stays as it is', () => {
  expect(texts({ dateStyle: 'long' })[8]).toBe('20 September 2026')
})
