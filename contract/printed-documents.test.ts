import { expect, test } from 'vitest'
import { paymentTermsText, usualPaperSize } from './printed-documents.ts'

test.each([
  ['America/New_York', 'letter'],
  ['America/Indiana/Knox', 'letter'],
  ['America/Toronto', 'letter'],
  ['Canada/Pacific', 'letter'],
  ['America/Mexico_City', 'letter'],
  ['Asia/Manila', 'letter'],
  ['America/Sao_Paulo', 'a4'],
  ['America/Argentina/Buenos_Aires', 'a4'],
  ['Europe/Berlin', 'a4'],
  ['Asia/Tokyo', 'a4'],
  ['UTC', 'a4'],
] as const)('%s prints on %s', (time_zone, size) => {
  expect(usualPaperSize(time_zone)).toBe(size)
})

test('payment terms are written as invoices write them', () => {
  expect(paymentTermsText(0)).toBe('Due on receipt')
  expect(paymentTermsText(30)).toBe('Net 30')
})
