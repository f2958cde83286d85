import { describe, expect, test } from 'vitest'
import { createReceipt, readReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { violatedInvariants } from '../stock/invariants.ts'
import { testApp } from '../testing/app.ts'
import { ordering, receiptInput } from '../testing/ordering.ts'

const app = await testApp()

describe('receiving', () => {
  test('a second delivery completes the order', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const product_id = order.lines[0]!.product_id
    expect(order).toMatchObject({ status: 'ordered', payment_status: 'paid', total_amount: 20, open_lines: 1 })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 10 })
    const first = await s.receive(order, 4)
    expect(first.order).toMatchObject({
      status: 'partial',
      lines: [{ received_quantity: 4, remaining: 6, status: 'partial' }],
    })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 4, incoming: 6 })
    expect(await s.me.refused(createReceipt, receiptInput(order, s.main, [7]))).toMatchObject({
      status: 409,
      code: 'exceeds_remaining',
      message: 'Some items exceed remaining quantity',
      fields: { 'lines.0.quantity': 'Only 6 remaining' },
      details: { lines: [{ ordered: 10, received: 4, remaining: 6, asked: 7 }] },
    })
    const second = await s.receive(order, 6)
    expect(second.order).toMatchObject({ status: 'received', open_lines: 0, lines: [{ status: 'received' }] })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 10, incoming: 0 })
    expect(await s.me.call(readReceipt, { receipt_id: second.receipt.id })).toEqual(second.receipt)
    const undone = await s.undo(first.receipt)
    expect(undone).toMatchObject({ is_undone: true })
    expect(await s.read(order)).toMatchObject({ status: 'partial', lines: [{ received_quantity: 6 }] })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 6, incoming: 4 })
    expect(await s.me.refused(reverseReceipt, { receipt_id: first.receipt.id })).toMatchObject({
      code: 'already_reversed',
    })
    const cancelled = await s.cancel(await s.read(order))
    expect(cancelled).toMatchObject({ status: 'cancelled', payment_status: 'paid', refund_due: 8 })
    await s.undo(second.receipt)
    expect(await s.read(order)).toMatchObject({ status: 'cancelled', refund_due: 20 })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 0, incoming: 0 })
    expect(await violatedInvariants(app.admin)).toEqual([])
  })
})
