import { expect, test } from 'vitest'
import { kindText } from '../../contract/audit-kinds.ts'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { orderStatusLabels } from '../purchase-orders/labels.ts'
import { salesStatusLabels } from '../sales-orders/labels.ts'
import { shipmentStatusLabels } from '../shipments/labels.ts'
import { authorText, fieldText, pageOf, summaryOf, valueText } from './audit-text.ts'

const entry: AuditEntry = {
  id: 'audit:1',
  created_at: '2026-11-20T10:00:00Z',
  action: 'updated',
  table_name: 'products',
  record_id: 'r',
  save: null,
  user_id: 'u',
  user_email: 'anna@example.com',
  username: 'Anna',
  user_is_erased: false,
  subject_id: 'p',
  item_name: 'Chai',
  part: null,
  commented: null,
  category: null,
  category_color: null,
  summary: 'Updated price',
  changes: [],
  more_changes: 0,
  stock: null,
}
const move = (product: string) => ({
  product,
  from: 'supplier',
  from_location: null,
  to: 'available',
  to_location: 'Main',
  quantity: 1,
})
const stock = (...products: string[]) => ({
  kind: 'entry',
  type: 'in' as const,
  reason: null,
  is_undo: false,
  document: null,
  moves: products.map(move),
})

test("kinds, fields and values are shown in the trade's words", () => {
  expect(['products', 'categories', 'sales_order_items', 'stock', 'reports'].map(kindText)).toEqual([
    'Product',
    'Category',
    'Sales order line',
    'Stock',
    'Report',
  ])
  const field = (name: string, of: string | null = null) => fieldText({ field: name, of, before: null, after: null })
  expect([
    field('cost_price'),
    field('category_id'),
    field('sku'),
    field('held', 'Main Warehouse'),
    field('held', 'Chai at Store'),
  ]).toEqual(['Cost price', 'Category', 'SKU', 'On hold at Main Warehouse', 'Chai at Store, on hold'])
  expect(valueText('price', 5)).toBe('$5.00')
  // Per unit, purchases have up to four decimals.
  expect(['unit_price', 'cost_price'].map((field) => valueText(field, 0.3349))).toEqual(['$0.3349', '$0.3349'])
  expect(valueText('unit_price', 14)).toBe('$14.00')
  expect(valueText('quantity', 1200)).toBe('1,200')
  expect(valueText('is_active', false)).toBe('No')
  expect(valueText('notes', null)).toBe('–')
  expect(valueText('payment_method', 'bank_transfer')).toBe('Bank Transfer')
  expect(valueText('carrier', 'fedex')).toBe('FedEx')
  expect(valueText('name', 'chai')).toBe('chai')
  expect(valueText('expected_date', '2026-12-24')).toBe('24 Dec 2026')
  expect(valueText('category_id', '01a204fa-49d0-741b-b604-228b23230635')).toBe('a record that no longer exists')
})

test("a row shows its author's name then, a deleted account, or the server", () => {
  expect(authorText(entry)).toBe('Anna')
  expect(authorText({ ...entry, username: null, user_email: null, user_is_erased: true })).toBe('Deleted account')
  expect(authorText({ ...entry, username: null, user_email: null, user_id: null })).toBe('Onhand')
})

test('a row links to its record, unless that was deleted', () => {
  expect(pageOf(entry)).toBe('/products/p')
  expect(pageOf({ ...entry, action: 'deleted' })).toBeNull()
  expect(pageOf({ ...entry, action: 'deleted', table_name: 'sales_order_items' })).toBe('/sales-orders/p')
  expect(pageOf({ ...entry, table_name: 'stock', stock: stock('Frozen products') })).toBe('/products/p')
  expect(pageOf({ ...entry, table_name: 'stock', record_id: 's', stock: stock('Chai', 'Chang') })).toBe('/postings/s')
  expect(pageOf({ ...entry, table_name: 'comments', commented: 'transaction' })).toBe('/postings/p')
  expect(pageOf({ ...entry, table_name: 'comments', commented: 'customer' })).toBe('/sales-orders?customer=p')
  expect(pageOf({ ...entry, table_name: 'sales_order_questions' })).toBe('/sales-orders/p')
  expect(pageOf({ ...entry, table_name: 'location_transfers' })).toBe('/location-transfers?transfer=r')
  expect(pageOf({ ...entry, table_name: 'receipts' })).toBe('/receiving/r')
  expect(pageOf({ ...entry, table_name: 'reports' })).toBeNull()
})

test('statuses read as their badges do', () => {
  const labels = {
    sales_orders: salesStatusLabels,
    purchase_orders: orderStatusLabels,
    shipments: shipmentStatusLabels,
  }
  for (const [table, statuses] of Object.entries(labels))
    for (const [status, label] of Object.entries(statuses))
      expect([table, status, valueText('status', status, table)]).toEqual([table, status, label])
})

test('a stock change is signed with a minus, and one that moved nothing in or out says what happened', () => {
  expect(summaryOf({ ...entry, summary: 'Stock -45' })).toBe('Stock −45')
  const reserved = { ...stock('Chai'), moves: [{ ...move('Chai'), from: 'available', to: 'reserved' }] }
  expect(summaryOf({ ...entry, summary: 'Stock moved', stock: reserved })).toBe('Reserved 1 unit')
})

test('the time of the daily summary reads as in the settings', () => {
  expect(valueText('digest_hour', 7, 'member_settings')).toBe('07:00')
})
