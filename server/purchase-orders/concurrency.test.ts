import { describe, expect, test } from 'vitest'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  reopenPurchaseOrder,
  reversePurchasePayment,
  submitPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt, reverseReceipt } from '../../contract/receiving.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { ordering, type Ordering, receiptInput, savedAs, savedLine } from '../testing/ordering.ts'
import { retryWhileInProgress, times, together } from '../testing/together.ts'

const app = await testApp()

describe('twenty people receive one order', () => {
  test('F16: twenty receipts of one unit when ten are ordered: ten succeed, ten are refused because nothing remains', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { done, refused } = await together(times(20, () => () => s.receive(order, 1)))
    expect(done).toHaveLength(10)
    expect(refused.toSorted()).toEqual([
      ...times(refused.filter((code) => code === 'exceeds_remaining').length, () => 'exceeds_remaining'),
      ...times(refused.filter((code) => code === 'wrong_status').length, () => 'wrong_status'),
    ])
    expect(await s.read(order)).toMatchObject({ status: 'received', lines: [{ received_quantity: 10 }] })
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 10, incoming: 0 })
    expect(done.map(({ receipt }) => receipt.receipt_no).toSorted((a, b) => a - b)).toEqual(times(10, (n) => n + 1))
    await expectSound(app)
  })

  test('B13: when all of them receive everything, one succeeds', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10, 7, 3)
    const all = () => s.receive(order, 10, { quantity: 7, item: 1 }, { quantity: 3, item: 2, condition: 'damaged' })
    const { done, refused } = await together(times(20, () => all))
    expect([done.length, refused.length, new Set(refused)]).toEqual([1, 19, new Set(['wrong_status'])])
    expect((await s.read(order)).receipts).toHaveLength(1)
    await expectSound(app)
  })

  test('B4, F15: the same request thirty times, by id and by key, is one receipt with equal responses', async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const input = { ...receiptInput(order, s.main, [4]), id: newId() }
    const keyed = { ...receiptInput(order, s.main, [3]) }
    const key = newId()
    // A copy that is still running reports that: the client retries.
    const send = (which: 'id' | 'key') => () =>
      retryWhileInProgress(() =>
        which === 'id' ? s.me.call(createReceipt, input) : s.me.call(createReceipt, keyed, { idempotencyKey: key }),
      )
    const { done, refused } = await together(times(30, (index) => send(index % 2 ? 'id' : 'key')))
    expect([done.length, refused]).toEqual([30, []])
    for (const [index, answer] of done.entries()) expect(answer).toEqual(done[index % 2])
    expect(await s.read(order)).toMatchObject({ lines: [{ received_quantity: 7 }], receipts: [{}, {}] })
    expect(await s.me.refused(createReceipt, { ...input, lines: [{ ...input.lines[0]!, quantity: 5 }] })).toMatchObject(
      { code: 'idempotency_key_reused' },
    )
    await expectSound(app)
  })

  test('B2: twenty orders received at once into a new lot at an empty location create one level', async () => {
    const s = await ordering(app)
    const product_id = (await s.product(0)).id
    const orders = await Promise.all(times(20, () => s.ordered({ product_id, quantity: 2, unit_price: 1 })))
    const arrival = { quantity: 2, location_id: s.shop, lot_number: 'NEW' }
    const { done, refused } = await together(
      orders.map((order, index) => () => s.receive(order, { ...arrival, lot_number: index % 2 ? 'NEW' : 'new' })),
    )
    expect([done.length, refused]).toEqual([20, []])
    const { rows } = await app.admin.query(
      `select available from stock_levels where org_id = $1 and product_id = $2 and location_id = $3 and lot_id <> product_id`,
      [s.me.org_id, product_id, s.shop],
    )
    expect(rows).toEqual([{ available: 40 }])
    await expectSound(app)
  })

  test("B14: manual entries don't count as received of an order; two concurrent paths record each once, as what it is", async () => {
    const s = await ordering(app)
    const order = await s.ordered(10)
    const { product_id } = order.lines[0]!
    const byHand = { product_id, type: 'in', quantity: 10, reason_code: 'purchase_order' } as const
    const { refused } = await together<unknown>([
      ...times(10, () => () => s.receive(order, 10)),
      () => s.me.call(createTransaction, byHand),
    ])
    expect(refused).toEqual(times(9, () => 'wrong_status'))
    expect(await s.read(order)).toMatchObject({
      status: 'received',
      lines: [{ received_quantity: 10 }],
      receipts: [{}],
    })
    expect(await s.stock(product_id)).toMatchObject({ on_hand: 20, incoming: 0 })
    const { items } = await s.me.call(listTransactions, { product_id, type: 'stock_changes' })
    expect(new Set(items.map(({ document }) => document?.kind))).toEqual(new Set(['receipt', undefined]))
    expect(items).toHaveLength(2)
    await expectSound(app)
  })

  test('a receipt undone by ten people at once is undone once', async () => {
    const s = await ordering(app)
    const { receipt, order } = await s.receive(await s.ordered(10), 6)
    const { done, refused } = await together(times(10, () => () => s.undo(receipt)))
    expect([done.length, new Set(refused)]).toEqual([1, new Set(['already_reversed'])])
    expect(await s.stock(order.lines[0]!.product_id)).toMatchObject({ on_hand: 0, incoming: 10 })
    await expectSound(app)
  })
})

