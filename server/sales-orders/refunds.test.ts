import { afterEach, expect, test } from 'vitest'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { addPayment, recordRefund, reversePayment } from '../../contract/sales-payments.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { selling } from '../testing/selling.ts'
import { times } from '../testing/together.ts'

const app = await testApp()

afterEach(() => expectSound(app))

/** An order of $10 that was paid and then cancelled. */
async function cancelled() {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]])
  await s.pay(order, 10)
  const refund = { sales_order_id: order.id, amount: 4, payment_method: 'bank_transfer' } as const
  return { ...s, order: await s.to(order, 'cancelled'), refund }
}

test('a refund is a negative payment: what was paid and is due back follows, up to what is due', async () => {
  const { me, order, refund } = await cancelled()
  expect(order).toMatchObject({ paid_amount: 10, refund_due: 10, payment_status: 'paid' })
  expect(await me.call(recordRefund, { ...refund, reference_number: 'R-1' })).toMatchObject({
    paid_amount: 6,
    refund_due: 6,
    payment_status: 'partial',
    payments: [{ amount: -4, payment_method: 'bank_transfer', reference_number: 'R-1' }, { amount: 10 }],
  })
  expect(await me.refused(recordRefund, { ...refund, amount: 6.01 })).toMatchObject({
    status: 409,
    code: 'exceeds_refund_due',
    fields: { amount: 'At most $6.00 can be refunded' },
    details: { refund_due: 6, refundable_amount: 6, asked: 6.01 },
  })
  expect(await me.call(recordRefund, { ...refund, amount: 6 })).toMatchObject({ paid_amount: 0, refund_due: 0 })
  expect(await me.refused(recordRefund, refund)).toMatchObject({
    fields: { amount: 'Nothing can be refunded for this order' },
  })
})

test('of an open order, what was paid beyond its total is due back', async () => {
  const s = await selling(app)
  const order = await s.pay(await s.order([[(await s.product(9)).id, 5]]), 12)
  const refund = { sales_order_id: order.id, amount: 2, payment_method: 'cash' } as const
  expect(await s.me.call(recordRefund, refund)).toMatchObject({
    paid_amount: 10,
    refund_due: 0,
    payment_status: 'paid',
  })
})

test('what was paid for returned goods can be refunded, and is not due again', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]], { status: 'delivered' })
  await s.pay(order, 10)
  expect(await s.read(order)).toMatchObject({ refundable_amount: 0 })
  const { return: returned } = await s.giveBack(order, 2)
  // Whether returned goods are refunded is up to the company: nothing is due.
  expect(await s.read(order)).toMatchObject({ amount_due: 0, refund_due: 0, refundable_amount: 4 })
  const refund = { sales_order_id: order.id, amount: 3, payment_method: 'cash' } as const
  const refunded = await s.me.call(recordRefund, refund)
  expect(refunded).toMatchObject({ paid_amount: 7, amount_due: 0, refund_due: 0, refundable_amount: 1 })
  expect(await s.me.refused(recordRefund, { ...refund, amount: 1.01 })).toMatchObject({
    code: 'exceeds_refund_due',
    fields: { amount: 'At most $1.00 can be refunded' },
    details: { refund_due: 0, refundable_amount: 1, asked: 1.01 },
  })
  expect(await s.me.call(recordRefund, { ...refund, amount: 1 })).toMatchObject({ amount_due: 0, refundable_amount: 0 })
  const listed = async (payment_status: 'paid' | 'partial' | 'pending') =>
    (await s.me.call(listSalesOrders, { payment_status })).items.map(({ amount_due }) => amount_due)
  expect([await listed('paid'), await listed('partial'), await listed('pending')]).toEqual([[0], [], []])
  // If the goods never came back, they are owed again.
  await s.undoReturn(returned)
  expect(await s.read(order)).toMatchObject({ amount_due: 4, refundable_amount: 0 })
  expect([await listed('paid'), await listed('partial')]).toEqual([[], [4]])
})

