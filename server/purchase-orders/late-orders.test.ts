import { expect, test } from 'vitest'
import { listPurchaseOrders } from '../../contract/purchase-orders.ts'
import { createSalesOrder, readSalesOrder } from '../../contract/sales-orders.ts'
import { readSettings, saveSettings } from '../../contract/settings.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'

const app = await sharedApp()

/** The day where it is latest and the one where it is earliest: they always differ. */
const [ahead, behind] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const

/** The day before today in a time zone. */
async function yesterdayIn(zone: string): Promise<string> {
  const { rows } = await app.admin.query<{ day: string }>('select ((now() at time zone $1)::date - 1)::text as day', [
    zone,
  ])
  return rows[0]?.day ?? ''
}

/** An order for a product that another order waits for, expected yesterday where it is latest. */
async function dueYesterday() {
  const s = await ordering(app)
  const { id: product_id } = await s.product(0)
  const draft = await s.draft({ product_id, quantity: 4, unit_price: 2 })
  const order = await s.pay(await s.save(draft, { expected_date: await yesterdayIn(ahead) }))
  const waiting = await s.me.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id, quantity: 3, unit_price: 2 }],
  })
  const moveTo = async (time_zone: string) => {
    const { version } = await s.me.call(readSettings, {})
    await s.me.call(saveSettings, { time_zone, version })
  }
  const isLate = async () => [
    (await s.read(order)).is_late,
    (await s.me.call(listPurchaseOrders, {})).items[0]?.is_late,
    (await s.stock(product_id)).deliveries[0]?.is_late,
    (await s.me.call(readSalesOrder, { id: waiting.id })).lines[0]?.is_late,
  ]
  return { ...s, order, moveTo, isLate }
}

test("an open order is late once its expected day has passed in the organization's time zone", async () => {
  const { moveTo, isLate } = await dueYesterday()
  await moveTo(ahead)
  expect(await isLate()).toEqual([true, true, true, true])
  await moveTo(behind)
  expect(await isLate()).toEqual([false, false, false, false])
})

test('orders without an expected date, drafts and finished orders are never late', async () => {
  const s = await ordering(app)
  const expected_date = '2020-01-01'
  const undated = await s.ordered(1)
  const draft = await s.save(await s.draft(1), { expected_date })
  const received = (await s.receive(await s.save(await s.ordered(1), { expected_date }), 1)).order
  const cancelled = await s.cancel(await s.save(await s.ordered(1), { expected_date }))
  expect([undated, draft, received, cancelled].map(({ is_late }) => is_late)).toEqual([false, false, false, false])
})
