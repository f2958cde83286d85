import { expect, test } from 'vitest'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { newSalesValues, returnedAmount, salesMovedOn } from './sales-values.ts'

test('what is typed goes on from an order that was paid or moved on, not from one that was edited or closed meanwhile', () => {
  const base = { ...newSalesValues(), version: 1 }
  expect(salesMovedOn(base, { ...base, version: 2 })).toBe(true)
  expect(salesMovedOn(base, { ...base, version: 2, status: 'processing' })).toBe(true)
  // Its items cannot be changed any more.
  expect(salesMovedOn(base, { ...base, version: 2, status: 'shipped' })).toBe(false)
  expect(salesMovedOn(base, { ...base, version: 2, notes: 'theirs' })).toBe(false)
})

test('goods that came back count at the prices of their lines, each in whole cents', () => {
  const lines = [
    { returned_quantity: 2, unit_price: 9.99 },
    { returned_quantity: 0.333, unit_price: 10 },
    { returned_quantity: 0, unit_price: 5 },
  ]
  expect(returnedAmount({ lines } as SalesOrder)).toBe(23.31)
})
