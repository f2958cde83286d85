import { expect, test } from 'vitest'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { storedLineOf as line } from '../orders/testing.ts'
import { lineStateOf, mergeOrders, newOrderValues, orderInput, orderMovedOn, type OrderValues } from './order-values.ts'

const base: OrderValues = {
  ...newOrderValues({ id: 'exotic', name: 'Exotic Liquids', payment_terms: 'Net 30' }),
  version: 1,
  lines: [line('tea'), line('salt')],
}
const typed: OrderValues = {
  ...base,
  notes: 'ring twice',
  expected_date: '2026-12-01',
  lines: [line('tea', { quantity: 9 }), line('new', { id: undefined })],
}

test('unsaved input continues on an order that was paid or placed, not on one that was edited meanwhile', () => {
  expect(orderMovedOn(base, typed, { ...base, version: 2 })).toBe(true)
  expect(orderMovedOn(base, typed, { ...base, version: 2, status: 'ordered' })).toBe(true)
  expect(orderMovedOn(base, typed, { ...base, version: 2, notes: 'theirs' })).toBe(false)
})

test.each([
  ['cancelled', 'This order was cancelled, so only its notes can change. Your other changes were discarded.'],
  ['received', 'This order was received, so only its notes can change. Your other changes were discarded.'],
] as const)(
  "unsaved changes of an order that was %s meanwhile are discarded, because they couldn't be saved",
  (status, sentence) => {
    const theirs: OrderValues = { ...base, version: 2, status, lines: [line('tea'), line('salt', { quantity: 5 })] }
    expect(orderMovedOn(base, typed, { ...base, version: 2, status })).toBe(false)
    expect(mergeOrders(base, typed, theirs)).toEqual({
      values: { ...theirs, notes: 'ring twice' },
      toCheck: [sentence],
    })
    // A note alone continues without a question.
    const noted = { ...base, notes: 'ring twice' }
    expect(orderMovedOn(base, noted, { ...base, version: 2, status })).toBe(true)
    expect(mergeOrders(base, noted, theirs)).toEqual({ values: { ...theirs, notes: 'ring twice' }, toCheck: [] })
  },
)

test('a supplier chosen in a draft that was placed meanwhile is discarded', () => {
  const yours: OrderValues = { ...typed, supplier_id: 'tokyo', supplier_name: 'Tokyo Traders' }
  const theirs: OrderValues = { ...base, version: 2, status: 'ordered' }
  expect(orderMovedOn(base, yours, theirs)).toBe(false)
  const { values, toCheck } = mergeOrders(base, yours, theirs)
  expect(values).toMatchObject({ supplier_id: 'exotic', supplier_name: 'Exotic Liquids', expected_date: '2026-12-01' })
  expect(values.lines.map(({ quantity }) => quantity)).toEqual([9, 4])
  expect(toCheck).toEqual(['This order was placed, so its supplier can’t change. Your choice was discarded.'])
})

test("the status isn't sent: only buttons change it", () => {
  expect(orderInput({ ...base, status: 'ordered' })).not.toHaveProperty('status')
})

test('a line whose extra units were kept can’t be removed, although its ordered units are expected again', () => {
  const stored = { id: 'tea', quantity: 10, received_quantity: 0, over_delivered_quantity: 2 }
  const order = (more: object) => ({ status: 'ordered', lines: [{ ...stored, ...more }] }) as unknown as PurchaseOrder
  expect(lineStateOf(order({}), 'tea')).toEqual({ started: true, note: '0 of 10 received, 2 over-delivered' })
  expect(lineStateOf(order({ over_delivered_quantity: 0 }), 'tea').started).toBe(false)
})
