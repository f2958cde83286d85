import { expect, test } from 'vitest'
import { currencies } from '../../contract/currencies.ts'
import { usualCurrencyIn } from './usual-currency.ts'

test.each([
  ['Europe/Berlin', 'EUR'],
  ['Europe/London', 'GBP'],
  ['Europe/Zurich', 'CHF'],
  ['Europe/Kyiv', 'UAH'],
  ['Europe/Kiev', 'UAH'],
  ['Asia/Tokyo', 'JPY'],
  ['Asia/Kolkata', 'INR'],
  ['Asia/Calcutta', 'INR'],
  ['Asia/Saigon', 'VND'],
  ['Australia/Lord_Howe', 'AUD'],
  ['Pacific/Apia', 'WST'],
  ['America/Argentina/Buenos_Aires', 'ARS'],
  ['America/Buenos_Aires', 'ARS'],
  ['America/Sao_Paulo', 'BRL'],
  ['America/Toronto', 'CAD'],
  ['America/New_York', 'USD'],
  ['America/Indiana/Indianapolis', 'USD'],
  ['Asia/Kuwait', 'USD'],
  ['UTC', 'USD'],
  ['Mars/Olympus', 'USD'],
])('a company in %s starts with %s', (time_zone, currency) => {
  expect(usualCurrencyIn(time_zone)).toBe(currency)
})

test('every currency is some time zone’s', () => {
  const proposed = new Set(Intl.supportedValuesOf('timeZone').map(usualCurrencyIn))
  expect(currencies.filter((currency) => !proposed.has(currency))).toEqual([])
})
