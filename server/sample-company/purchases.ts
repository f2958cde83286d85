import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  submitPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { cancelPurchaseOrderCommand } from '../purchase-orders/cancel-purchase-order.ts'
import { createPurchaseOrderCommand } from '../purchase-orders/create-purchase-order.ts'
import { payPurchaseOrderCommand } from '../purchase-orders/pay-purchase-order.ts'
import { submitPurchaseOrderCommand } from '../purchase-orders/submit-purchase-order.ts'
import { createReceiptCommand } from '../receiving/create-receipt.ts'
import type { Calendar } from './calendar.ts'
import { goods, type Good } from './goods.ts'
import type { GoodBySku, Line, Step } from './step.ts'

/**
 * Per supplier (in the order of `suppliers`): when the first delivery came. The second part comes later if its day is
 * given.
 */
const firstDeliveries = [
  { received_days_ago: 41, rest: { from: 'TUB-700-N', received_days_ago: 40 } },
  { received_days_ago: 41 },
  { received_days_ago: 41, rest: { from: 'ROT-160', received_days_ago: 39 } },
  { received_days_ago: 41 },
  { received_days_ago: 40 },
  { received_days_ago: 40 },
] as const
const firstOrdersDaysAgo = 42

/** Per supplier: when low stock was reordered. Wheels weren't; the brakes are unpaid, and overdue since yesterday. */
const restocks = [
  { ordered_days_ago: 19, received_days_ago: 16 },
  { ordered_days_ago: 19, received_days_ago: 15 },
  { ordered_days_ago: 18, received_days_ago: 15, is_unpaid: true },
  null,
  { ordered_days_ago: 18, received_days_ago: 16 },
  { ordered_days_ago: 17, received_days_ago: 14 },
] as const

const ofSupplier = (supplier: number) => goods.filter(({ category }) => category === supplier)

/** The goods of a supplier's first delivery, by the day on which they came. */
function firstReceipts(supplier: number): { received_days_ago: number; goods: Good[] }[] {
  const delivery = firstDeliveries[supplier]
  if (!delivery) return []
  const all = ofSupplier(supplier)
  const split = 'rest' in delivery ? all.findIndex(({ sku }) => sku === delivery.rest.from) : all.length
  return [
    { received_days_ago: delivery.received_days_ago, goods: all.slice(0, split) },
    ...('rest' in delivery ? [{ received_days_ago: delivery.rest.received_days_ago, goods: all.slice(split) }] : []),
  ]
}

/** When the first units of a good came. */
export function deliveredDaysAgo(good: Good): number {
  const found = firstReceipts(good.category).find((receipt) => receipt.goods.includes(good))
  if (!found) throw new Error(`no one delivers ${good.sku}`)
  return found.received_days_ago
}

/** When a low product was reordered and received; null if nothing was ordered. */
export function restocking(good: Good): { ordered_days_ago: number; received_days_ago: number } | null {
  return restocks[good.category] ?? null
}

type Receipt = {
  at: Date
  notes?: string
  lines: readonly {
    sku: string
    quantity: number
    condition?: 'good' | 'damaged'
    notes?: string
    lot_number?: string
    expires_on?: string
  }[]
}

type Purchase = {
  supplier: number
  lines: readonly Line[]
  expected_date: string
  notes?: string
  written: Date
  /** Paying an order places it. */
  paid?: Date
  /** Or it is placed unpaid, on the supplier's terms. */
  submitted?: Date
  cancelled?: Date
  receipts?: readonly Receipt[]
}

/** All purchases: first deliveries, reorders, and one order at each other stage. */
export function purchasesOf(calendar: Calendar, reordered: ReadonlyMap<string, number>): Purchase[] {
  return [...firstPurchases(calendar), ...restocked(calendar, reordered), ...atOtherStages(calendar)]
}

function firstPurchases({ at, day }: Calendar): Purchase[] {
  return firstDeliveries.map((_delivery, supplier): Purchase => ({
    supplier,
    lines: ofSupplier(supplier).map(({ sku, delivered }) => [sku, delivered]),
    expected_date: day(-(firstOrdersDaysAgo - 2)),
    notes: 'To open with',
    written: at(firstOrdersDaysAgo, 9 + supplier / 4),
    paid: at(firstOrdersDaysAgo, 11 + supplier / 4),
    receipts: firstReceipts(supplier).map(({ received_days_ago, goods: received }) => ({
      at: at(received_days_ago, 8 + supplier / 4),
      lines: received.map(({ sku, delivered }) => ({ sku, quantity: delivered })),
    })),
  }))
}

