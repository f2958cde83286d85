import { expect, test } from 'vitest'
import { inactiveSupplierText } from './inactive-supplier.ts'

const now = new Date('2026-11-22T12:00:00Z')
const chosen = {
  name: 'Exotic Liquids',
  // Already the 11th in Auckland.
  inactive_since: '2026-11-10T20:00:00Z',
  isSaved: false,
  orderDate: '',
  created_at: null,
  time_zone: 'Pacific/Auckland',
}
const allowed = 'Exotic Liquids has been inactive since 11 Nov 2026. You can still place and receive this order.'
const refused = 'Exotic Liquids has been inactive since 11 Nov 2026. Choose another supplier or an earlier order date.'

test('an inactive supplier can be on orders that already have it or are dated before it became inactive, in the organization’s time zone', () => {
  expect(inactiveSupplierText(chosen, now)).toBe(refused)
  expect(inactiveSupplierText({ ...chosen, orderDate: '2026-11-10' }, now)).toBe(allowed)
  expect(inactiveSupplierText({ ...chosen, orderDate: '2026-11-11' }, now)).toBe(refused)
  expect(inactiveSupplierText({ ...chosen, isSaved: true }, now)).toBe(allowed)
})

test('without a date an order counts as dated on the day it was made', () => {
  expect(inactiveSupplierText({ ...chosen, created_at: '2026-11-10T10:00:00Z' }, now)).toBe(allowed)
  expect(inactiveSupplierText({ ...chosen, created_at: '2026-11-10T12:00:00Z' }, now)).toBe(refused)
})
