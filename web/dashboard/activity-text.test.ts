import { expect, test } from 'vitest'
import type { Activity } from '../../contract/dashboard.ts'
import { activityText } from './activity-text.ts'

const blank: Activity = {
  id: 'audit:1',
  kind: 'added',
  table_name: 'products',
  records: 1,
  name: 'Chang',
  fields: [],
  type: null,
  units: null,
  held: null,
  to_location_name: null,
  document: null,
  record_id: null,
  created_at: '2026-11-20T10:00:00Z',
}

const changed = (...fields: [string, (string | null)?][]): Partial<Activity> => ({
  kind: 'updated',
  fields: fields.map(([name, to = null]) => ({ name, to })),
})
const document = (kind: string, number: string | null) => ({ kind, number, id: '01a203a2-644e-7bdc-9323-da6bcb07e940' })
const posting = (type: Activity['type'], units: number, more: Partial<Activity> = {}): Partial<Activity> => ({
  kind: 'stock',
  table_name: 'stock',
  type,
  units,
  held: 0,
  ...more,
})

const cases: [Partial<Activity>, string, string][] = [
  [{}, 'Added new products', 'Chang'],
  [{ table_name: 'invitations', name: null }, 'Created invitation', 'by link'],
  [{ table_name: 'invitations', name: 'maya@example.com' }, 'Created invitation', 'maya@example.com'],
  [changed(['price'], ['cost_price']), 'Updated products', 'Chang: price, cost price'],
  [changed(['min_stock_level']), 'Updated products', 'Chang: minimum stock'],
  [changed(['archived_at', 'on']), 'Updated products', 'Chang: archived'],
  [
    { ...changed(['is_default', 'on']), table_name: 'locations', name: 'Shelf' },
    'Updated locations',
    'Shelf: default location',
  ],
  [
    { ...changed(['lines'], ['payment_status', 'partial']), table_name: 'sales_orders', name: 'SO-1' },
    'Updated sales orders',
    'SO-1: lines, payment status partial',
  ],
  [
    { ...changed(['low_stock_alerts', 'off']), table_name: 'member_settings', name: null },
    'Changed notification settings',
    'low stock alerts off',
  ],
  [
    { ...changed(['role', 'staff'], ['location_ids']), table_name: 'members', name: 'jane@example.com' },
    'Changed member',
    'jane@example.com: role staff, locations',
  ],
  [{ ...changed(['revoked_at', 'on']), table_name: 'api_keys', name: 'Shop' }, 'Changed API key', 'Shop: revoked'],
  [{ kind: 'deleted', table_name: 'location_transfers', name: null }, 'Deleted location transfers', ''],
  [{ records: 40 }, 'Added new products', 'Chang and 39 more'],
  [{ records: 40, name: null }, 'Added new products', '40 records'],
  [{ records: 2_000 }, 'Added new products', 'Chang and 1,999+ more'],
  [posting('in', 1), 'Received 1 unit', 'Chang'],
  [
    posting('in', 120, { records: 5, name: null, document: document('receipt', 'PO-1, receipt 2') }),
    'Received 120 units',
    'PO-1, receipt 2 · 5 products',
  ],
  [posting('in', 0, { held: 2 }), 'Received 2 units on hold', 'Chang'],
  [posting('out', -3), 'Removed 3 units', 'Chang'],
  [
    posting('out', -4, { document: document('shipment', 'SO-1, shipment 1') }),
    'Shipped 4 units',
    'SO-1, shipment 1 · Chang',
  ],
  [posting('out', 0, { held: -1 }), 'Removed 1 unit on hold', 'Chang'],
  [posting('out', -2, { held: 2 }), 'Put 2 units on hold', 'Chang'],
  [posting('in', 2, { held: -2 }), 'Released 2 units from hold', 'Chang'],
  [posting('adjustment', -1, { name: null }), 'Adjusted stock by −1', 'Product Not Found'],
  [posting('adjustment', 0, { held: -2 }), 'Adjusted stock on hold by −2', 'Chang'],
  [posting('adjustment', 0, { records: 2, name: null }), 'Counted stock', '2 products'],
  [posting('transfer', 24, { to_location_name: 'Shop floor' }), 'Moved 24 units to Shop floor', 'Chang'],
  [posting('opening', 39), 'Opening stock of 39 units', 'Chang'],
  [
    { kind: 'imported', table_name: 'imports', records: 77, name: 'northwind.xlsx', units: 3_899 },
    'Imported northwind.xlsx',
    '77 products, +3,899 units',
  ],
  [
    { kind: 'import_undone', table_name: 'imports', records: 1, name: 'northwind.xlsx' },
    'Undid import of northwind.xlsx',
    '1 product',
  ],
]

test.each(cases)('%o reads %s · %s', (activity, title, detail) => {
  expect(activityText({ ...blank, ...activity })).toEqual({ title, detail })
})