function restocked({ at, day }: Calendar, reordered: ReadonlyMap<string, number>): Purchase[] {
  return restocks.flatMap((restock, supplier): Purchase[] => {
    const lines = ofSupplier(supplier).flatMap(({ sku }): Line[] => {
      const quantity = reordered.get(sku) ?? 0
      return quantity > 0 ? [[sku, quantity]] : []
    })
    if (!restock || lines.length === 0) return []
    const { ordered_days_ago, received_days_ago } = restock
    const placed = at(ordered_days_ago, 18)
    return [
      {
        supplier,
        lines,
        expected_date: day(-received_days_ago),
        written: at(ordered_days_ago, 17.5),
        ...('is_unpaid' in restock ? { submitted: placed } : { paid: placed }),
        receipts: [{ at: at(received_days_ago, 8.5), lines: lines.map(([sku, quantity]) => ({ sku, quantity })) }],
      },
    ]
  })
}

function atOtherStages({ at, hoursAgo, day }: Calendar): Purchase[] {
  return [
    {
      supplier: 2,
      lines: [['FLU-MIN', 12]],
      expected_date: day(-18),
      notes: 'Entered twice',
      written: at(24, 16),
      cancelled: at(23, 9),
    },
    // Late: it was due two days ago.
    { supplier: 3, lines: [['WHL-700-F', 6]], expected_date: day(-2), written: at(12, 15), paid: at(12, 15.5) },
    // Partly received, some of it damaged. The payment is due in three days.
    {
      supplier: 5,
      lines: [
        ['LUB-DRY', 48],
        ['CLN-1L', 24],
      ],
      expected_date: day(3),
      written: at(8, 10),
      submitted: at(8, 10.5),
      receipts: [
        {
          at: at(4, 8.5),
          notes: 'The rest follows by the end of the week',
          lines: [
            { sku: 'LUB-DRY', quantity: 20, lot_number: 'D-2611', expires_on: day(540) },
            { sku: 'CLN-1L', quantity: 10 },
            { sku: 'CLN-1L', quantity: 2, condition: 'damaged', notes: 'Caps cracked' },
          ],
        },
      ],
    },
    {
      supplier: 0,
      lines: [
        ['TUB-700-W', 120],
        ['TIR-700-25', 24],
      ],
      expected_date: day(12),
      notes: 'Ask for the blue boxes',
      written: hoursAgo(3),
    },
  ]
}

/** The steps of one order: written, placed (by its payment, or on account) or cancelled, received. */
export function stepsOfPurchase(purchase: Purchase, goodBy: GoodBySku, supplierIds: readonly string[]): Step[] {
  const { supplier, expected_date, notes = null, written, paid, submitted, cancelled, receipts = [] } = purchase
  let order: PurchaseOrder | undefined
  const placed = () => {
    if (!order) throw new Error('an order is written before anything else happens to it')
    return { id: order.id, version: order.version }
  }
  const write: Step = {
    at: written,
    run: async (perform) => {
      order = await perform(createPurchaseOrder, createPurchaseOrderCommand, {
        supplier_id: supplierIds[supplier] ?? '',
        expected_date,
        notes,
        lines: purchase.lines.map(([sku, quantity]) => {
          const { id: product_id, cost: unit_price, location_id } = goodBy(sku)
          return { product_id, quantity, unit_price, location_id }
        }),
      })
    },
  }
  const pay = async (perform: Parameters<Step['run']>[0]) => {
    order = await perform(payPurchaseOrder, payPurchaseOrderCommand, placed())
  }
  const submit = async (perform: Parameters<Step['run']>[0]) => {
    order = await perform(submitPurchaseOrder, submitPurchaseOrderCommand, placed())
  }
  const cancel = async (perform: Parameters<Step['run']>[0]) => {
    order = await perform(cancelPurchaseOrder, cancelPurchaseOrderCommand, placed())
  }
  return [
    write,
    ...(paid ? [{ at: paid, run: pay }] : []),
    ...(submitted ? [{ at: submitted, run: submit }] : []),
    ...(cancelled ? [{ at: cancelled, run: cancel }] : []),
    ...receipts.map(({ at, notes: remark = null, lines }): Step => ({
      at,
      run: (perform) =>
        perform(createReceipt, createReceiptCommand, {
          purchase_order_id: placed().id,
          notes: remark,
          lines: lines.map(({ sku, ...line }) => ({
            ...line,
            purchase_order_item_id: order?.lines.find((item) => item.product_id === goodBy(sku).id)?.id ?? '',
            location_id: goodBy(sku).location_id,
          })),
        }),
    })),
  ]
}
