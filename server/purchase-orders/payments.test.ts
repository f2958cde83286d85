import { describe, expect, test } from 'vitest'
import {
  listPurchaseOrders,
  payPurchaseOrder,
  reversePurchasePayment,
  submitPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { ordering, savedLine } from '../testing/ordering.ts'

const app = await sharedApp()

describe('payments', () => {
  test('a higher total makes a paid order partly paid; paying again pays the difference', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    expect(order).toMatchObject({
      paid_amount: 20,
      payments: [{ amount: 20, user_reference: s.me.email.split('@')[0] }],
    })
    const dearer = await s.save(order, { lines: [{ ...savedLine(order.lines[0]!), unit_price: 2.01 }] })
    expect(dearer).toMatchObject({ total_amount: 20.1, payment_status: 'partial', status: 'ordered' })
    const paid = await s.pay(dearer)
    expect(paid).toMatchObject({
      payment_status: 'paid',
      paid_amount: 20.1,
      payments: [{ amount: 0.1 }, { amount: 20 }],
    })
    const cheaper = await s.save(paid, { lines: [{ ...savedLine(order.lines[0]!), unit_price: 1 }] })
    expect(cheaper).toMatchObject({ payment_status: 'paid', total_amount: 10, refund_due: 10.1 })
  })

  test("are undone once, in any status: they stay but don't count, and the payment status follows, not the order's", async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const undo = { payment_id: order.payments[0]!.id }
    expect(await s.me.call(reversePurchasePayment, undo)).toMatchObject({
      status: 'ordered',
      payment_status: 'pending',
      paid_amount: 0,
      refund_due: 0,
      version: order.version + 1,
      payments: [{ amount: 20, is_undone: true, undone_by: expect.any(String), undone_at: expect.any(String) }],
    })
    expect((await s.stock(order.lines[0]!.product_id)).incoming).toBe(10)
    expect(await s.me.refused(reversePurchasePayment, undo)).toMatchObject({ status: 409, code: 'already_reversed' })
    expect(await (await app.signUp()).refused(reversePurchasePayment, undo)).toMatchObject({ status: 404 })

    // Paid again afterwards, and undone where nothing can be ordered or paid any more.
    const again = await s.pay(await s.read(order))
    expect(again).toMatchObject({ payment_status: 'paid', paid_amount: 20, status: 'ordered' })
    expect(await s.cancel(again)).toMatchObject({ payment_status: 'paid', refund_due: 20 })
    const [newest] = again.payments
    expect(await s.me.call(reversePurchasePayment, { payment_id: newest!.id })).toMatchObject({
      status: 'cancelled',
      payment_status: 'cancelled',
      paid_amount: 0,
      refund_due: 0,
      payments: [{ is_undone: true }, { is_undone: true }],
    })

    // A draft that is no longer paid can't be submitted; Complete Payment orders it.
    const draft = await s.reopen(await s.ordered(5))
    const unpaid = await s.me.call(reversePurchasePayment, { payment_id: draft.payments[0]!.id })
    expect(unpaid).toMatchObject({ status: 'draft', payment_status: 'pending' })
    expect(await s.me.refused(submitPurchaseOrder, { id: unpaid.id, version: unpaid.version })).toMatchObject({
      code: 'wrong_status',
    })
    expect(await s.pay(unpaid)).toMatchObject({ status: 'ordered', payment_status: 'paid' })
    await expectSound(app)
  })

  test('an order that is reopened keeps its payment; paying it again costs the difference', async () => {
    const s = await ordering(app)
    const draft = await s.reopen(await s.ordered(10))
    expect(draft).toMatchObject({ status: 'draft', payment_status: 'paid', ordered_at: null })
    const dearer = await s.save(draft, { lines: [{ ...savedLine(draft.lines[0]!), quantity: 11 }] })
    expect(dearer).toMatchObject({ payment_status: 'partial', total_amount: 22 })
    expect(await s.pay(dearer)).toMatchObject({ status: 'ordered', payments: [{ amount: 2 }, { amount: 20 }] })
  })

  test('a cancelled order is due a refund for what was never received', async () => {
    const s = await ordering(app)
    const { order } = await s.receive(await s.ordered(10, 5), 4)
    const cancelled = await s.cancel(order, 'supplier closed')
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      payment_status: 'paid',
      total_amount: 30,
      refund_due: 22,
      status_changes: [{ old_status: 'partial', new_status: 'cancelled', notes: 'supplier closed' }, {}, {}, {}],
    })
  })

  test('a cancelled order that is partly paid owes what was received, says so, and is paid once nothing is owed', async () => {
    const s = await ordering(app)
    const dearerAfterPayment = async (received: number) => {
      const { order } = await s.receive(await s.ordered(10), received)
      const dearer = await s.save(order, { lines: [{ ...savedLine(order.lines[0]!), unit_price: 4 }] })
      return s.cancel(dearer)
    }
    const owing = await dearerAfterPayment(8)
    expect(owing).toMatchObject({ payment_status: 'partial', paid_amount: 20, amount_due: 12, refund_due: 0 })
    const settled = await dearerAfterPayment(5)
    expect(settled).toMatchObject({ payment_status: 'partial', amount_due: 0, refund_due: 0 })
    const unpaid = await s.draft(10)
    expect(unpaid).toMatchObject({ payment_status: 'pending', amount_due: 20 })
    const withPayment = async (payment_status: 'paid' | 'partial' | 'pending') =>
      (await s.me.call(listPurchaseOrders, { payment_status })).items.map(({ id }) => id)
    expect(await withPayment('partial')).toEqual([owing.id])
    expect(await withPayment('paid')).toEqual([settled.id])
    expect(await withPayment('pending')).toEqual([unpaid.id])
  })

  test('a cancelled order is paid what is owed for the units that were received, and nothing more', async () => {
    const s = await ordering(app)
    const { order } = await s.receive(await s.ordered(10, 5), 4)
    const cancelled = await s.cancel(order)
    expect(cancelled).toMatchObject({ total_amount: 30, paid_amount: 30, refund_due: 22, amount_due: 0 })
    expect(await s.me.refused(payPurchaseOrder, { id: order.id, version: cancelled.version })).toMatchObject({
      code: 'wrong_status',
      message: 'This order is cancelled.',
    })
    const unpaid = await s.me.call(reversePurchasePayment, { payment_id: cancelled.payments[0]!.id })
    expect(unpaid).toMatchObject({ status: 'cancelled', payment_status: 'cancelled', amount_due: 8, refund_due: 0 })
    const paid = await s.pay(unpaid)
    expect(paid).toMatchObject({ status: 'cancelled', payment_status: 'partial', amount_due: 0, refund_due: 0 })
    expect(paid.payments).toMatchObject([{ amount: 8, is_undone: false }, { amount: 30 }])
    expect(await s.me.refused(payPurchaseOrder, { id: paid.id, version: paid.version })).toMatchObject({
      code: 'wrong_status',
    })
    expect((await s.me.call(listPurchaseOrders, { payment_status: 'paid' })).items.map(({ id }) => id)).toEqual([
      paid.id,
    ])

    // What was received, minus what is paid: the price rose after the payment.
    const { order: part } = await s.receive(await s.ordered(10), 8)
    const dearer = await s.cancel(await s.save(part, { lines: [{ ...savedLine(part.lines[0]!), unit_price: 4 }] }))
    expect(dearer).toMatchObject({ paid_amount: 20, amount_due: 12 })
    expect(await s.pay(dearer)).toMatchObject({ paid_amount: 32, amount_due: 0, refund_due: 0 })
    await expectSound(app)
  })

  test('the same payment sent twice, from two tabs, or after a lost response is one payment', async () => {
    const s = await ordering(app)
    const order = await s.draft(10)
    const input = { id: order.id, version: order.version }
    const key = newId()
    const first = await s.me.call(payPurchaseOrder, input, { idempotencyKey: key })
    expect(await s.me.call(payPurchaseOrder, input, { idempotencyKey: key })).toEqual(first)
    expect(await s.me.refused(payPurchaseOrder, input, { idempotencyKey: newId() })).toMatchObject({ code: 'conflict' })
    expect((await s.read(order)).payments).toHaveLength(1)
  })
})
