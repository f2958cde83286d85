import { expect, test } from 'vitest'
import { updateCustomer } from '../../contract/customers.ts'
import { printSalesOrder } from '../../contract/sales-orders.ts'
import { recordRefund } from '../../contract/sales-payments.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { discardShipment, printPackingSlip } from '../../contract/shipments.ts'
import { sharedApp } from '../testing/app.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/** The texts of a document, page by page. */
async function pages(me: Awaited<ReturnType<typeof selling>>['me'], path: string): Promise<string[]> {
  const response = await me.fetch(`/api/v1${path}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.pdf"$/)
  return pdfPages(Buffer.from(await response.arrayBuffer()))
}

test('a confirmation and an invoice show parties, items and amounts in every script of the fonts', async () => {
  const s = await selling(app)
  await s.me.call(saveSettings, {
    company_name: 'Łódź Traders',
    company_address: '12 Piotrkowska',
    company_email: 'hello@lodz.example',
    company_tax_id: 'VAT PL1234567890',
    company_website: 'lodz.example',
    version: 1,
  })
  const order = await s.order([[(await s.product(20)).id, 10]], {
    customer_name: 'Køpenhavn Ærø Ελληνικά Привет',
    customer_email: 'k@shop.example',
    notes: 'Ring twice',
  })
  await s.pay(order, 5)
  const [confirmation] = await pages(s.me, `/sales-orders/${order.id}/documents/confirmation`)
  for (const text of [
    'Order Confirmation',
    'Łódź Traders',
    '12 Piotrkowska',
    'VAT PL1234567890',
    'lodz.example',
    order.order_number,
    order.customer_name,
    'k@shop.example',
    'P-1',
    'Product 1',
    '$20.00',
    'Ring twice',
    'Page 1 of 1',
  ])
    expect(confirmation?.replaceAll('\n', ' ')).toContain(text)
  expect(confirmation).not.toContain('Paid')
  const [invoice] = await pages(s.me, `/sales-orders/${order.id}/documents/invoice`)
  for (const text of [
    'Invoice number',
    'Bill to',
    'Partly paid',
    '$15.00 USD due',
    'Paid\n$5.00',
    'Balance due\n$15.00',
  ])
    expect(invoice).toContain(text)
  await s.pay(order, 100)
  const overpaid = (await pages(s.me, `/sales-orders/${order.id}/documents/invoice`))[0]
  for (const text of ['$105.00 USD paid on', 'Balance due\n$0.00', 'Overpaid\n$85.00']) expect(overpaid).toContain(text)
  await s.to(await s.read(order), 'cancelled')
  const cancelled = (await pages(s.me, `/sales-orders/${order.id}/documents/invoice`))[0]
  for (const text of ['Cancelled', 'Cancelled items\n−$20.00\nPaid\n$105.00\nBalance due\n$0.00\nRefund due\n$105.00'])
    expect(cancelled).toContain(text)
  expect(await s.me.refused(printSalesOrder, { id: order.id, document: 'will' })).toMatchObject({ status: 422 })
})

test('an invoice states what was refunded for returned goods, which is no longer due', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]], { status: 'delivered' })
  await s.pay(order, 10)
  await s.giveBack(order, 2)
  const refund = { sales_order_id: order.id, payment_method: 'cash' } as const
  await s.me.call(recordRefund, { ...refund, amount: 4 })
  const [invoice] = await pages(s.me, `/sales-orders/${order.id}/documents/invoice`)
  expect(invoice).toContain('Total USD\n$10.00\nReturned goods\n−$4.00\nPaid\n$6.00\nBalance due\n$0.00')
})

test('an invoice of a cancelled order adds up: what was not shipped is not charged, and has no due date', async () => {
  const s = await selling(app)
  const { version } = await s.me.call(readSettings, {})
  await s.me.call(saveSettings, { version, payment_terms_days: 30 })
  const [bolts, nuts] = [await s.product(9), await s.product(9)]
  const order = await s.order([
    [bolts.id, 5],
    [nuts.id, 2],
  ])
  await s.ship(order, { item: 0, quantity: 3 })
  await s.to(await s.read(order), 'cancelled')
  const invoice = async (id: string) => (await pages(s.me, `/sales-orders/${id}/documents/invoice`))[0]
  expect(await invoice(order.id)).toContain(
    'Total USD\n$14.00\nCancelled items\n−$8.00\nPaid\n$0.00\nBalance due\n$6.00',
  )
  expect(await invoice(order.id)).toContain('Due date')
  await s.giveBack(order, 1)
  expect(await invoice(order.id)).toContain('Cancelled and returned items\n−$10.00\nPaid\n$0.00\nBalance due\n$4.00')
  const other = await s.order([[nuts.id, 2]])
  await s.to(await s.read(other), 'cancelled')
  expect(await invoice(other.id)).not.toContain('Due date')
})

test("an invoice has its due date: by the customer's payment terms, else the company's", async () => {
  const s = await selling(app)
  const { version } = await s.me.call(readSettings, {})
  // Its day is the organization's: at this moment Auckland is a day ahead of UTC half of the time.
  await s.me.call(saveSettings, { version, time_zone: 'Pacific/Auckland', payment_terms_days: 30 })
  const order = await s.order([[(await s.product(5)).id, 2]], { customer_name: 'Save-a-lot Markets' })
  await app.admin.query(`update sales_orders set order_date = '2026-12-24T13:00:00Z' where id = $1`, [order.id])
  const invoice = async () => (await pages(s.me, `/sales-orders/${order.id}/documents/invoice`))[0]
  expect(await invoice()).toContain('Date of issue\n25 Dec 2026\nPayment terms\nNet 30\nDue date\n24 Jan 2027\n')
  expect(await invoice()).toContain('USD due 24 Jan 2027')
  const customer = { id: order.customer_id, version: 1, name: 'Save-a-lot Markets' }
  await s.me.call(updateCustomer, {
    ...customer,
    billing_address: '187 Suffolk Ln.\nBoise, ID 83720',
    payment_terms_days: 0,
  })
  const own = await invoice()
  expect(own).toContain('Payment terms\nDue on receipt\nDue date\n25 Dec 2026\n')
  expect(own).toContain('Save-a-lot Markets\n187 Suffolk Ln.\nBoise, ID 83720\n')
  const [confirmation] = await pages(s.me, `/sales-orders/${order.id}/documents/confirmation`)
  expect(confirmation).not.toMatch(/Due|Suffolk/)
  await s.me.call(saveSettings, { version: version + 1, payment_terms_days: null })
  await s.me.call(updateCustomer, { ...customer, version: 2 })
  expect(await invoice()).not.toMatch(/Payment terms|Due date/)
})

test.each([
  ['a4', 'America/New_York', '595.28 841.89'],
  ['letter', 'Europe/Berlin', '612 792'],
  ['auto', 'America/New_York', '612 792'],
  ['auto', 'Europe/Berlin', '595.28 841.89'],
] as const)('documents of paper size %s in %s are %s points', async (paper_size, time_zone, points) => {
  const s = await selling(app)
  const { version } = await s.me.call(readSettings, {})
  await s.me.call(saveSettings, { version, paper_size, time_zone })
  const order = await s.order([[(await s.product(5)).id, 2]])
  const response = await s.me.fetch(`/api/v1/sales-orders/${order.id}/documents/invoice`)
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toContain(`/MediaBox [0 0 ${points}]`)
})

test('a packing slip lists a shipment without prices; many lines continue on more pages, each with its header', async () => {
  const s = await selling(app)
  const product = await s.product(1_000)
  const order = await s.order(Array.from({ length: 80 }, () => [product.id, 2] as [string, number]))
  const shipment = await s.plan(order, ...Array.from({ length: 80 }, (_, item) => ({ item, quantity: 1 + (item % 2) })))
  const slip = await pages(s.me, `/shipments/${shipment.id}/packing-slip`)
  expect(slip.length).toBeGreaterThan(1)
  for (const [index, page] of slip.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${slip.length}`)
    expect(page).toContain('SKU')
    expect(page).not.toContain('$')
  }
  const whole = slip.join('')
  for (const text of [
    'Packing Slip',
    'Ship to',
    '12 Orchestra Terrace',
    'Walla Walla',
    'UPS, Ground',
    'Units in this shipment\n120',
  ])
    expect(whole).toContain(text)
  expect(whole.match(/Product 1\n/g)).toHaveLength(80)
})

