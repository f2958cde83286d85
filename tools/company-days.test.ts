import { expect, it } from 'vitest'
import { ownDateForms, readersDays } from './company-days.ts'

it("finds days that are computed by the reader's clock", () => {
  const source = [
    'now.getDate() - 1',
    'const year = new Date().getFullYear()',
    'at.toDateString()',
    'at.toLocaleDateString("en-CA")',
  ]
  expect(readersDays(source.join('\n')).map((line) => line.split(' is ')[0])).toEqual([
    '1: .getDate(',
    '2: .getFullYear(',
    '3: .toDateString(',
    '4: .toLocaleDateString(',
  ])
})

it("leaves the company's days, moments and comments alone", () => {
  expect(readersDays('useToday()\nat.getTime()\nat.getUTCDate() // not at.getDate()')).toEqual([])
})

it('finds a date that is not written by dateFormat, in any language', () => {
  const found = '1: use dateFormat() of contract/date-format.ts.'
  for (const source of [
    "new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })",
    "Intl.DateTimeFormat('en-US', { timeZone, month: 'short' })",
    "new Intl.DateTimeFormat(undefined, {\n  timeZone,\n  month: 'long',\n})",
    'new Intl.DateTimeFormat(locale, { dateStyle })',
    "at.toLocaleDateString('de')",
  ])
    expect(ownDateForms(source), source).toEqual([found])
})

it('leaves dateFormat, stored days, times and names of time zones alone', () => {
  const source = [
    "dateFormat({ dateStyle: 'medium', timeZone })",
    "new Intl.DateTimeFormat('en-CA', { timeZone, month: '2-digit' })",
    "new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric' })",
    'Intl.DateTimeFormat().resolvedOptions().timeZone',
    "const month = 'short'",
  ]
  expect(ownDateForms(source.join('\n'))).toEqual([])
})
