import { afterEach, expect, test } from 'vitest'
import { listPurchaseOrders, recordPurchaseRefund, reversePurchasePayment } from '../../contract/purchase-orders.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { ordering, savedLine } from '../testing/ordering.ts'
import { times } from '../testing/together.ts'

const app = await testApp()

afterEach(() => expectSound(app))

/** An order of $20 that was paid, of which units worth $8 were received, and then cancelled. */
async function cancelled() {
  const s = await ordering(app)
  const { order } = await s.receive(await s.ordered(10), 4)
  const after = await s.cancel(order)
  return { ...s, order: after, refund: { id: after.id, version: after.version } }
}

test('a refund is a negative payment of what is due back; then nothing is', async () => {
  const { me, order, refund } = await cancelled()
  expect(order).toMatchObject({ paid_amount: 20, refund_due: 12, payment_status: 'paid' })
  const refunded = await me.call(recordPurchaseRefund, { ...refund, payment_date: '2026-01-05' })
  expect(refunded).toMatchObject({
    status: 'cancelled',
    paid_amount: 8,
    refund_due: 0,
    amount_due: 0,
    payment_status: 'partial',
    payments: [{ amount: 20 }, { amount: -12, paid_at: expect.stringMatching(/^2026-01-05/) }],
  })
  expect(await me.refused(recordPurchaseRefund, { id: order.id, version: refunded.version })).toMatchObject({
    code: 'wrong_status',
    message: 'No refund is due for this order.',
  })
  expect(await me.refused(recordPurchaseRefund, { ...refund, payment_date: '2999-01-05' })).toMatchObject({
    code: 'conflict',
  })
})

test('of an open order, what was paid beyond its total is due back', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { id, version } = await s.save(order, { lines: [{ ...savedLine(order.lines[0]!), unit_price: 1 }] })
  expect(await s.me.call(recordPurchaseRefund, { id, version })).toMatchObject({
    status: 'ordered',
    paid_amount: 10,
    refund_due: 0,
    payment_status: 'paid',
  })
})

test('a refund is undone like a payment; a payment that was refunded, only after its refund', async () => {
  const { me, refund } = await cancelled()
  const { payments } = await me.call(recordPurchaseRefund, refund)
  const [back, paid] = payments.map(({ id }) => ({ payment_id: id }))
  expect(await me.refused(reversePurchasePayment, paid!)).toMatchObject({ code: 'payment_refunded' })
  expect(await me.call(reversePurchasePayment, back!)).toMatchObject({ paid_amount: 20, refund_due: 12 })
  expect(await me.refused(reversePurchasePayment, back!)).toMatchObject({
    code: 'already_reversed',
    message: 'This was already undone.',
  })
  expect(await me.call(reversePurchasePayment, paid!)).toMatchObject({ paid_amount: 0, amount_due: 8 })
})

test('of refunds at the same moment one is recorded', async () => {
  const { me, refund } = await cancelled()
  const answers = await Promise.allSettled(times(4, () => me.call(recordPurchaseRefund, refund)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the payment filter finds refunds that are due, and lists a cancelled order as paid only once nothing is', async () => {
  const { me, order, refund, ...s } = await cancelled()
  const open = await s.ordered(10)
  const listed = async () => {
    const statuses = ['refund_due', 'paid', 'partial'] as const
    const lists = await Promise.all(statuses.map((payment_status) => me.call(listPurchaseOrders, { payment_status })))
    return lists.map(({ items }) => items.map(({ id }) => id))
  }
  expect(await listed()).toEqual([[order.id], [open.id], []])
  await me.call(recordPurchaseRefund, refund)
  expect(await listed()).toEqual([[], [open.id, order.id], []])
  const cheaper = await s.save(open, { lines: [{ ...savedLine(open.lines[0]!), unit_price: 1 }] })
  expect(cheaper).toMatchObject({ refund_due: 10 })
  expect(await listed()).toEqual([[open.id], [open.id, order.id], []])
})

test('a cancelled order that cost nothing isn’t listed as paid', async () => {
  const s = await ordering(app)
  const free = await s.draft({ product_id: (await s.product(0)).id, quantity: 1, unit_price: 0 })
  const paid = async () => (await s.me.call(listPurchaseOrders, { payment_status: 'paid' })).items.map(({ id }) => id)
  expect(free).toMatchObject({ payment_status: 'paid' })
  expect(await paid()).toEqual([free.id])
  await s.cancel(free)
  expect(await paid()).toEqual([])
})
