import { expect, test } from 'vitest'
import { payPurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { readSalesOrder } from '../../contract/sales-orders.ts'
import { addPayment, recordRefund, reversePayment } from '../../contract/sales-payments.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { ordering } from '../testing/ordering.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

const future = {
  status: 422,
  code: 'happened_in_future',
  fields: { payment_date: 'Date can’t be in the future' },
}

/** Moves an organization to a time zone; returns its day, the next one, and the moment. */
async function inZone(org_id: string, zone: string): Promise<{ today: string; tomorrow: string; now: string }> {
  const { rows } = await app.admin.query<{ today: string; tomorrow: string; now: string }>(
    `update organizations set time_zone = $2 where org_id = $1
     returning (now() at time zone $2)::date::text as today, ((now() at time zone $2)::date + 1)::text as tomorrow, now() as now`,
    [org_id, zone],
  )
  const [row] = rows
  if (!row) throw new Error('the organization exists')
  return row
}

test('payments and refunds of a sales order have the day that was entered, and are listed and printed by it', async () => {
  const s = await selling(app)
  await inZone(s.me.org_id, 'Pacific/Auckland')
  const { id } = await s.order([[(await s.product(9)).id, 5]])
  const payment = { sales_order_id: id, amount: 6, payment_method: 'cash' } as const
  await s.me.call(addPayment, { ...payment, payment_date: '2026-03-05' })
  // Recorded later, paid earlier.
  const paid = await s.me.call(addPayment, { ...payment, payment_date: '2026-03-04' })
  expect(paid).toMatchObject({ payment_status: 'paid', paid_amount: 12 })
  // 12:00 in Auckland.
  expect(paid.payments.map(({ payment_date }) => payment_date)).toEqual([
    '2026-03-04T23:00:00Z',
    '2026-03-03T23:00:00Z',
  ])
  const paper = await s.me.fetch(`/api/v1/sales-orders/${id}/documents/invoice`)
  expect(pdfPages(Buffer.from(await paper.arrayBuffer())).join('')).toContain('USD paid on 5 Mar 2026')
  const refund = { ...payment, amount: 2, payment_date: '2026-03-06' }
  const { payments } = await s.me.call(recordRefund, refund)
  expect(payments[0]).toMatchObject({ amount: -2, payment_date: '2026-03-05T23:00:00Z' })
  expect(await s.me.call(reversePayment, { payment_id: payments[0]!.id })).toMatchObject({ paid_amount: 12 })
  await expectSound(app)
})

// On either side of the date line, it is never the same day in both.
test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'a payment of today is made now, one of tomorrow is refused: %s',
  async (zone) => {
    const s = await selling(app)
    const { today, tomorrow, now } = await inZone(s.me.org_id, zone)
    const { id } = await s.order([[(await s.product(9)).id, 5]])
    const payment = { sales_order_id: id, amount: 6, payment_method: 'cash' } as const
    for (const payment_date of [undefined, null, '', today]) {
      const { payments } = await s.me.call(addPayment, { ...payment, payment_date })
      expect(new Date(payments[0]!.payment_date).getTime()).toBeGreaterThanOrEqual(new Date(now).getTime())
    }
    const before = await s.me.call(readSalesOrder, { id })
    expect(await s.me.refused(addPayment, { ...payment, payment_date: tomorrow })).toMatchObject(future)
    expect(await s.me.refused(recordRefund, { ...payment, payment_date: tomorrow })).toMatchObject(future)
    expect(await s.me.refused(addPayment, { ...payment, payment_date: '2026-02-30' })).toMatchObject({
      fields: { payment_date: 'Please enter a date, such as 2026-11-30' },
    })
    expect(await s.me.call(readSalesOrder, { id })).toEqual(before)
  },
)

test('the payment of a purchase order has the day that was entered; it may be before the order', async () => {
  const s = await ordering(app)
  const { tomorrow } = await inZone(s.me.org_id, 'America/New_York')
  const { id, version } = await s.draft(10)
  expect(await s.me.refused(payPurchaseOrder, { id, version, payment_date: tomorrow })).toMatchObject(future)
  const paid = await s.me.call(payPurchaseOrder, { id, version, payment_date: '2026-03-05' })
  expect(paid).toMatchObject({
    status: 'ordered',
    payment_status: 'paid',
    payments: [{ amount: 20, paid_at: '2026-03-05T17:00:00Z' }],
  })
  expect(await s.me.call(readPurchaseOrder, { id })).toEqual(paid)
  await expectSound(app)
})