describe('concurrent changes of one order', () => {
  test('when twenty people pay, submit and cancel one version, one of them succeeds', async () => {
    const s = await ordering(app)
    const order = await s.draft(10)
    const ways = [payPurchaseOrder, cancelPurchaseOrder]
    const { done, refused } = await together(
      times(20, (index) => () => s.me.call(ways[index % 2]!, { id: order.id, version: order.version })),
    )
    expect([done.length, new Set(refused)]).toEqual([1, new Set(['conflict'])])
    expect((await s.read(order)).payments.length).toBe(done[0]!.status === 'ordered' ? 1 : 0)
    await expectSound(app)
  })

  test('lines added by ten editors at once: one is saved, nine are shown the conflict, no line is lost', async () => {
    const s = await ordering(app)
    const order = await s.ordered(5)
    const products = await Promise.all(times(10, () => s.product(0)))
    const { done, refused } = await together(
      products.map(
        (product) => () =>
          s.save(order, {
            lines: [savedLine(order.lines[0]!), { product_id: product.id, quantity: 1, unit_price: 1 }],
          }),
      ),
    )
    expect([done.length, new Set(refused)]).toEqual([1, new Set(['conflict'])])
    expect((await s.read(order)).lines).toHaveLength(2)
    await expectSound(app)
  })

  test('B17: receipts, undos, edits, cancellations and payments of orders with the same products: no deadlock, nothing lost', async () => {
    const s = await ordering(app)
    const products = await Promise.all(times(4, () => s.product(0, { quantity_decimals: 1 })))
    const line = (index: number) => ({ product_id: products[index % 4]!.id, quantity: 3.5, unit_price: 1.25 })
    const orders = await Promise.all(
      times(6, async (n) => {
        const draft = await s.me.call(createPurchaseOrder, {
          supplier_id: s.supplier_id,
          // Every order names the products in another sequence, so that their locks conflict.
          lines: times(4, (index) => line(n % 2 ? index + n : 11 - index - n)),
        })
        return s.pay(draft)
      }),
    )
    let accepted = 0
    const codes = new Set<string>()
    const worker = async (seed: number) => {
      for (let round = 0; round < 14; round++) {
        const { done, refused } = await together([() => step(s, orders[(seed * 5 + round) % 6]!, seed + round)])
        accepted += done.length
        for (const code of refused) codes.add(code)
      }
    }
    await Promise.all(times(12, worker))
    for (const code of codes)
      expect([
        'conflict',
        'wrong_status',
        'exceeds_remaining',
        'already_reversed',
        'below_received',
        'line_has_receipts',
        'insufficient_stock',
      ]).toContain(code)
    expect(accepted).toBeGreaterThan(0.3 * 12 * 14)
    await expectSound(app)
  })
})

/** One of many actions on an order, chosen by a number. */
async function step(s: Ordering, { id }: PurchaseOrder, choice: number): Promise<unknown> {
  const order = await s.read({ id })
  const item = choice % order.lines.length
  switch (choice % 7) {
    case 0:
    case 1:
    case 2:
      return s.receive(order, {
        item,
        quantity: 0.5,
        location_id: choice % 2 ? s.main : s.shop,
        condition: choice % 3 ? 'good' : 'damaged',
      })
    case 3: {
      const standing = order.receipts.find((receipt) => !receipt.is_undone)
      return standing ? s.me.call(reverseReceipt, { id: standing.id }) : null
    }
    case 4:
      return s.me.call(updatePurchaseOrder, {
        ...savedAs(order),
        lines: order.lines.map((line, index) =>
          index === item
            ? { ...savedLine(line), quantity: 3 + (choice % 4), location_id: choice % 2 ? s.shop : s.main }
            : savedLine(line),
        ),
      })
    case 5:
      return s.me.call(payPurchaseOrder, { id, version: order.version })
    default:
      if (order.status === 'draft') return s.me.call(submitPurchaseOrder, { id, version: order.version })
      return s.me.call(reopenPurchaseOrder, { id, version: order.version })
  }
}

test('a payment undone by twenty people while goods come in is undone once, and the sum is that of the remaining payments', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const undo = { payment_id: order.payments[0]!.id }
  const { done, refused } = await together<unknown>([
    ...times(20, () => () => s.me.call(reversePurchasePayment, undo)),
    ...times(10, () => () => s.receive(order, 1)),
  ])
  expect([done.length, refused.length, new Set(refused)]).toEqual([11, 19, new Set(['already_reversed'])])
  expect(await s.read(order)).toMatchObject({ status: 'received', payment_status: 'pending', paid_amount: 0 })
  await expectSound(app)
})
