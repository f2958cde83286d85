import { expect, test } from 'vitest'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { totalsOf } from '../orders/document-lines.ts'
import { outstanding, purchaseDocument } from './purchase-document.ts'

const line = (id: string, quantity: number, received_quantity: number, more = {}) => ({
  id,
  product_id: id,
  product_name: id,
  product_sku: id,
  quantity_decimals: 0,
  quantity,
  received_quantity,
  remaining: quantity - received_quantity,
  over_delivered_quantity: 0,
  unit_price: 2,
  amount: quantity * 2,
  location_id: 'main',
  location_name: 'Main Warehouse',
  ...more,
})
const lines = [line('tea', 10, 6), line('coffee', 4, 4, { over_delivered_quantity: 2 })]
const today = '2026-11-28'
const order = (more = {}) =>
  ({
    status: 'partial',
    expected_date: '2031-05-01',
    is_late: false,
    total_amount: 28,
    paid_amount: 20.5,
    lines,
    ...more,
  }) as unknown as PurchaseOrder

test('each line of a purchase order shows what was received and what is still expected', () => {
  const { stages, lines: shown } = purchaseDocument(order(), today)
  expect(shown.map(({ quantities, note }) => [quantities['received'], quantities['incoming'], note])).toEqual([
    [6, 4, null],
    [4, 0, '2 over-delivered'],
  ])
  expect(totalsOf(stages, shown).parts.map(({ quantity }) => quantity)).toEqual([10, 4])
  expect(stages[1]).toMatchObject({ tone: 'brand', note: 'due 1 May 2031' })
  expect(outstanding(order())).toBe(4)
})

test('pieces and kilograms have no total: the bar shows the average progress of the lines', () => {
  const mixed = [line('bowl', 4, 4), line('flour', 2.5, 0.5, { quantity_decimals: 3 })]
  const { stages, lines: shown } = purchaseDocument(order({ lines: mixed }), today)
  const { ordered, parts, rest } = totalsOf(stages, shown)
  expect([ordered, rest, ...parts.map(({ quantity, share }) => [quantity, share])]).toEqual([
    null,
    0,
    [null, 12_000],
    [null, 8_000],
  ])
  // What is left is all flour.
  expect(outstanding(order({ lines: mixed }))).toBe(2)
  const open = [line('bowl', 4, 3), ...mixed.slice(1)]
  expect(outstanding(order({ lines: open }))).toBeNull()
})

test('a late delivery is amber and says since when', () => {
  const { stages, lines: shown } = purchaseDocument(order({ expected_date: '2020-05-01', is_late: true }), today)
  expect(stages[1]).toMatchObject({ tone: 'amber', note: 'late, due 1 May 2020' })
  expect(shown[0]?.due).toEqual({ day: '2020-05-01', isLate: true, to: null })
})

test('a draft and a cancelled order have nothing incoming', () => {
  for (const status of ['draft', 'cancelled'])
    expect(purchaseDocument(order({ status }), today).lines.map(({ quantities }) => quantities['incoming'])).toEqual([
      0, 0,
    ])
})

test('lines for several locations show where each goes', () => {
  const other = [...lines, line('wax', 1, 0, { location_id: 'shop', location_name: 'Shop floor' })]
  expect(purchaseDocument(order({ lines: other }), today).lines.map(({ note }) => note)).toEqual([
    'to Main Warehouse',
    '2 over-delivered · to Main Warehouse',
    'to Shop floor',
  ])
})
