import { expect, test } from 'vitest'
import { listAuditTrail, readRecordHistory } from '../../contract/audit-trail.ts'
import { saveNotificationPreferences } from '../../contract/notifications.ts'
import { upload } from '../imports/testing/imported.ts'
import { importSheets } from '../imports/testing/workbooks.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

const exportsOf = async (me: Client, record_id?: string) =>
  (record_id ? await me.call(readRecordHistory, { record_id }) : await me.call(listAuditTrail, {})).items
    .filter(({ action }) => action === 'exported')
    .map(({ summary, item_name, table_name }) => [summary, item_name, table_name])

async function download(me: Client, path: string): Promise<void> {
  const response = await me.fetch(`/api/v1${path}`)
  await response.arrayBuffer()
  expect(response.status).toBe(200)
}

test('each document of a sales order that is downloaded is an export in its history', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(10)).id, 6]])
  const shipment = await s.plan(order, 4)
  await download(s.me, `/sales-orders/${order.id}/documents/invoice`)
  await download(s.me, `/sales-orders/${order.id}/documents/confirmation`)
  await download(s.me, `/shipments/${shipment.id}/packing-slip`)
  const slip = ['Exported packing slip', `${order.order_number}, shipment 1`, 'shipments']
  expect(await exportsOf(s.me, shipment.id)).toEqual([slip])
  const all = [
    slip,
    ['Exported order confirmation', order.order_number, 'sales_orders'],
    ['Exported invoice', order.order_number, 'sales_orders'],
  ]
  expect(await exportsOf(s.me, order.id)).toEqual(all)
  expect(await exportsOf(s.me)).toEqual(all)
})

test('so is a purchase order and each receipt', async () => {
  const s = await ordering(app)
  const { receipt, order } = await s.receive(await s.ordered(10), 4)
  await download(s.me, `/purchase-orders/${order.id}/document`)
  await download(s.me, `/receipts/${receipt.id}/document`)
  const printed = ['Exported receipt', `${order.order_number}, receipt 1`, 'receipts']
  expect(await exportsOf(s.me, receipt.id)).toEqual([printed])
  expect(await exportsOf(s.me, order.id)).toEqual([
    printed,
    ['Exported purchase order', order.order_number, 'purchase_orders'],
  ])
})

test('the workbook with the problems of an import is an export', async () => {
  const me = await app.signUp()
  const { id } = await upload(me, importSheets({ products: [['', 'A', null, null, -1]] }))
  await download(me, `/import-files/${id}/marked-workbook`)
  expect(await exportsOf(me)).toEqual([['Exported Excel workbook', 'Import problems', 'reports']])
})

test("a member's notification choices are recorded with their settings, one row for each save that changes any", async () => {
  const me = await app.signUp()
  const choice = { kind: 'out_of_stock', channel: 'mail', wanted: false } as const
  const save = { choices: [choice], digest_hour: 7 }
  await me.call(saveNotificationPreferences, save)
  await me.call(saveNotificationPreferences, save)
  await me.call(saveNotificationPreferences, { choices: [], digest_hour: null })
  const rows = (await me.call(listAuditTrail, { type: 'settings', action: 'updated' })).items
  expect(rows.map(({ table_name, summary, changes }) => [table_name, summary, changes])).toEqual([
    ['member_settings', 'Updated daily summary time', [{ field: 'digest_hour', of: null, before: 7, after: null }]],
    [
      'member_settings',
      'Updated daily summary time, out of stock by email',
      expect.arrayContaining([
        { field: 'digest_hour', of: null, before: null, after: 7 },
        { field: 'out_of_stock_by_email', of: null, before: true, after: false },
      ]),
    ],
  ])
  expect(rows.every(({ subject_id, item_name }) => subject_id === me.user_id && item_name !== null)).toBe(true)
})
