import { describe, expect, test } from 'vitest'
import type { ExplainedMovement } from '../../contract/explained-stock.ts'
import { postingLabel } from './labels.ts'
import { movementText } from './movement-text.ts'

const sale: ExplainedMovement = {
  posting_id: '0198c000-0000-7000-8000-000000000001',
  line_no: 1,
  kind: 'entry',
  type: 'out',
  reason: 'customer_order',
  happened_at: '2026-11-20T09:14:00Z',
  recorded_at: '2026-11-20T09:14:00Z',
  change: -5,
  balance: 57,
  from_account: 'available',
  from_location_name: 'Main Warehouse',
  to_account: 'customer',
  to_location_name: null,
  lot_number: null,
  notes: null,
  user_reference: 'anna',
  is_own: false,
  document: null,
  reverses_posting_id: null,
  reversed_by_posting_id: null,
  undo: { possible: true, reason: null },
}
const shop = 'Shop floor'
const main = 'Main Warehouse'

describe('a movement in words', () => {
  const cases: [movement: Partial<ExplainedMovement>, what: string, detail: string][] = [
    [{}, 'Sold', 'Customer Order'],
    // An order is a separate link beside the text; a document without a screen is named in it.
    [{ document: { kind: 'sales_order', id: sale.posting_id, number: 'SO-482771-042' } }, 'Sold', 'Customer Order'],
    [{ document: { kind: 'delivery_note', id: sale.posting_id, number: 'DN-7' } }, 'Sold', 'DN-7'],
    [{ reason: 'damaged', to_account: 'scrap', notes: 'broken pallet' }, 'Stock out', 'Damaged · broken pallet'],
    [
      {
        type: 'in',
        reason: 'purchase_order',
        from_account: 'supplier',
        to_account: 'available',
        change: 40,
        lot_number: 'C-118',
      },
      'Stock in',
      'Purchase Order Receipt · lot C-118',
    ],
    [
      { type: 'in', reason: 'customer_return', from_account: 'customer', to_account: 'available', change: 2 },
      'Returned',
      'Customer Return',
    ],
    [
      { kind: 'count', type: 'adjustment', reason: null, to_account: 'adjustment', change: -3 },
      'Counted',
      '3 fewer than expected',
    ],
    [
      { kind: 'count', type: 'adjustment', reason: null, from_account: 'adjustment', change: 1 },
      'Counted',
      '1 more than expected',
    ],
    [{ type: 'opening', reason: null, from_account: 'opening', change: 37 }, 'Opening stock', ''],
    [{ type: 'adjustment', reason: null, to_account: 'adjustment' }, 'Adjusted', ''],
    [
      { kind: 'transfer', type: 'transfer', reason: 'restock', to_account: 'available', to_location_name: shop },
      'Transferred',
      'to Shop floor',
    ],
    [
      {
        kind: 'transfer',
        type: 'transfer',
        reason: 'restock',
        from_location_name: main,
        to_account: 'available',
        to_location_name: shop,
        change: 12,
      },
      'Transferred',
      'from Main Warehouse',
    ],
    [{ kind: 'transfer', type: 'transfer', to_account: 'in_transit', to_location_name: shop }, 'Sent', 'to Shop floor'],
    [
      {
        kind: 'transfer',
        type: 'transfer',
        from_account: 'in_transit',
        from_location_name: shop,
        to_account: 'available',
        to_location_name: shop,
        change: 4,
      },
      'Received',
      '',
    ],
    [
      {
        kind: 'transfer_cancellation',
        type: 'transfer',
        from_account: 'in_transit',
        from_location_name: shop,
        to_account: 'available',
        to_location_name: main,
        change: 4,
      },
      'Transfer cancelled',
      'from Shop floor',
    ],
    [{ reason: 'qc_hold', to_account: 'held', to_location_name: main }, 'Put on hold', 'Quality Control Hold'],
    [
      {
        type: 'in',
        reason: 'qc_release',
        from_account: 'held',
        to_account: 'available',
        to_location_name: main,
        change: 2,
      },
      'Released from hold',
      'Quality Control Release',
    ],
    [{ reason: 'a_new_reason', to_account: 'scrap' }, 'Stock out', 'a new reason'],
    [
      { kind: 'receipt', type: 'in', reason: 'purchase_order', from_account: 'incoming', to_account: 'available' },
      'Received',
      'Purchase Order Receipt',
    ],
    [
      { kind: 'receipt', type: 'in', reason: 'purchase_order', from_account: 'incoming', to_account: 'held' },
      'Received, on hold',
      'Purchase Order Receipt',
    ],
    [
      {
        kind: 'receipt_reversal',
        reason: 'purchase_order',
        to_account: 'incoming',
        reverses_posting_id: sale.posting_id,
      },
      'Undone: Received',
      'Purchase Order Receipt',
    ],
    [
      {
        kind: 'receipt_reversal',
        reason: 'purchase_order',
        from_account: 'held',
        to_account: 'incoming',
        reverses_posting_id: sale.posting_id,
      },
      'Undone: Received, on hold',
      'Purchase Order Receipt',
    ],
    [
      { kind: 'return_reversal', reason: 'customer_return', reverses_posting_id: sale.posting_id },
      'Undone: Returned',
      'Customer Return',
    ],
    [
      { kind: 'order', type: 'commitment', reason: null, from_account: 'supplier', to_account: 'incoming' },
      'Ordered',
      '',
    ],
    [
      { kind: 'order_change', type: 'commitment', reason: null, from_account: 'incoming', to_account: 'incoming' },
      'Rerouted',
      '',
    ],
    [
      {
        kind: 'order_cancellation',
        type: 'commitment',
        reason: null,
        from_account: 'incoming',
        to_account: 'supplier',
      },
      'Removed from incoming',
      '',
    ],
    [{ kind: 'order', type: 'commitment', reason: null, to_account: 'reserved', change: 3 }, 'Reserved', ''],
    [
      { kind: 'order_change', type: 'commitment', reason: null, from_account: 'reserved', to_account: 'available' },
      'Reservation released',
      '',
    ],
    [
      {
        type: 'in',
        from_account: 'customer',
        to_account: 'available',
        change: 5,
        reverses_posting_id: sale.posting_id,
        notes: 'typo',
      },
      'Undone: Sold',
      'Customer Order · typo',
    ],
  ]
  test.each(cases)('%#', (changes, what, detail) => {
    expect(movementText({ ...sale, ...changes })).toEqual({ what, detail })
  })
})

test('an undo of a document is labeled as such, not by what moved', () => {
  expect([postingLabel('receipt_reversal', 'out'), postingLabel('return_reversal', 'out')]).toEqual([
    'Receipt undone',
    'Return undone',
  ])
})
