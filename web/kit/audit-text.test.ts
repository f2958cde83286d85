import { expect, test } from 'vitest'
import { kindText } from '../../contract/audit-kinds.ts'
import type { AuditEntry } from '../../contract/audit-trail.ts'
import { authorText, fieldText, pageOf, valueText } from './audit-text.ts'

const entry: AuditEntry = {
  id: 'audit:1',
  created_at: '2026-11-20T10:00:00Z',
  action: 'updated',
  table_name: 'products',
  user_id: 'u',
  user_email: 'anna@example.com',
  username: 'Anna',
  user_is_erased: false,
  subject_id: 'p',
  item_name: 'Chai',
  category: null,
  summary: 'Updated price',
  changes: [],
  more_changes: 0,
}

test('kinds, fields and values read as people say them', () => {
  expect(['products', 'categories', 'sales_order_items', 'stock', 'reports'].map(kindText)).toEqual([
    'Product',
    'Category',
    'Sales order line',
    'Stock',
    'Report',
  ])
  const field = (name: string, of: string | null = null) => fieldText({ field: name, of, before: null, after: null })
  expect([field('cost_price'), field('category_id'), field('sku'), field('held', 'Main Warehouse')]).toEqual([
    'Cost price',
    'Category',
    'SKU',
    'On hold at Main Warehouse',
  ])
  expect(valueText('price', 5)).toBe('$5.00')
  expect(valueText('quantity', 1200)).toBe('1,200')
  expect(valueText('is_active', false)).toBe('No')
  expect(valueText('notes', null)).toBe('–')
  expect(valueText('payment_method', 'bank_transfer')).toBe('bank transfer')
  expect(valueText('category_id', '01a204fa-49d0-741b-b604-228b23230635')).toBe('a record that no longer exists')
})

test('a row is by the name of then, a deleted account, or the server', () => {
  expect(authorText(entry)).toBe('Anna')
  expect(authorText({ ...entry, username: null, user_email: null, user_is_erased: true })).toBe('Deleted account')
  expect(authorText({ ...entry, username: null, user_email: null, user_id: null })).toBe('Onhand')
})

test('a row leads to its record, unless that is gone', () => {
  expect(pageOf(entry)).toBe('/products/p')
  expect(pageOf({ ...entry, action: 'deleted' })).toBeNull()
  expect(pageOf({ ...entry, action: 'deleted', table_name: 'sales_order_items' })).toBe('/sales-orders/p')
  expect(pageOf({ ...entry, table_name: 'stock', id: 'stock:s', item_name: '3 products' })).toBe('/postings/s')
  expect(pageOf({ ...entry, table_name: 'reports' })).toBeNull()
})
