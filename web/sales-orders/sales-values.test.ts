import { expect, test } from 'vitest'
import { newSalesValues, salesMovedOn } from './sales-values.ts'

test('what is typed goes on from an order that was paid or moved on, not from one that was edited or closed meanwhile', () => {
  const base = { ...newSalesValues(), version: 1 }
  expect(salesMovedOn(base, { ...base, version: 2 })).toBe(true)
  expect(salesMovedOn(base, { ...base, version: 2, status: 'processing' })).toBe(true)
  // Its items cannot be changed any more.
  expect(salesMovedOn(base, { ...base, version: 2, status: 'shipped' })).toBe(false)
  expect(salesMovedOn(base, { ...base, version: 2, notes: 'theirs' })).toBe(false)
})
