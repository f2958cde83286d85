import { expect, test } from 'vitest'
import { readReceipt } from '../../contract/receiving.ts'
import type { PurchaseOrder } from '../../contract/purchase-orders.ts'
import { migrate } from '../platform/migrate.ts'
import { silentLog } from '../platform/log.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { ordering, type Ordering, savedAs } from '../testing/ordering.ts'

/** Ten ordered units and two extra ones were received; the receipt of the ten is undone. */
async function onlyExtraKept(s: Ordering) {
  const { order, receipt } = await s.receive(await s.ordered(10, 5), 10)
  const { receipt: extra } = await s.receive(order, { quantity: 2, is_over_delivery: true })
  await s.undo(receipt)
  return { order: await s.read(order), extra }
}

/** The tables before 0957, which is to run again; views and functions follow with the next start. */
const earlier = `
  alter table purchase_order_items drop column over_delivered_quantity cascade;
  alter table purchase_orders drop column over_delivered_amount cascade;
  create index receipt_items_over_delivered on receipt_items (org_id, purchase_order_id) where is_over_delivery;
  delete from migration.applied where name = 'migrations/0957_over_delivered_units.sql';
  delete from migration.state`

test('after the upgrade, extra units whose line was removed or replaced are not owed, and can be undone', async () => {
  const app = await testApp()
  const { admin } = app
  const s = await ordering(app)
  // Earlier versions took a line with extra units alone for one without receipts.
  const forget = async (order: PurchaseOrder) => {
    await admin.query('alter table purchase_order_items disable trigger user')
    await admin.query('update purchase_order_items set over_delivered_quantity = 0 where purchase_order_id = $1', [
      order.id,
    ])
    await admin.query('alter table purchase_order_items enable trigger user')
  }
  const kept = await onlyExtraKept(s)
  const removed = await onlyExtraKept(s)
  await forget(removed.order)
  await s.save(removed.order, { lines: savedAs(removed.order).lines.slice(1) })
  const changed = await onlyExtraKept(s)
  await forget(changed.order)
  const [line, rest] = savedAs(changed.order).lines
  await s.save(changed.order, { lines: [{ ...line!, product_id: (await s.product(0)).id }, rest!] })
  await admin.query(earlier)

  await migrate({ host: admin.host, port: admin.port, user: admin.user, database: app.name }, silentLog)

  await expectSound(app)
  expect(await s.read(kept.order)).toMatchObject({ over_delivered_amount: 4, payment_status: 'partial' })
  for (const { order, extra } of [removed, changed]) {
    expect(await s.read(order)).toMatchObject({ over_delivered_amount: 0, payment_status: 'paid' })
    expect(await s.me.call(readReceipt, { id: extra.id })).toMatchObject({
      lines: [{ purchase_order_item_id: null, quantity: 2, is_over_delivery: true }],
    })
    await s.undo(extra)
  }
  await expectSound(app)
})

test('the upgrade stops at more extra units than an order can store, and names the order', async () => {
  const app = await testApp()
  const { admin } = app
  const s = await ordering(app)
  const product_id = (await s.product(0)).id
  const ordered = await s.ordered({ product_id, quantity: 1, unit_price: 1 })
  const { order } = await s.receive(ordered, 1, { quantity: 90_000_000_000, is_over_delivery: true })
  await admin.query('alter table purchase_order_items disable trigger user')
  await admin.query('update purchase_order_items set unit_price = 9000 where purchase_order_id = $1', [order.id])
  await admin.query(earlier)

  await expect(
    migrate({ host: admin.host, port: admin.port, user: admin.user, database: app.name }, silentLog),
  ).rejects.toThrow(`Purchase order ${order.order_number} (organization ${s.me.org_id}) has more extra units`)
})
