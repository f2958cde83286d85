import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../contract/transactions.ts'
import { notesParts, notesText, locationText, shownChange, typeText, userText } from './transaction-text.ts'

const id = '0198c000-0000-7000-8000-000000000001'
const row: Transaction = {
  id: `${id}:1`,
  posting_id: id,
  draft_id: null,
  type: 'out',
  status: 'completed',
  date: '2026-11-20T09:14:00Z',
  recorded_at: '2026-11-20T09:14:00Z',
  product_id: id,
  product_name: 'Chang',
  product_sku: 'NW-002',
  quantity: 5,
  on_hand_change: -5,
  held_change: 0,
  reserved_change: 0,
  in_transit_change: 0,
  incoming_change: 0,
  currency: 'USD',
  notes: null,
  shown_notes: null,
  user_id: id,
  user_reference: 'anna',
  is_own: false,
  metadata: {
    location_id: id,
    location_name: 'Main Warehouse',
    to_location_id: null,
    to_location_name: null,
    reason_code: 'damaged',
    username: 'anna',
    timestamp: '2026-11-20T09:14:00Z',
    purchase_order_id: null,
    purchase_order_number: null,
    supplier_name: null,
    sales_order_id: null,
    sales_order_number: null,
    customer_name: null,
    condition: null,
    lot_number: null,
    expires_on: null,
    receiving_notes: null,
    images: [],
  },
  document: null,
  reverses_posting_id: null,
  reversed_by_posting_id: null,
  undo: { possible: true, reason: null },
}

describe('notes', () => {
  test('are the reason if nothing was written', () => {
    expect(notesText(row)).toBe('Damaged')
  })
  test('have the expiry date that a pending transaction gives its lot', () => {
    const metadata = { ...row.metadata, lot_number: 'A', expires_on: '2090-01-31' }
    expect(notesText({ ...row, metadata })).toBe('Lot A · Expires on 31 Jan 2090 · Damaged')
  })
  test('link the number of an order to it', () => {
    const metadata = { ...row.metadata, sales_order_id: 'some-id', sales_order_number: 'SO-1', customer_name: 'Ernst' }
    expect(notesParts({ ...row, metadata })).toEqual([
      { text: 'SO-1', to: '/sales-orders/some-id' },
      { text: 'Ernst' },
      { text: 'Damaged' },
    ])
  })
  test('are a dash if there is no reason either', () => {
    expect(notesText({ ...row, metadata: { ...row.metadata, reason_code: null } })).toBe('-')
  })
  test('list order, supplier, condition, lot and what was written, in this order', () => {
    const metadata = {
      ...row.metadata,
      purchase_order_number: 'PO-482913-117',
      supplier_name: 'Exotic Liquids',
      condition: 'good',
      lot_number: 'C-118',
    }
    expect(notesText({ ...row, metadata, shown_notes: 'box was wet' })).toBe(
      'PO-482913-117 · Exotic Liquids · Good · Lot C-118 · box was wet',
    )
  })
  test('name the reason of a transfer as its dialog does', () => {
    expect(notesText({ ...row, metadata: { ...row.metadata, reason_code: 'restock' } })).toBe('Restocking')
  })
  test('name the sales order and say that the returned units had left with a shipment', () => {
    const sale = {
      sales_order_id: id,
      sales_order_number: 'SO-482913-117',
      customer_name: 'Ana',
      reason_code: 'customer_order',
    }
    const metadata = { ...row.metadata, ...sale }
    expect(notesText({ ...row, metadata })).toBe('SO-482913-117 · Ana · Customer Order')
    expect(notesText({ ...row, type: 'in', metadata })).toBe('SO-482913-117 · Ana · Shipment came back')
    expect(notesText({ ...row, type: 'in', metadata: { ...metadata, reason_code: 'customer_return' } })).toBe(
      'SO-482913-117 · Ana · Customer Return',
    )
  })
  test('say what was undone, and by what', () => {
    expect(notesText({ ...row, reversed_by_posting_id: id, shown_notes: 'typo' })).toBe('Undone · typo')
    expect(notesText({ ...row, reverses_posting_id: id, shown_notes: 'typo' })).toBe('Undo · typo')
  })
})

test('shows the user’s name, (You) for the reader, and Onhand for its own work', () => {
  expect(userText(row)).toBe('anna')
  expect(userText({ ...row, is_own: true })).toBe('anna (You)')
  expect(userText({ ...row, user_reference: 'unknown' })).toBe('Onhand')
})

describe('the quantity', () => {
  const none = { ...row, on_hand_change: 0 }
  test("is the row's change of on hand; for a draft, what it would be", () => {
    expect(shownChange(row)).toEqual({ units: -5, of: 'on hand' })
    expect(shownChange({ ...row, on_hand_change: -3, held_change: 3 })).toEqual({ units: -3, of: 'on hand' })
    expect(shownChange({ ...row, on_hand_change: -2, in_transit_change: 2 })).toEqual({ units: -2, of: 'on hand' })
    expect(shownChange({ ...none, draft_id: id })).toEqual({ units: -5, of: 'on hand' })
    expect(shownChange({ ...none, draft_id: id, type: 'adjustment', quantity: -3 })).toEqual({
      units: -3,
      of: 'on hand',
    })
  })
  test("names the account if on hand doesn't change", () => {
    expect(shownChange({ ...none, held_change: -2 })).toEqual({ units: -2, of: 'on hold' })
    expect(shownChange({ ...none, held_change: 2, incoming_change: -2 })).toEqual({ units: 2, of: 'on hold' })
    expect(shownChange({ ...none, type: 'commitment', reserved_change: 4 })).toEqual({ units: 4, of: 'reserved' })
    expect(shownChange({ ...none, type: 'commitment', incoming_change: -9 })).toEqual({ units: -9, of: 'incoming' })
    expect(shownChange({ ...none, type: 'transfer', quantity: 6 })).toEqual({ units: 6, of: 'moved' })
  })
})

test('a commitment is named by what it changed', () => {
  expect(typeText(row)).toBe('Stock Out')
  expect(typeText({ ...row, type: 'opening' })).toBe('Opening')
  expect(typeText({ ...row, type: 'commitment', on_hand_change: 0, reserved_change: -1 })).toBe('Reserved')
  expect(typeText({ ...row, type: 'commitment', on_hand_change: 0, incoming_change: 1 })).toBe('Incoming')
})

test('a location, or source and destination', () => {
  expect(locationText(row)).toBe('Main Warehouse')
  expect(locationText({ ...row, metadata: { ...row.metadata, to_location_name: 'Shop floor' } })).toBe(
    'Main Warehouse → Shop floor',
  )
})