test('a packing slip of pieces and kilograms counts products', async () => {
  const s = await selling(app)
  const [bowl, flour] = [await s.product(4), await s.product(5, { quantity_decimals: 3 })]
  const order = await s.order([
    [bowl.id, 4],
    [flour.id, 2.5],
  ])
  const shipment = await s.plan(order, { item: 0, quantity: 4 }, { item: 1, quantity: 2.5 })
  const slip = (await pages(s.me, `/shipments/${shipment.id}/packing-slip`)).join('')
  expect(slip).toContain('Products in this shipment\n2')
  expect(slip).not.toContain('6.5')
})

test('a packing slip shows the customer, and for each line the lot, location, ordered and backordered quantity', async () => {
  const s = await selling(app)
  const [bolts, nuts] = [await s.product(5), await s.product(8)]
  const order = await s.order(
    [
      [bolts.id, 9],
      [nuts.id, 8],
    ],
    { customer_name: 'Alfreds Futterkiste', customer_email: 'alfred@shop.example' },
  )
  const shipment = await s.plan(order, { item: 0, quantity: 5 }, { item: 1, quantity: 3 })
  const pending = (await pages(s.me, `/shipments/${shipment.id}/packing-slip`)).join('')
  for (const text of [
    'Customer\n',
    'Alfreds Futterkiste',
    'alfred@shop.example',
    order.order_number,
    'Ordered\nShipped\nBackordered',
    'Main Warehouse\n9\n5\n4\n',
    'Main Warehouse\n8\n3\n0\n',
  ])
    expect(pending).toContain(text)
  await s.move(shipment, 'in_transit')
  expect((await pages(s.me, `/shipments/${shipment.id}/packing-slip`)).join('')).toContain('Main Warehouse\n9\n5\n4\n')
})

