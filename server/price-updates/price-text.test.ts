import { expect, test } from 'vitest'
import { processorTimeMs } from '../testing/processor-time.ts'
import { currencyOf, priceOf } from './price-text.ts'

test.for([
  // written for programs
  [19.99, 'exactly', 19.99],
  ['19.99', 'exactly', 19.99],
  ['1299', 'exactly', 1299],
  ['1299.00', 'exactly', 1299],
  ['1,299.00', 'exactly', 1299],
  ['1.299,00', 'exactly', 1299],
  ['19,99', 'exactly', 19.99],
  ['1,299', 'exactly', 1299],
  ['12.500', 'exactly', 12.5],
  ['0.125', 'exactly', 0.13],
  [0.125, 'exactly', 0.13],
  ['1e3', 'exactly', null],
  // written for people
  ['$19.99', 'as_read', 19.99],
  ['USD 19.99', 'as_read', 19.99],
  ['US$1,299.00', 'as_read', 1299],
  ['1.299,00 €', 'as_read', 1299],
  ['1.299 €', 'as_read', 1299],
  ['12.345.678', 'as_read', 12_345_678],
  ['1 299,50 kr', 'as_read', 1299.5],
  ['1\u00A0299,50', 'as_read', 1299.5],
  ["CHF 1'299.50", 'as_read', 1299.5],
  ['Now only $5', 'as_read', 5],
  ['$10.00 – $20.00', 'as_read', 10],
  ['19.', 'as_read', 19],
  ['12,34,567.00', 'as_read', null],
  // none at all
  ['', 'as_read', null],
  ['Call us', 'as_read', null],
  ['0.00', 'exactly', null],
  [0, 'exactly', null],
  ['-5', 'exactly', null],
  [-5, 'exactly', null],
  ['−20', 'as_read', null],
  ['20 % off', 'as_read', null],
  ['1,2345', 'exactly', null],
  ['1,23,45', 'exactly', null],
  ['1.2.3', 'exactly', null],
  ['999999999999', 'exactly', null],
  [Number.NaN, 'exactly', null],
  [Number.POSITIVE_INFINITY, 'exactly', null],
  [null, 'exactly', null],
  [{}, 'exactly', null],
  [['19.99'], 'exactly', null],
] as const)('%j, written %s, is %s', ([value, writing, price]) => {
  expect(priceOf(value, writing)).toBe(price)
})

test('a currency is three letters, or a symbol that only one has', () => {
  expect(['usd', 'EUR', ' GBP ', '12 €', '£5', '$5', 'dollars', '', 7, null].map(currencyOf)).toEqual([
    'USD',
    'EUR',
    'GBP',
    'EUR',
    'GBP',
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a million characters take no noticeable time', () => {
  const spent = processorTimeMs(() => {
    for (const piece of [' ', '1', ',', "1'", '1 ', '.', '-']) priceOf(piece.repeat(1_000_000), 'as_read')
  })
  expect(spent).toBeLessThan(500)
})
