import { expect, test } from 'vitest'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { leavesNow, newSalesValues, returnedAmount, salesMovedOn } from './sales-values.ts'

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

test.each([
  ['in no shipment', [], 27, '27 units leave stock now, without a carrier. To ship with one, add a shipment instead.'],
  ['in one shipment', [[1, 'ups', 27]], 0, '27 units leave stock now, with shipment 1 (UPS).'],
  [
    'in a shipment and in none',
    [[1, 'ups', 20]],
    7,
    '27 units leave stock now: 20 with shipment 1 (UPS), 7 without a carrier. To ship those with one, add a shipment instead.',
  ],
  [
    'in two shipments, one without a carrier',
    [
      [3, 'fedex', 6.3],
      [2, null, 20.7],
    ],
    0,
    '27 units leave stock now: 20.7 with shipment 2, 6.3 with shipment 3 (FedEx).',
  ],
  [
    'in more shipments than are named',
    [1, 2, 3, 4].map((no) => [no, 'ups', 6.5]),
    1,
    '27 units leave stock now: 26 with the 4 shipments that wait, 1 without a carrier. To ship that with one, add a shipment instead.',
  ],
] as const)('what leaves when goods %s is said before it leaves', (_where, waiting, remaining, sentence) => {
  const planned_quantity = 27 - remaining
  const shipments = [
    ...waiting.map(([shipment_no, carrier, units]) => ({ shipment_no, carrier, units, status: 'pending' })),
    // Gone or failed already: nothing of it leaves now.
    { shipment_no: 9, carrier: 'dhl', units: 3, status: 'in_transit' },
    { shipment_no: 10, carrier: 'dhl', units: 2, status: 'failed' },
  ]
  const lines = [
    { quantity: 30, shipped_quantity: 3, planned_quantity, remaining },
    { quantity: 5, shipped_quantity: 5, planned_quantity: 0, remaining: 0 },
  ]
  expect(leavesNow({ lines, shipments } as unknown as SalesOrder)).toBe(sentence)
})