test('the packing slip of a shipment that failed or was discarded is marked as such', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]])
  const slip = async (id: string) => (await pages(s.me, `/shipments/${id}/packing-slip`))[0]
  const shipment = await s.ship(order, { item: 0, quantity: 2 })
  expect(await slip(shipment.id)).not.toContain('Failed')
  await s.move(shipment, 'failed')
  expect(await slip(shipment.id)).toContain('Packing Slip\nFailed\n')
  const { id } = await s.plan(await s.read(order), { item: 0, quantity: 1 })
  await s.me.call(discardShipment, { shipment_id: id })
  expect(await slip(id)).toContain('Packing Slip\nDiscarded\n')
})

test('a packing slip says how many units to take from which location and lot: not expired ones, nor those of an earlier shipment', async () => {
  const s = await selling(app)
  const { id: product_id } = await s.product(0)
  const arrive = (quantity: number, lot_number: string, location_id = s.main) =>
    s.me.call(createTransaction, {
      product_id,
      type: 'in',
      reason_code: 'transfer_in',
      quantity,
      lot_number,
      location_id,
      expires_on: `2099-01-0${lot_number.length}`,
    })
  await arrive(3, 'OLD')
  await arrive(4, 'B')
  await arrive(2, 'LATE')
  await arrive(6, 'C', s.shop)
  const order = await s.order([[product_id, 15]])
  await app.admin.query(`update lots set expires_on = '2020-01-01' where product_id = $1 and lot_number = 'OLD'`, [
    product_id,
  ])
  const [first, second] = [await s.plan(order, 5), await s.plan(order, 4)]
  const slip = async ({ id }: { id: string }) => (await pages(s.me, `/shipments/${id}/packing-slip`)).join('')
  expect(await slip(first)).toContain('Product 1\n4 × Main Warehouse · Lot B\n1 × Main Warehouse · Lot LATE\n15\n5\n')
  const pending = 'Product 1\n1 × Main Warehouse · Lot LATE\n3 × Shop floor · Lot C\n15\n4\n'
  expect(await slip(second)).toContain(pending)
  // The ledger takes what the slips say.
  await s.move(first, 'in_transit')
  await s.move(second, 'in_transit')
  expect(await slip(second)).toContain(pending)
})

test('long names and notes are printed completely', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(1)).id, 1]], {
    customer_name: 'W'.repeat(500),
    notes: 'word '.repeat(3_000),
  })
  expect((await pages(s.me, `/sales-orders/${order.id}/documents/confirmation`)).length).toBeLessThan(7)
})

test('documents of another organization are not found', async () => {
  const [s, t] = [await selling(app), await selling(app)]
  const order = await t.order([[(await t.product(5)).id, 2]])
  const shipment = await t.plan(order, 1)
  for (const document of ['confirmation', 'invoice'] as const)
    expect(await s.me.refused(printSalesOrder, { id: order.id, document })).toMatchObject({ status: 404 })
  expect(await s.me.refused(printPackingSlip, { shipment_id: shipment.id })).toMatchObject({ status: 404 })
})
