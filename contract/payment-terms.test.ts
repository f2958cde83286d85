import { expect, test } from 'vitest'
import { recognizedTermsDays } from './payment-terms.ts'

test.each([
  ['Net 30', 30],
  ['net30', 30],
  ['NET 30 DAYS', 30],
  ['  Net   60.', 60],
  ['n/30', 30],
  ['N 45', 45],
  ['2/10 net 30', 30],
  ['2/10, n/30', 30],
  ['2% 10 net 30', 30],
  ['1.5% 10 days, net 45', 45],
  ['30 days', 30],
  ['30 days net', 30],
  ['30d', 30],
  ['14', 14],
  ['1 day', 1],
  ['Payment within 30 days', 30],
  ['Due in 14 days', 14],
  ['30 days from invoice date', 30],
  ['Net 30 after receipt of goods', 30],
  ['Payment terms: Net 30', 30],
  ['Due on receipt', 0],
  ['Due upon receipt', 0],
  ['Payable on delivery', 0],
  ['On receipt of invoice', 0],
  ['Cash on delivery', 0],
  ['C.O.D.', 0],
  ['Net 0', 0],
  ['Net 365', 365],
])('%o means %i days', (text, days) => {
  expect(recognizedTermsDays(text)).toBe(days)
})

test.each([
  null,
  '',
  'Prepaid',
  'Prepayment',
  'Cash before delivery',
  '50% in advance, 50% net 30',
  '30% deposit',
  '30%',
  'Net 30 EOM',
  '30 days end of month',
  'Net 366',
  'Net 1000',
  '30 days before delivery',
  '2/10',
  '2/10 30',
  'Net 30 or Net 60',
  '-30 or so',
  'Letter of credit',
  'By agreement',
])('%o isn’t recognized', (text) => {
  expect(recognizedTermsDays(text)).toBeNull()
})
