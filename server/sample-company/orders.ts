import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { addPayment, createSalesOrder } from '../../contract/sales-orders.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createPurchaseOrderCommand } from '../purchase-orders/create-purchase-order.ts'
import { payPurchaseOrderCommand } from '../purchase-orders/pay-purchase-order.ts'
import { createReceiptCommand } from '../receiving/create-receipt.ts'
import { addPaymentCommand } from '../sales-orders/add-payment.ts'
import { createSalesOrderCommand } from '../sales-orders/create-sales-order.ts'
import { changeShipmentStatusCommand } from '../shipping/change-status.ts'
import { createShipmentCommand } from '../shipping/create-shipment.ts'
import type { Perform } from './perform.ts'

/** A good by its SKU, as it was made. */
export type Goods = (sku: string) => Readonly<{ id: string; price: number; cost: number; location_id: string }>

type Line = readonly [sku: string, quantity: number]

/** What is being bought: one order that is being written, one that is late, and one of which a part came, some of it broken. */
export async function buy(perform: Perform, goods: Goods, supplierIds: readonly string[]): Promise<void> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const order = (supplier: number, lines: readonly Line[], more: { expected_date: string; notes?: string }) =>
    perform(createPurchaseOrder, createPurchaseOrderCommand, {
      supplier_id: supplierIds[supplier] ?? '',
      lines: lines.map(([sku, quantity]) => {
        const { id: product_id, cost: unit_price, location_id } = goods(sku)
        return { product_id, quantity, unit_price, location_id }
      }),
      ...more,
    })
  const place = async (placed: Promise<{ id: string; version: number }>) => {
    const { id, version } = await placed
    return perform(payPurchaseOrder, payPurchaseOrderCommand, { id, version })
  }

  const tubes: Line[] = [
    ['TUB-700-W', 120],
    ['TIR-700-25', 24],
  ]
  await order(0, tubes, { expected_date: day(12), notes: 'Ask for the blue boxes' })
  await place(order(3, [['WHL-700-F', 6]], { expected_date: day(-2) }))
  const supplies = await place(
    order(
      5,
      [
        ['LUB-DRY', 48],
        ['CLN-1L', 24],
      ],
      { expected_date: day(3) },
    ),
  )
  const [lube = '', cleaner = ''] = supplies.lines.map(({ id }) => id)
  const { location_id } = goods('LUB-DRY')
  await perform(createReceipt, createReceiptCommand, {
    purchase_order_id: supplies.id,
    lines: [
      { purchase_order_item_id: lube, location_id, quantity: 20, lot_number: 'D-2611', expires_on: day(540) },
      { purchase_order_item_id: cleaner, location_id, quantity: 10 },
      { purchase_order_item_id: cleaner, location_id, quantity: 2, condition: 'damaged', notes: 'Caps cracked' },
    ],
  })
}

/** What is being sold: an order that is done and paid, one on its way, one that waits for goods, and one nobody has looked at yet. */
export async function sell(perform: Perform, goods: Goods): Promise<void> {
  const order = async (customer: (typeof customers)[number], lines: readonly Line[]) => ({
    ...(await perform(createSalesOrder, createSalesOrderCommand, {
      ...customer,
      lines: lines.map(([sku, quantity]) => ({ product_id: goods(sku).id, quantity, unit_price: goods(sku).price })),
    })),
    shipping_address: `${customer.customer_name}\n418 Alder Street`,
  })
  const pay = (sales_order_id: string, amount: number) =>
    perform(addPayment, addPaymentCommand, { sales_order_id, amount, payment_method: 'credit_card' })
  const send = async (sold: Awaited<ReturnType<typeof order>>, tracking_number: string) => {
    const { id: sales_order_id, shipping_address } = sold
    const lines = sold.lines.map(({ id, quantity }) => ({ sales_order_item_id: id, quantity }))
    const parcel = {
      sales_order_id,
      shipping_address,
      shipping_method: 'ground',
      carrier: 'ups',
      tracking_number,
      lines,
    } as const
    const { id: shipment_id } = await perform(createShipment, createShipmentCommand, parcel)
    const step = (status: 'in_transit' | 'delivered') =>
      perform(changeShipmentStatus, changeShipmentStatusCommand, { shipment_id, status })
    await step('in_transit')
    return step
  }

  const [club, school, courier, walkIn] = customers
  const done = await order(club, [
    ['TIR-700-32', 4],
    ['TUB-700-N', 8],
  ])
  await pay(done.id, done.total_amount)
  const deliver = await send(done, '1Z 999 AA1 01 2345 6784')
  await deliver('delivered')
  const sent = await order(courier, [
    ['PAD-R1', 6],
    ['LCK-U', 2],
  ])
  await pay(sent.id, 100)
  await send(sent, '1Z 999 AA1 01 2345 6790')
  await order(school, [
    ['WHL-700-F', 2],
    ['TUB-29', 10],
  ])
  await order(walkIn, [['CHN-11', 1]])
}

const customers = [
  { customer_name: 'Riverside Cycling Club', customer_email: 'orders@riverside-club.example' },
  { customer_name: 'Northfield School', customer_email: 'office@northfield-school.example' },
  { customer_name: 'Swift Couriers', customer_email: 'fleet@swift-couriers.example' },
  { customer_name: 'Ida Lindqvist', customer_email: 'ida@lindqvist.example' },
] as const
