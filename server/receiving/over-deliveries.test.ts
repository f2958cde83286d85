import { describe, expect, test } from 'vitest'
import {
  listPurchaseOrders,
  reopenPurchaseOrder,
  reversePurchasePayment,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { testApp } from '../testing/app.ts'
import { ordering, type Ordering, receiptInput, savedAs, savedLine } from '../testing/ordering.ts'

const app = await testApp()

const extra = (quantity: number, item = 0) => ({ quantity, item, is_over_delivery: true })

/** Ten ordered units and two extra ones were received; the receipt of the ten is undone. */
async function onlyExtraKept(s: Ordering) {
  const order = await s.ordered(10)
  const { receipt } = await s.receive(order, 10)
  await s.receive(order, extra(2))
  await s.undo(receipt)
  return s.read(order)
}

describe('a line whose extra units were kept', () => {
  test('can’t be removed or change its product, and its order can’t go back to draft', async () => {
    const s = await ordering(app)
    const order = await onlyExtraKept(s)
    const [line] = order.lines
    expect(line).toMatchObject({ received_quantity: 0, over_delivered_quantity: 2, remaining: 10 })
    const other = { product_id: (await s.product(0)).id, quantity: 1, unit_price: 1 }
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), lines: [other] })).toMatchObject({
      code: 'line_has_receipts',
      details: { line_id: line!.id, received: 0, over_delivered: 2 },
    })
    const changed = { ...savedLine(line!), product_id: other.product_id }
    expect(await s.me.refused(updatePurchaseOrder, { ...savedAs(order), lines: [changed] })).toMatchObject({
      code: 'line_has_receipts',
      fields: { 'lines.0.product_id': expect.any(String) },
    })
    expect(await s.me.refused(reopenPurchaseOrder, { id: order.id, version: order.version })).toMatchObject({
      code: 'wrong_status',
    })
    expect(await s.read(order)).toEqual(order)
    await expectSound(app)
  })

  test('is free again once they are undone', async () => {
    const s = await ordering(app)
    const order = await onlyExtraKept(s)
    await s.undo(order.receipts.find(({ is_undone }) => !is_undone)!)
    expect(await s.reopen(await s.read(order))).toMatchObject({ status: 'draft', over_delivered_amount: 0 })
    await expectSound(app)
  })
})

describe('extra units that arrive late', () => {
  test('are received for a complete order, which stays received', async () => {
    const s = await ordering(app)
    const { order } = await s.receive(await s.ordered(10), 10)
    const { order: after } = await s.receive(order, extra(2))
    expect(after).toMatchObject({
      status: 'received',
      lines: [{ received_quantity: 10, over_delivered_quantity: 2, remaining: 0 }],
    })
    expect(after.status_changes).toEqual(order.status_changes)
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 12, incoming: 0 })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [1, extra(1)]))).toMatchObject({
      code: 'wrong_status',
      message: 'This order has been received. Only extra units can be added to it.',
    })
    await expectSound(app)
  })

  test('are received for a complete line of an open order', async () => {
    const s = await ordering(app)
    const { order } = await s.receive(await s.ordered(10, 5), 10)
    const { order: after } = await s.receive(order, extra(2))
    expect(after).toMatchObject({ status: 'partial', lines: [{ over_delivered_quantity: 2 }, { remaining: 5 }] })
  })

  test('are refused for a draft and a cancelled order', async () => {
    const s = await ordering(app)
    const refused = (order: Awaited<ReturnType<Ordering['draft']>>) =>
      s.me.refused(createReceipt, receiptInput(order, s.main, [extra(1)]))
    expect(await refused(await s.draft(10))).toMatchObject({ code: 'wrong_status' })
    expect(await refused(await s.cancel(await s.ordered(10)))).toMatchObject({ code: 'wrong_status' })
  })
})

describe('what was over-delivered', () => {
  test('is owed at the line’s price beside the total, and paid like it', async () => {
    const s = await ordering(app)
    const { order, receipt } = await s.receive(await s.ordered(10), 10, extra(2), { ...extra(1), condition: 'damaged' })
    const owing = { total_amount: 20, over_delivered_amount: 6, paid_amount: 20, amount_due: 6, refund_due: 0 }
    expect(order).toMatchObject({ ...owing, payment_status: 'partial' })
    expect((await s.me.call(listPurchaseOrders, { payment_status: 'partial' })).items).toMatchObject([
      { over_delivered_amount: 6, amount_due: 6 },
    ])
    const paid = await s.pay(order)
    expect(paid).toMatchObject({ payment_status: 'paid', paid_amount: 26, amount_due: 0 })
    await s.undo(receipt)
    expect(await s.read(order)).toMatchObject({ over_delivered_amount: 0, payment_status: 'paid', refund_due: 6 })
    await expectSound(app)
  })

  test('is owed for a cancelled order together with what was received', async () => {
    const s = await ordering(app)
    const { order } = await s.receive(await s.ordered(10, 5), 10, extra(2))
    const cancelled = await s.cancel(order)
    // Paid 30, received 20, over-delivered 4.
    expect(cancelled).toMatchObject({ total_amount: 30, over_delivered_amount: 4, amount_due: 0, refund_due: 6 })
    const unpaid = await s.me.call(reversePurchasePayment, { payment_id: cancelled.payments[0]!.id })
    expect(unpaid).toMatchObject({ payment_status: 'cancelled', amount_due: 24 })
    expect(await s.pay(unpaid)).toMatchObject({ paid_amount: 24, amount_due: 0, refund_due: 0 })
    const { items } = await s.me.call(listPurchaseOrders, { payment_status: 'paid' })
    expect(items.map(({ id }) => id)).toEqual([order.id])
    await expectSound(app)
  })

  test('follows the line’s price, and is refused if what is owed doesn’t fit', async () => {
    const s = await ordering(app)
    const product_id = (await s.product(0)).id
    const { order } = await s.receive(await s.ordered({ product_id, quantity: 2, unit_price: 2 }, 5), 2, extra(1))
    const [line, rest] = order.lines
    const dearer = await s.save(order, { lines: [{ ...savedLine(line!), unit_price: 3 }, savedLine(rest!)] })
    expect(dearer).toMatchObject({ total_amount: 16, over_delivered_amount: 3, amount_due: 5 })
    const dear = await s.ordered({ product_id, quantity: 10, unit_price: 9_000_000_000 })
    const lines = [10, extra(105)]
    expect(await s.me.refused(createReceipt, receiptInput(dear, s.main, lines))).toMatchObject({
      code: 'number_too_large',
    })
    expect(await s.read(dear)).toEqual(dear)
  })
})
