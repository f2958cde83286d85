import { expect, test } from 'vitest'
import type { SalesOrder, SalesOrderLine } from '../../contract/sales-orders.ts'
import { totalsOf, waitingFirst } from '../orders/document-lines.ts'
import { nextStep } from './next-step.ts'
import { salesDocument } from './sales-document.ts'

const plain = {
  quantity_decimals: 0,
  unit_price: 2,
  reserved_quantity: 0,
  backordered_quantity: 0,
  expected_date: null,
  is_late: false,
  expected_from: null,
  is_in_transit: false,
  shipped_quantity: 0,
  planned_quantity: 0,
  returned_quantity: 0,
  remaining: 0,
  shippable_quantity: 0,
  ready_quantity: 0,
  expired_quantity: 0,
}
const line = (id: string, quantity: number, more: Partial<SalesOrderLine>) =>
  ({
    ...plain,
    id,
    product_id: id,
    product_name: id,
    product_sku: id,
    quantity,
    amount: quantity * 2,
    ...more,
  }) as SalesOrderLine

const [today, day] = ['2026-11-02', '2026-11-28']
const lines = [
  line('chai', 24, { shipped_quantity: 24, returned_quantity: 1 }),
  line('ale', 36, {
    shipped_quantity: 12,
    reserved_quantity: 24,
    shippable_quantity: 24,
    ready_quantity: 24,
    remaining: 24,
  }),
  line('okra', 30, {
    reserved_quantity: 3,
    shippable_quantity: 3,
    ready_quantity: 3,
    backordered_quantity: 27,
    remaining: 30,
    expected_date: day,
    expected_from: 'po',
  }),
]
const order = (more: Partial<SalesOrder> = {}) =>
  ({ status: 'processing', lines, shipments: [], shippable_shipment_id: null, ...more }) as unknown as SalesOrder
const shipment = (shipment_no: number, status: string, units = 5, more = {}) => ({
  id: `shipment ${shipment_no}`,
  shipment_no,
  status,
  units,
  order_status: 'processing',
  is_implicit: false,
  concerns_other_locations: false,
  ...more,
})

test("an order as a document has each line's quantities by stage, and totals that add up to what was ordered", () => {
  const { stages, lines: shown } = salesDocument(order(), today)
  expect(shown.map(({ quantities }) => quantities)).toEqual([
    { shipped: 24, reserved: 0, backordered: 0 },
    { shipped: 12, reserved: 24, backordered: 0 },
    { shipped: 0, reserved: 3, backordered: 27 },
  ])
  expect(shown.map(({ note }) => note)).toEqual(['1 returned', null, null])
  expect(shown[2]?.due).toEqual({ day, isLate: false, to: '/purchase-orders/po' })
  const { ordered, parts, rest } = totalsOf(stages, shown)
  expect([ordered, rest, ...parts.map(({ quantity }) => quantity)]).toEqual([90, 0, 36, 27, 27])
  expect(stages.map(({ note }) => note)).toEqual([undefined, 'ready to ship', 'all expected by 28 Nov'])
})

test('an order has no expected date while a backordered line has none', () => {
  const waiting = [...lines, line('telino', 1, { backordered_quantity: 1 })]
  expect(salesDocument(order({ lines: waiting }), today).stages[2]?.note).toBeUndefined()
})

test('an order that waits for a late delivery says so, at the line and in the sum', () => {
  const late = { backordered_quantity: 1, expected_date: '2026-11-01', is_late: true, expected_from: 'late' }
  const { stages, lines: shown } = salesDocument(order({ lines: [...lines, line('telino', 1, late)] }), today)
  expect(shown[3]?.due).toEqual({ day: '2026-11-01', isLate: true, to: '/purchase-orders/late' })
  expect(stages[2]?.note).toBe('late, all due by 28 Nov')
})

test('backordered units that are in transit between locations are on their way, on an unknown day', () => {
  const sent = line('telino', 1, { backordered_quantity: 1, remaining: 1, is_in_transit: true })
  const { stages, lines: shown } = salesDocument(order({ lines: [sent] }), today)
  expect([shown[0]?.note, stages[2]?.note]).toEqual(['backordered units in transit', 'all in transit'])
  expect(salesDocument(order({ lines: [...lines, sent] }), today).stages[2]?.note).toBeUndefined()
})

test('units that an order no longer waits for are in no stage', () => {
  const { stages, lines: shown } = salesDocument(order({ status: 'cancelled' }), today)
  expect(totalsOf(stages, shown).rest).toBe(540_000)
})

test('on phones, backordered lines come first, then those that can leave', () => {
  const { lines: shown } = salesDocument(order(), today)
  expect(waitingFirst(shown).map(({ id }) => id)).toEqual(['okra', 'ale', 'chai'])
})

test.each<[string, Partial<SalesOrder>, string | null]>([
  ['some of it can leave', {}, 'Ship 27 available'],
  ['all of it can leave', { lines: [line('tea', 2, { remaining: 2, ready_quantity: 2 })] }, 'Ship 2 units'],
  [
    'a planned shipment waits',
    { shipments: [shipment(2, 'pending', 3), shipment(1, 'pending', 1)] as never, shippable_shipment_id: 'shipment 1' },
    'Mark shipment 1 as shipped',
  ],
  [
    'only the second planned shipment can leave',
    { shipments: [shipment(1, 'pending', 1), shipment(2, 'pending', 3)] as never, shippable_shipment_id: 'shipment 2' },
    'Mark shipment 2 as shipped',
  ],
  [
    'the goods of a planned shipment are missing',
    { shipments: [shipment(1, 'pending', 4)] as never },
    'Ship 27 available',
  ],
  [
    'everything is on its way',
    { status: 'shipped', lines: [line('tea', 2, {})], shipments: [shipment(1, 'in_transit', 2)] as never },
    'Mark 2 units as delivered',
  ],
  [
    'only shipments of other locations are left',
    {
      status: 'shipped',
      lines: [line('tea', 2, {})],
      shipments: [shipment(1, 'in_transit', 2, { concerns_other_locations: true })] as never,
    },
    null,
  ],
  ['it waits for goods', { lines: [line('tea', 2, { backordered_quantity: 2, remaining: 2 })] }, null],
  ['it was cancelled', { status: 'cancelled' }, null],
])('the next step when %s', (_when, more, label) => {
  expect(nextStep(order(more))?.label ?? null).toBe(label)
})

test('the next step names no total of pieces and kilograms', () => {
  const bowl = line('bowl', 4, { remaining: 4, ready_quantity: 4 })
  const flour = line('flour', 2.5, { quantity_decimals: 3, remaining: 2.5, ready_quantity: 1 })
  const label = (more: Partial<SalesOrder>) => nextStep(order(more))?.label
  expect(label({ lines: [bowl, flour] })).toBe('Ship available items')
  expect(label({ lines: [bowl, { ...flour, ready_quantity: 2.5 }] })).toBe('Ship all items')
  expect(label({ lines: [flour] })).toBe('Ship 1 available')
  const sent = [shipment(2, 'in_transit', 6.5)] as unknown as SalesOrder['shipments']
  const gone = [bowl, flour].map((one) => ({ ...one, ready_quantity: 0, remaining: 0 }))
  expect(label({ lines: gone, shipments: sent })).toBe('Mark shipment 2 as delivered')
})
