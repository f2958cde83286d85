import { expect, test } from 'vitest'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { blankLine } from '../orders/order-line.ts'
import { storedLineOf as line } from '../orders/testing.ts'
import { leavesNow } from './leaves-now.ts'
import {
  changesGoods,
  mergeSales,
  newSalesValues,
  areReturnsOpen,
  returnedAmount,
  salesMovedOn,
  type SalesValues,
} from './sales-values.ts'

const base: SalesValues = { ...newSalesValues(), version: 1, lines: [line('bolts'), line('wax')] }
const shipped = { version: 2, status: 'shipped' } as const

test('unsaved input continues on an order that was paid or moved on, not on one that was edited meanwhile', () => {
  const yours = { ...base, notes: 'yours', lines: [line('bolts', { quantity: 9 }), line('wax')] }
  expect(salesMovedOn(base, yours, { ...base, version: 2 })).toBe(true)
  expect(salesMovedOn(base, yours, { ...base, version: 2, status: 'processing' })).toBe(true)
  expect(salesMovedOn(base, yours, { ...base, version: 2, notes: 'theirs' })).toBe(false)
  expect(salesMovedOn(base, yours, { ...base, version: 2, lines: [line('bolts'), line('wax', { quantity: 5 })] })).toBe(
    false,
  )
})

test("an unsaved note or contact continues on an order that was shipped; changed goods don't", () => {
  const sent = { ...base, ...shipped, lines: base.lines.map((one) => ({ ...one, started: true })) }
  expect(salesMovedOn(base, { ...base, notes: 'ring twice' }, sent)).toBe(true)
  expect(salesMovedOn(base, { ...base, lines: [line('bolts', { quantity: 1 }), line('wax')] }, sent)).toBe(false)
  expect(salesMovedOn(base, { ...base, location_id: 'shop' }, sent)).toBe(false)
})

test("unsaved goods of an order that was shipped meanwhile are discarded, because they couldn't be saved", () => {
  const yours = {
    ...base,
    notes: 'ring twice',
    location_id: 'shop',
    lines: [line('bolts', { quantity: 1 }), line('new', { id: undefined })],
  }
  const theirs = { ...base, ...shipped, lines: base.lines.map((one) => ({ ...one, started: true })) }
  const { values, toCheck } = mergeSales(base, yours, theirs)
  expect(values).toEqual({ ...theirs, notes: 'ring twice' })
  expect(toCheck).toEqual(['This order has shipped, so its items can’t change. Your changes to them were discarded.'])
  expect(mergeSales(base, { ...base, notes: 'ring twice' }, theirs).toCheck).toEqual([])
})

test('another ship-from location for an order that was cancelled meanwhile is kept: it can still be saved', () => {
  const theirs = { ...base, version: 2, status: 'cancelled' as const }
  const yours = { ...base, location_id: 'shop' }
  expect(salesMovedOn(base, yours, theirs)).toBe(true)
  const changed = { ...yours, lines: [line('bolts', { quantity: 1 }), line('wax')] }
  expect(salesMovedOn(base, changed, theirs)).toBe(false)
  const { values, toCheck } = mergeSales(base, changed, theirs)
  expect(values).toEqual({ ...theirs, location_id: 'shop' })
  expect(toCheck).toEqual(['This order was cancelled, so its items can’t change. Your changes to them were discarded.'])
})

test('a location that both changed keeps yours and is named without its id', () => {
  const theirs = { ...base, version: 2, location_id: 'warehouse', notes: 'theirs' }
  const { values, toCheck } = mergeSales(base, { ...base, location_id: 'shop' }, theirs)
  expect(values).toEqual({ ...theirs, location_id: 'shop' })
  expect(toCheck).toEqual(['You both changed the location. The form has yours.'])
})

test("a removed line comes back if some of it was shipped meanwhile, because it can't be removed", () => {
  const yours = { ...base, lines: [line('wax')] }
  const theirs = { ...base, version: 2, lines: [line('bolts', { started: true }), line('wax')] }
  expect(salesMovedOn(base, yours, theirs)).toBe(false)
  expect(salesMovedOn(base, base, theirs)).toBe(true)
  const { values, toCheck } = mergeSales(base, yours, theirs)
  expect(values.lines.map(({ id }) => id)).toEqual(['bolts', 'wax'])
  expect(toCheck).toEqual(['You removed bolts, which they changed. It’s back in the form.'])
})

test('unsaved goods are lines and the location they ship from, without untouched new lines', () => {
  expect(changesGoods(base, base)).toBe(false)
  expect(changesGoods(base, { ...base, notes: 'x', customer_name: 'y' })).toBe(false)
  expect(changesGoods(base, { ...base, lines: [...base.lines, blankLine()] })).toBe(false)
  expect(changesGoods(base, { ...base, lines: [line('bolts', { quantity: '' }), line('wax')] })).toBe(true)
  expect(changesGoods(base, { ...base, lines: [line('wax'), line('bolts')] })).toBe(true)
  expect(changesGoods(base, { ...base, location_id: 'shop' })).toBe(true)
})

test('returned goods count at the prices of their lines, each in whole cents', () => {
  const lines = [
    { returned_quantity: 2, unit_price: 9.99 },
    { returned_quantity: 0.333, unit_price: 10 },
    { returned_quantity: 0, unit_price: 5 },
  ]
  expect(returnedAmount({ lines } as SalesOrder)).toBe(23.31)
})

test.each([
  ['unpaid', { paid_amount: 0, amount_due: 70, refundable_amount: 0 }, false],
  ['paid', { paid_amount: 100, amount_due: 0, refundable_amount: 30 }, true],
  ['partly refunded', { paid_amount: 90, amount_due: 0, refundable_amount: 20 }, true],
  ['refunded', { paid_amount: 70, amount_due: 0, refundable_amount: 0 }, false],
  ['cancelled', { status: 'cancelled', paid_amount: 100, amount_due: 0, refundable_amount: 100 }, false],
] as const)('of $100, goods for $30 came back; %s: whether this needs a decision', (_case, amounts, isOpen) => {
  const lines = [{ returned_quantity: 3, unit_price: 10 }]
  expect(areReturnsOpen({ status: 'delivered', total_amount: 100, lines, ...amounts } as unknown as SalesOrder)).toBe(
    isOpen,
  )
})

test.each([
  [
    'in no shipment',
    [],
    27,
    '27 units will be removed from stock, without a carrier. To use a carrier, add a shipment instead.',
  ],
  ['in one shipment', [[1, 'ups', 27]], 0, '27 units will be removed from stock in shipment 1 (UPS).'],
  [
    'in a shipment and in none',
    [[1, 'ups', 20]],
    7,
    '27 units will be removed from stock: 20 in shipment 1 (UPS), 7 without a carrier. To use a carrier, add a shipment instead.',
  ],
  [
    'in two shipments, one without a carrier',
    [
      [3, 'fedex', 6.3],
      [2, null, 20.7],
    ],
    0,
    '27 units will be removed from stock: 20.7 in shipment 2, 6.3 in shipment 3 (FedEx).',
  ],
  [
    'in more shipments than are named',
    [1, 2, 3, 4].map((no) => [no, 'ups', 6.5]),
    1,
    '27 units will be removed from stock: 26 in 4 pending shipments, 1 without a carrier. To use a carrier, add a shipment instead.',
  ],
] as const)('what will ship is shown before shipping, when goods %s', (_where, waiting, remaining, sentence) => {
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
