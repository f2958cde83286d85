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
  product_id: null,
  created_at: '2026-11-20T10:00:00Z',
}

const cases: [Partial<Activity>, string, string][] = [
  [{}, 'Added new products', 'Chang'],
  [{ kind: 'updated', fields: ['price', 'cost_price'] }, 'Updated products', 'Chang: price, cost price'],
  [{ kind: 'deleted', table_name: 'location_transfers', name: null }, 'Deleted location transfers', ''],
  [{ records: 40, name: null }, 'Added new products', '40 records'],
  [{ records: 2_000, name: null }, 'Added new products', '2,000+ records'],
  [{ kind: 'stock', table_name: 'stock', type: 'in', units: 1 }, 'Received 1 unit', 'Chang'],
  [{ kind: 'stock', table_name: 'stock', type: 'out', units: -3 }, 'Took out 3 units', 'Chang'],
  [{ kind: 'stock', table_name: 'stock', type: 'out', units: 0 }, 'Set goods aside', 'Chang'],
  [{ kind: 'stock', table_name: 'stock', type: 'in', units: 0, held: 2 }, 'Received 2 held units', 'Chang'],
  [{ kind: 'stock', table_name: 'stock', type: 'out', units: 0, held: -1 }, 'Took out 1 held unit', 'Chang'],
  [{ kind: 'stock', table_name: 'stock', type: 'out', units: -2, held: 2 }, 'Took out 2 units', 'Chang'],
  [
    { kind: 'stock', table_name: 'stock', type: 'adjustment', units: 0, held: -2 },
    'Adjusted held goods by −2',
    'Chang',
  ],
  [
    { kind: 'stock', table_name: 'stock', type: 'adjustment', units: -1, name: null },
    'Adjusted by −1',
    'Product Not Found',
  ],
  [
    { kind: 'stock', table_name: 'stock', type: 'transfer', units: 24, to_location_name: 'Shop floor' },
    'Moved 24 units to Shop floor',
    'Chang',
  ],
  [{ kind: 'stock', table_name: 'stock', type: 'opening', units: 39 }, 'Opening stock of 39 units', 'Chang'],
  [
    { kind: 'imported', table_name: 'imports', records: 77, name: 'northwind.xlsx', units: 3_899 },
    'Imported northwind.xlsx',
    '77 products, +3,899 units',
  ],
]

test.each(cases)('%o reads %s · %s', (activity, title, detail) => {
  expect(activityText({ ...blank, ...activity })).toEqual({ title, detail })
})
