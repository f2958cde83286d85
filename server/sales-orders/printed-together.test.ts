import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { findPackingSlips, printPackingSlips } from '../../contract/packing-slips.ts'
import { printPurchaseOrders } from '../../contract/purchase-documents.ts'
import { printSalesOrders } from '../../contract/sales-documents.ts'
import { discardShipment } from '../../contract/shipments.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

type Caller = Awaited<ReturnType<typeof selling>>['me']

/** The name and the pages of a file. */
async function printed(me: Caller, path: string): Promise<{ name: string; pages: string[] }> {
  const response = await me.fetch(`/api/v1${path}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { name, pages: pdfPages(Buffer.from(await response.arrayBuffer())) }
}

/** The exports in the audit trail, oldest first. */
async function exportsOf(table_name: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await app.admin.query<{ item_name: string; summary: string }>(
    `select item_name, summary from audit_trail
     where action = 'EXPORT' and table_name = $1 and record_id = any ($2::uuid[]) order by item_name`,
    [table_name, ids],
  )
  return rows.map(({ item_name, summary }) => `${summary} ${item_name}`)
}

const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id)

test('invoices of several orders are one file in the given order; each has its own customer, page numbers and export', async () => {
  const s = await selling(app)
  const { id } = await s.product(1_000)
  const lines = (count: number) => Array.from({ length: count }, (): [string, number] => [id, 1])
  const long = await s.order(lines(60), { customer_name: 'Ernst Handel' })
  const short = await s.order(lines(1), { customer_name: 'Blauer See' })
  await s.pay(short, 2)
  const asked = [short, long, short]
  const { name, pages } = await printed(s.me, `/sales-orders/documents/invoice?order_ids=${idsOf(asked).join(',')}`)
  expect(name).toBe('Invoices.pdf')
  const [first, ...others] = pages
  for (const text of ['Blauer See', short.order_number, '$2.00 USD paid on', 'Page 1 of 1'])
    expect(first).toContain(text)
  expect(first).not.toContain('Ernst Handel')
  expect(others.length).toBeGreaterThan(1)
  for (const [index, page] of others.entries()) {
    expect(page).toContain(`Invoice ${long.order_number}`)
    expect(page).toContain(`Page ${index + 1} of ${others.length}`)
  }
  expect(others[0]).toContain('Ernst Handel')
  expect(await exportsOf('sales_orders', idsOf(asked))).toEqual(
    [long, short].map(({ order_number }) => `Exported invoice ${order_number}`).toSorted(),
  )
  const confirmations = await printed(s.me, `/sales-orders/documents/confirmation?order_ids=${long.id}`)
  expect(confirmations.name).toBe('Order_Confirmations.pdf')
})

test('purchase orders of several suppliers are one file, each with its own supplier and place', async () => {
  const s = await ordering(app)
  const [one, other] = [await s.ordered(5), await s.ordered(7)]
  const { name, pages } = await printed(s.me, `/purchase-orders/documents?order_ids=${other.id},${one.id}`)
  expect(name).toBe('Purchase_Orders.pdf')
  expect(pages).toHaveLength(2)
  for (const [index, order] of [other, one].entries())
    for (const text of [order.order_number, order.supplier_name, order.lines[0]?.product_name ?? '', 'Page 1 of 1'])
      expect(pages[index]).toContain(text)
  expect(await exportsOf('purchase_orders', [one.id, other.id])).toHaveLength(2)
})

test('packing slips of an order: of its pending shipments, otherwise of those that have shipped', async () => {
  const s = await selling(app)
  const { id } = await s.product(100)
  const [both, sent, failed, none] = [
    await s.order([[id, 9]]),
    await s.order([[id, 9]]),
    await s.order([[id, 9]]),
    await s.order([[id, 9]]),
  ]
  await s.ship(both, 2)
  const [waiting, later] = [await s.plan(both, 3), await s.plan(both, 1)]
  const [one, two] = [await s.ship(sent, 2), await s.ship(sent, 3)]
  await s.move(two, 'delivered')
  await s.move(await s.ship(failed, 1), 'failed')
  await s.me.call(discardShipment, { shipment_id: (await s.plan(failed, 1)).id })
  const order_ids = idsOf([none, sent, both, failed]).join(',')
  const { items } = await s.me.call(findPackingSlips, { order_ids })
  const of = (order: { id: string; order_number: string }, shipments: object[]) => ({
    order_id: order.id,
    order_number: order.order_number,
    shipments,
  })
  expect(items).toEqual([
    of(none, []),
    of(sent, [
      { id: one.id, shipment_no: 1, status: 'in_transit' },
      { id: two.id, shipment_no: 2, status: 'delivered' },
    ]),
    of(both, [
      { id: waiting.id, shipment_no: 2, status: 'pending' },
      { id: later.id, shipment_no: 3, status: 'pending' },
    ]),
    of(failed, []),
  ])
  const shipments = items.flatMap((item) => item.shipments)
  const { name, pages } = await printed(s.me, `/shipments/packing-slips?shipment_ids=${idsOf(shipments).join(',')}`)
  expect(name).toBe('Packing_slips.pdf')
  expect(pages.map((page) => /Packing Slip (\S+)/.exec(page)?.[1])).toEqual([
    `${sent.order_number}-1`,
    `${sent.order_number}-2`,
    `${both.order_number}-2`,
    `${both.order_number}-3`,
  ])
  expect(pages[2]).toContain('3 × Main Warehouse')
  expect(await exportsOf('shipments', idsOf(shipments))).toHaveLength(4)
})

test('refused: none, too many, too long, and anything that belongs to another company', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 2]])
  const shipment = await s.plan(order, 1)
  const other = await selling(app)
  const foreign = await other.order([[(await other.product(9)).id, 2]])
  const document = 'invoice' as const
  for (const order_ids of ['', ',', 'x', `${order.id},x`])
    expect(await s.me.refused(printSalesOrders, { document, order_ids })).toMatchObject({ status: 422 })
  const many = Array.from({ length: limits.documentsPerFile + 1 }, (_, index) =>
    order.id.replace(/.{3}$/, String(index + 100)),
  ).join(',')
  const tooMany = { status: 422, fields: { order_ids: 'At most 100 orders can be printed at once' } }
  expect(await s.me.refused(printSalesOrders, { document, order_ids: many })).toMatchObject(tooMany)
  expect(await s.me.refused(printPurchaseOrders, { order_ids: many })).toMatchObject(tooMany)
  expect(await s.me.refused(findPackingSlips, { order_ids: many })).toMatchObject(tooMany)
  expect(await s.me.refused(printPackingSlips, { shipment_ids: many })).toMatchObject({
    fields: { shipment_ids: 'At most 100 packing slips can be printed at once' },
  })
  const both = `${order.id},${foreign.id}`
  expect(await s.me.refused(printSalesOrders, { document, order_ids: both })).toMatchObject({ status: 404 })
  expect(await s.me.refused(findPackingSlips, { order_ids: both })).toMatchObject({ status: 404 })
  expect(await s.me.refused(printPurchaseOrders, { order_ids: both })).toMatchObject({ status: 404 })
  expect(await other.me.refused(printPackingSlips, { shipment_ids: shipment.id })).toMatchObject({ status: 404 })
  const setLines = (count: number) =>
    app.admin.query(`update sales_orders set line_count = $2 where id = $1`, [order.id, count])
  await setLines(limits.documentLinesPerFile + 1)
  expect(await s.me.refused(printSalesOrders, { document, order_ids: order.id })).toMatchObject({
    status: 422,
    fields: { order_ids: 'These documents have more than 10,000 items. Print fewer at once.' },
  })
  // Other tests check every order of this database.
  await setLines(1)
})