test('goods that came back unpaid are not owed, on the order, in lists and on its invoice', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]], { status: 'delivered' })
  const listed = async (payment_status: 'paid' | 'partial' | 'pending' | 'refund_due') =>
    (await s.me.call(listSalesOrders, { payment_status })).items.map(({ amount_due }) => amount_due)
  const invoice = async () => {
    const response = await s.me.fetch(`/api/v1/sales-orders/${order.id}/documents/invoice`)
    return pdfPages(Buffer.from(await response.arrayBuffer())).join('')
  }
  const { return: first } = await s.giveBack(order, 2)
  expect(await s.read(order)).toMatchObject({
    amount_due: 6,
    refund_due: 0,
    refundable_amount: 0,
    payment_status: 'pending',
  })
  expect(await invoice()).toMatch(/Returned goods\s+[-−]\$4\.00\s+Paid\s+\$0\.00\s+Balance due\s+\$6\.00/)
  // Everything that was kept is paid.
  const { payments } = await s.pay(order, 6)
  expect(await s.read(order)).toMatchObject({
    amount_due: 0,
    refund_due: 0,
    refundable_amount: 0,
    payment_status: 'partial',
  })
  expect([await listed('paid'), await listed('partial'), await listed('refund_due')]).toEqual([[0], [], []])
  await s.me.call(reversePayment, { payment_id: payments[0]?.id ?? '' })

  await s.giveBack(order, 3)
  expect(await s.read(order)).toMatchObject({ amount_due: 0, refund_due: 0, refundable_amount: 0 })
  for (const filter of ['pending', 'partial', 'paid', 'refund_due'] as const) expect(await listed(filter)).toEqual([])
  expect(await invoice()).toMatch(/Balance due\s+\$0\.00/)
  await s.undoReturn(first)
  expect(await listed('pending')).toEqual([4])
})

test('of an order that is cancelled after a part came back, only what was kept is owed', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]])
  await s.ship(order, 3)
  await s.giveBack(order, 1)
  expect(await s.read(order)).toMatchObject({ amount_due: 8 })
  expect(await s.to(order, 'cancelled')).toMatchObject({ amount_due: 4, refund_due: 0, refundable_amount: 0 })
  expect(await s.pay(order, 10)).toMatchObject({ amount_due: 0, refund_due: 6, refundable_amount: 6 })
})

test('an unpaid part of an order is set off against its returned goods before they are refunded', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]], { status: 'delivered' })
  await s.pay(order, 8)
  expect((await s.giveBack(order, 2)).order).toMatchObject({ amount_due: 0, refundable_amount: 2 })
  const refund = { sales_order_id: order.id, amount: 2, payment_method: 'cash' } as const
  // Three of five at $2.00 were kept, and $6.00 paid for them.
  expect(await s.me.call(recordRefund, refund)).toMatchObject({ paid_amount: 6, amount_due: 0, refundable_amount: 0 })
})

test('of an order that was returned and refunded completely, nothing is paid or due', async () => {
  const s = await selling(app)
  const order = await s.order([[(await s.product(9)).id, 5]], { status: 'delivered' })
  await s.pay(order, 10)
  await s.giveBack(order, 5)
  const refund = { sales_order_id: order.id, amount: 10, payment_method: 'cash' } as const
  expect(await s.me.call(recordRefund, refund)).toMatchObject({ paid_amount: 0, amount_due: 0, refundable_amount: 0 })
  for (const payment_status of ['pending', 'partial', 'paid', 'refund_due'] as const)
    expect((await s.me.call(listSalesOrders, { payment_status })).items).toEqual([])
})

test('a refund is undone like a payment; a payment that was refunded, only after its refund', async () => {
  const { me, refund } = await cancelled()
  const { payments } = await me.call(recordRefund, refund)
  const [back, paid] = payments.map(({ id }) => ({ payment_id: id }))
  expect(await me.refused(reversePayment, paid!)).toMatchObject({ status: 409, code: 'payment_refunded' })
  expect(await me.call(reversePayment, back!)).toMatchObject({
    paid_amount: 10,
    refund_due: 10,
    payments: [{ amount: -4, is_undone: true }, { is_undone: false }],
  })
  expect(await me.refused(reversePayment, back!)).toMatchObject({ code: 'already_reversed' })
  expect(await me.call(reversePayment, paid!)).toMatchObject({ paid_amount: 0, refund_due: 0 })
})

test('invalid input, viewers, other organizations, and members who see only a part are refused', async () => {
  const { me, order, refund, shop, ...s } = await cancelled()
  for (const amount of [0, -1, 1.001])
    expect(await me.refused(recordRefund, { ...refund, amount })).toMatchObject({ status: 422 })
  const viewer = await limitedMember(app, me, null, 'viewer')
  expect(await viewer.refused(recordRefund, refund)).toMatchObject({ status: 403 })
  const other = await app.signUp()
  expect(await other.refused(recordRefund, refund)).toMatchObject({ status: 404 })

  const whole = await s.to(order, 'pending')
  await s.pay(whole, 5)
  const clerk = await limitedMember(app, me, [shop])
  expect(await clerk.refused(recordRefund, refund)).toMatchObject({ status: 403, code: 'forbidden' })
})

test('twenty people who record the same refund refund it once; a payment at the same time counts', async () => {
  const { me, order, refund } = await cancelled()
  const payment = { sales_order_id: order.id, amount: 3, payment_method: 'cash' } as const
  const results = await Promise.allSettled([
    ...times(20, () => me.call(recordRefund, { ...refund, amount: 10 })),
    me.call(addPayment, payment),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})
