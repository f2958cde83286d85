import { describe, expect, test } from 'vitest'
import { listSalesOrders } from '../../contract/sales-orders.ts'
import { addPayment, reversePayment } from '../../contract/sales-payments.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { savedSale, selling } from '../testing/selling.ts'

const app = await sharedApp()

describe('payments', () => {
  test('make an order partial, then paid; recomputed when lines change, and for a cancelled order, too', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 10]])
    const paid = await s.me.call(addPayment, {
      sales_order_id: order.id,
      amount: 9.99,
      payment_method: 'bank_transfer',
      reference_number: 'TX-1',
      notes: 'first half',
    })
    expect(paid).toMatchObject({
      paid_amount: 9.99,
      payment_status: 'partial',
      payments: [
        {
          amount: 9.99,
          payment_method: 'bank_transfer',
          reference_number: 'TX-1',
          notes: 'first half',
          created_by: s.me.user_id,
        },
      ],
    })
    expect(await s.pay(order, 10.01)).toMatchObject({ payment_status: 'paid', payments: [{ amount: 10.01 }, {}] })
    const now = await s.read(order)
    const dearer = await s.save(now, { lines: savedSale(now).lines.map((line) => ({ ...line, quantity: 11 })) })
    expect(dearer).toMatchObject({ total_amount: 22, payment_status: 'partial' })
    const cancelled = await s.to(dearer, 'cancelled')
    expect(cancelled.payment_status).toBe('partial')
    expect(await s.pay(order, 100)).toMatchObject({ payment_status: 'paid', paid_amount: 120 })
    expect((await s.to(order, 'pending')).payment_status).toBe('paid')
    const line = { product_id: (await s.product(5)).id, quantity: 2, unit_price: 0 }
    const free = await s.order([line], { status: 'cancelled' })
    expect(free).toMatchObject({ total_amount: 0, payment_status: 'paid' })
    await expectSound(app)
  })

  test('beyond the total are accepted and shown: overpaid, or due back if an order is cancelled, minus what is kept', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 10]])
    expect(order).toMatchObject({ total_amount: 20, amount_due: 20, refund_due: 0 })
    expect(await s.pay(order, 12.5)).toMatchObject({ amount_due: 7.5, refund_due: 0 })
    const over = await s.pay(order, 30)
    expect(over).toMatchObject({ payment_status: 'paid', paid_amount: 42.5, amount_due: 0, refund_due: 22.5 })
    const shipment = await s.plan(order, 4)
    await s.move(shipment, 'in_transit')
    await s.giveBack(order, 1)
    // Three of four at $2.00 stay with the customer.
    expect(await s.to(await s.read(order), 'cancelled')).toMatchObject({ amount_due: 0, refund_due: 36.5 })

    const unpaid = await s.order([[(await s.product(50)).id, 10]])
    await s.move(await s.plan(unpaid, 4), 'in_transit')
    expect(await s.to(await s.read(unpaid), 'cancelled')).toMatchObject({ amount_due: 8, refund_due: 0 })

    // Those that wait for a payment: of cancelled orders only the one whose goods stay with the customer.
    const open = await s.order([[(await s.product(50)).id, 10]])
    await s.to(await s.order([[(await s.product(50)).id, 10]]), 'cancelled')
    const { items } = await s.me.call(listSalesOrders, { payment_status: 'pending' })
    expect(items.map(({ id }) => id)).toEqual([open.id, unpaid.id])
    const listed = async (payment_status: 'paid' | 'partial' | 'refund_due') =>
      (await s.me.call(listSalesOrders, { payment_status })).items.map(({ id }) => id)
    await s.pay(await s.read(unpaid), 5)
    // One that owes money back has only that status.
    expect(await listed('refund_due')).toEqual([order.id])
    expect([await listed('partial'), await listed('paid')]).toEqual([[unpaid.id], []])
    // All that was kept is paid.
    await s.pay(await s.read(unpaid), 3)
    expect([await listed('partial'), await listed('paid')]).toEqual([[], [unpaid.id]])
    await expectSound(app)
  })

  test("are undone once, in any status: they stay but don't count, and the payment status follows", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 10]])
    await s.pay(order, 15)
    const { payments } = await s.pay(order, 150)
    const undo = { payment_id: payments[0]!.id }
    expect(await s.me.call(reversePayment, undo)).toMatchObject({
      payment_status: 'partial',
      paid_amount: 15,
      refund_due: 0,
      amount_due: 5,
      payments: [
        { amount: 150, is_undone: true, undone_by: expect.any(String), undone_at: expect.any(String) },
        { amount: 15, is_undone: false, undone_by: null, undone_at: null },
      ],
    })
    expect(await s.me.refused(reversePayment, undo)).toMatchObject({ status: 409, code: 'already_reversed' })
    const other = await app.signUp()
    expect(await other.refused(reversePayment, { payment_id: payments[1]!.id })).toMatchObject({ status: 404 })
    // A cancelled order without payments is like one that was never paid, whether it was paid in part or in full.
    expect(await s.to(await s.read(order), 'cancelled')).toMatchObject({ payment_status: 'partial', refund_due: 15 })
    const { payments: both } = await s.pay(order, 5)
    expect(await s.read(order)).toMatchObject({ payment_status: 'paid', refund_due: 20 })
    expect(await s.me.call(reversePayment, { payment_id: both[0]!.id })).toMatchObject({ payment_status: 'partial' })
    expect(await s.me.call(reversePayment, { payment_id: payments[1]!.id })).toMatchObject({
      paid_amount: 0,
      payment_status: 'pending',
      amount_due: 0,
      refund_due: 0,
    })
    // It is listed neither as partly paid nor as waiting for a payment.
    for (const payment_status of ['partial', 'paid', 'pending'] as const)
      expect((await s.me.call(listSalesOrders, { payment_status })).items).toEqual([])
    await expectSound(app)
  })

  test('need an amount and a method', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(5)).id, 1]])
    const refusal = (input: object) =>
      s.me.refused(addPayment, { sales_order_id: order.id, amount: 1, payment_method: 'cash', ...input })
    for (const amount of [0, -1, 0.001, null, '1', 'NaN', 1e12])
      expect((await refusal({ amount })).fields).toHaveProperty('amount')
    expect(await refusal({ payment_method: undefined })).toMatchObject({
      fields: { payment_method: 'Please select a payment method' },
    })
    expect((await refusal({ payment_method: 'gold' })).status).toBe(422)
    expect((await refusal({ payment_status: 'paid' })).status).toBe(422)
    expect((await s.read(order)).payments).toEqual([])
    // One payment fits, the sum of all does not.
    await app.admin.query(
      `insert into payments (org_id, id, sales_order_id, amount, payment_method, created_by, user_reference)
       values ($1, gen_random_uuid(), $2, 999999999999, 'cash', $3, '')`,
      [s.me.org_id, order.id, s.me.user_id],
    )
    expect(await refusal({ amount: 1 })).toMatchObject({ status: 422, code: 'number_too_large' })
    await app.admin.query('delete from payments where sales_order_id = $1', [order.id])
  })

  test('B22: fifty at once each count once, and the sum decides', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 25]])
    const id = newId()
    const payment = { sales_order_id: order.id, amount: 1, payment_method: 'cash' as const }
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => s.me.call(addPayment, n < 10 ? { ...payment, id } : payment)),
    )
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'in_progress' })
    const now = await s.read(order)
    expect(now).toMatchObject({ paid_amount: 41, payment_status: 'partial', total_amount: 50 })
    expect(now.payments).toHaveLength(41)
    await expectSound(app)
  })
})
