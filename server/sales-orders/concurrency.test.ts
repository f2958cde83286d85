import { describe, expect, test } from 'vitest'
import { changeSalesOrderStatus, createSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment, reversePayment } from '../../contract/sales-payments.ts'
import { type SalesOrderStatus, salesOrderStatuses } from '../../contract/sales-order-statuses.ts'
import { createSalesReturn, reverseSalesReturn } from '../../contract/sales-returns.ts'
import { createShipment } from '../../contract/shipments.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { reserveLine } from '../../ledger/demands.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { testApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { savedSale, selling, type Selling, shipmentInput } from '../testing/selling.ts'
import { retryWhileInProgress, times, together } from '../testing/together.ts'

const app = await testApp()

/** All work queued by commits is done, and every rule holds. */
async function expectSoundAfterWork(): Promise<void> {
  await app.app.outbox.drain()
  await expectSound(app)
}

describe('the last unit', () => {
  test('B2, B22: when twenty orders reserve or ship one unit at once, one gets it', async () => {
    const s = await selling(app)
    for (const status of ['pending', 'shipped'] as const) {
      const piece = await s.product(1)
      const { done, refused } = await together(times(20, () => () => s.order([[piece.id, 1]], { status })))
      const got = done.filter(({ lines: [line] }) => line!.reserved_quantity + line!.shipped_quantity > 0)
      expect([got.length, refused.length]).toEqual(status === 'pending' ? [1, 0] : [1, 19])
      expect(new Set(refused)).toEqual(new Set(status === 'pending' ? [] : ['insufficient_stock']))
      expect(await s.stock(piece.id)).toMatchObject({ available: 0, reserved: status === 'pending' ? 1 : 0 })
    }
    await expectSoundAfterWork()
  })

  test('B3: twenty cancelled orders reopened at once share the available stock exactly', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const orders = await Promise.all(times(20, () => s.order([[product.id, 1]], { status: 'cancelled' })))
    const { done } = await together(orders.map((order) => () => s.to(order, 'pending')))
    expect(done.reduce((sum, { lines }) => sum + lines[0]!.reserved_quantity, 0)).toBe(10)
    expect(await s.stock(product.id)).toMatchObject({ available: 0, reserved: 10 })
    await expectSoundAfterWork()
  })

  test("B21: direct calls of the ledger can't reserve more than is in stock", async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const actor = { org_id: s.me.org_id, user_id: s.me.user_id }
    await together(
      times(30, () => () => {
        const line = { document_line_id: newId(), product_id: product.id }
        return app.db.transaction({ ...actor, locations: 'all' }, (tx) =>
          postStock(tx, actor, {
            id: newId(),
            kind: 'order',
            demands: [{ ...line, document_kind: 'sales_order', document_id: newId(), wanted: 1 }],
            lines: [reserveLine(line)],
          }),
        )
      }),
    )
    const { rows } = await app.admin.query(
      `select sum(reserved)::float as reserved, min(available)::float as available from stock_levels where product_id = $1`,
      [product.id],
    )
    expect(rows[0]).toEqual({ reserved: 10, available: 0 })
  })
})

describe('repeated requests', () => {
  test('B4: the same order, shipment, payment and return thirty times, by id and by key, are one of each', async () => {
    const s = await selling(app)
    const product = await s.product(50)
    const order = { customer_name: 'Ana', lines: [{ product_id: product.id, quantity: 10, unit_price: 2 }] }
    const keys = { order: newId(), shipment: newId(), payment: newId(), return: newId() }
    const ids = { shipment: newId(), payment: newId(), return: newId() }
    const same = <T>(by_id: () => Promise<T>, by_key: () => Promise<T>) =>
      together(times(30, (n) => () => retryWhileInProgress(n % 2 ? by_id : by_key)))

    const id = newId()
    const made = await same(
      () => s.me.call(createSalesOrder, { ...order, id }),
      () => s.me.call(createSalesOrder, order, { idempotencyKey: keys.order }),
    )
    expect([made.refused, new Set(made.done.map((one) => one.id)).size]).toEqual([[], 2])
    expect(await s.stock(product.id)).toMatchObject({ reserved: 20 })

    const sold = await s.read({ id })
    const shipment = shipmentInput(sold, [3])
    const planned = await same(
      () => s.me.call(createShipment, { ...shipment, id: ids.shipment }),
      () => s.me.call(createShipment, shipment, { idempotencyKey: keys.shipment }),
    )
    expect([planned.refused, new Set(planned.done.map((one) => one.id)).size]).toEqual([[], 2])
    expect(await s.read(sold)).toMatchObject({ lines: [{ planned_quantity: 6 }], shipments: [{}, {}] })

    const payment = { sales_order_id: id, amount: 4, payment_method: 'cash' as const }
    const paid = await same(
      () => s.me.call(addPayment, { ...payment, id: ids.payment }),
      () => s.me.call(addPayment, payment, { idempotencyKey: keys.payment }),
    )
    expect(paid.refused).toEqual([])
    expect(await s.read(sold)).toMatchObject({ paid_amount: 8, payments: [{}, {}] })

    await s.to(sold, 'shipped')
    const back = {
      sales_order_id: id,
      lines: [{ sales_order_item_id: sold.lines[0]!.id, quantity: 2, location_id: s.main }],
    }
    const returned = await same(
      () => s.me.call(createSalesReturn, { ...back, id: ids.return }),
      () => s.me.call(createSalesReturn, back, { idempotencyKey: keys.return }),
    )
    expect(returned.refused).toEqual([])
    expect(await s.read(sold)).toMatchObject({ lines: [{ returned_quantity: 4 }], returns: [{}, {}] })
    await expectSoundAfterWork()
  })

  test("B14: a line shipped at once by its shipment and by the order's status leaves once", async () => {
    const s = await selling(app)
    const product = await s.product(40)
    for (let round = 0; round < 4; round++) {
      const before = (await s.stock(product.id)).on_hand
      const order = await s.order([[product.id, 5]])
      const shipment = await s.plan(order, 3)
      const { id, version } = await s.read(order)
      const { done, refused } = await together<unknown>(
        times(
          12,
          (n) => () =>
            n % 2
              ? s.move(shipment, 'in_transit')
              : s.me.call(changeSalesOrderStatus, { id, version, status: n % 4 ? 'shipped' : 'delivered' }),
        ),
      )
      expect(done.length).toBeGreaterThan(0)
      for (const code of refused) expect(['conflict', 'wrong_status']).toContain(code)
      const { lines } = await s.to(order, 'shipped')
      expect(lines[0]).toMatchObject({ shipped_quantity: 5, planned_quantity: 0, reserved_quantity: 0 })
      expect((await s.stock(product.id)).on_hand).toBe(before - 5)
    }
    await expectSoundAfterWork()
  })

  test('B14: units returned at once by a failed delivery, a status change and a return come back once', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    for (let round = 0; round < 4; round++) {
      const order = await s.order([[product.id, 5]])
      const shipment = await s.ship(order, 5)
      const { done, refused } = await together<unknown>([
        ...times(6, () => () => s.move(shipment, 'failed')),
        ...times(6, () => () => s.giveBack(order, 5)),
        ...times(6, () => () => s.to(order, 'processing')),
      ])
      expect(done.length).toBeGreaterThan(0)
      for (const code of refused)
        expect(['wrong_status', 'line_has_returns', 'exceeds_shipped', 'conflict']).toContain(code)
      await app.app.outbox.drain()
      expect(await s.stock(product.id)).toMatchObject({ on_hand: 10 })
      await s.to(order, 'cancelled')
    }
    await expectSoundAfterWork()
  })
})

test('B15: not even the smallest part of a unit more than ordered is shipped, or more than shipped is returned', async () => {
  const s = await selling(app)
  const product = await s.product(200, { quantity_decimals: 4 })
  const order = await s.order([[product.id, 100]])
  expect(await s.me.refused(createShipment, shipmentInput(order, [100.0001]))).toMatchObject({
    code: 'exceeds_remaining',
    details: { lines: [{ ordered: 100, asked: 100.0001 }] },
  })
  await s.ship(order, 99.9999)
  expect(await s.me.refused(createShipment, shipmentInput(order, [0.0002]))).toMatchObject({
    code: 'exceeds_remaining',
  })
  expect(await s.read(order)).toMatchObject({ status: 'processing', lines: [{ remaining: 0.0001 }] })
  const back = (quantity: number) => ({
    sales_order_id: order.id,
    lines: [{ sales_order_item_id: order.lines[0]!.id, quantity, location_id: s.main }],
  })
  expect(await s.me.refused(createSalesReturn, back(100))).toMatchObject({ code: 'exceeds_shipped' })
  await s.me.call(createSalesReturn, back(99.9999))
  await s.ship(order, 0.0001)
  expect(await s.read(order)).toMatchObject({ status: 'shipped' })
  await expectSoundAfterWork()
})

describe('concurrent changes of one order', () => {
  test('B5: twenty changes of status from one version: one succeeds, nineteen are shown the current order', async () => {
    const s = await selling(app)
    for (const [from, to] of [
      ['pending', 'cancelled'],
      ['cancelled', 'pending'],
      ['pending', 'shipped'],
      ['shipped', 'processing'],
      ['shipped', 'delivered'],
      ['delivered', 'shipped'],
    ] as const) {
      const product = await s.product(10)
      const { id, version } = await s.order([[product.id, 4]], { status: from })
      const { done, refused } = await together(
        times(20, () => () => s.me.call(changeSalesOrderStatus, { id, version, status: to, take_back: true })),
      )
      expect([done.length, new Set(refused)], `${from} → ${to}`).toEqual([1, new Set(['conflict'])])
      const now = await s.read({ id })
      expect([now.status, now.status_changes.length], `${from} → ${to}`).toEqual([to, 2])
      const gone = to === 'shipped' || to === 'delivered' ? 4 : 0
      const reserved = to === 'pending' || to === 'processing' ? 4 : 0
      expect(await s.stock(product.id), `${from} → ${to}`).toMatchObject({ on_hand: 10 - gone, reserved })
    }
    await expectSoundAfterWork()
  })

  test('B5: lines added by ten editors at once: one is saved, nine are shown the conflict, no line is lost', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(5)).id, 5]])
    const products = await Promise.all(times(10, () => s.product(1)))
    const lines = savedSale(order).lines
    const { done, refused } = await together(
      products.map(
        ({ id }) =>
          () =>
            s.save(order, { lines: [...lines, { product_id: id, quantity: 1, unit_price: 1 }] }),
      ),
    )
    expect([done.length, new Set(refused)]).toEqual([1, new Set(['conflict'])])
    expect((await s.read(order)).lines).toHaveLength(2)
    const reserved = await Promise.all(products.map(async ({ id }) => (await s.stock(id)).reserved))
    expect(reserved.reduce((sum, units) => sum + units, 0)).toBe(1)
    await expectSoundAfterWork()
  })

  test('payments while lines change: each counts, and the payment status is that of the last total', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 10]])
    const { refused } = await together<unknown>(
      times(24, (n) => async () => {
        if (n % 2) return s.pay(order, 1)
        const now = await s.read(order)
        const [line] = savedSale(now).lines
        return s.save(now, { lines: [{ ...line!, quantity: 3 + (n % 5) }] })
      }),
    )
    expect(new Set(refused)).toEqual(new Set(['conflict']))
    const now = await s.read(order)
    expect(now).toMatchObject({
      paid_amount: 12,
      total_amount: now.lines[0]!.quantity * 2,
      payment_status: now.total_amount <= 12 ? 'paid' : 'partial',
    })
    await expectSoundAfterWork()
  })

  test('a payment undone by twenty people while ten others pay is undone once, and the sum is that of the remaining payments', async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(50)).id, 10]])
    const [wrong] = (await s.pay(order, 500)).payments
    const { done, refused } = await together<unknown>([
      ...times(20, () => () => s.me.call(reversePayment, { payment_id: wrong!.id })),
      ...times(10, () => () => s.pay(order, 1)),
    ])
    expect([done.length, refused.length, new Set(refused)]).toEqual([11, 19, new Set(['already_reversed'])])
    expect(await s.read(order)).toMatchObject({ paid_amount: 10, payment_status: 'partial' })
    await expectSoundAfterWork()
  })

  test('a return undone by twenty people at once is undone once', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 10]], { status: 'shipped' })
    const { return: one } = await s.giveBack(order, 4)
    const { done, refused } = await together(
      times(20, () => () => s.me.call(reverseSalesReturn, { return_id: one.id })),
    )
    expect([done.length, new Set(refused)]).toEqual([1, new Set(['already_reversed'])])
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0 })
    await expectSoundAfterWork()
  })

  test('B17: all commands at once on orders with the same products: no deadlock, only refusals from the list, nothing lost', async () => {
    const s = await selling(app)
    const products = await Promise.all(times(4, () => s.product(12)))
    const orders = await Promise.all(
      // Every order names the products in another sequence, so that their locks conflict.
      times(6, (n) => s.order(times(4, (index) => [products[(n % 2 ? index + n : 11 - index - n) % 4]!.id, 3]))),
    )
    let accepted = 0
    const codes = new Set<string>()
    await Promise.all(
      times(12, async (seed) => {
        for (let round = 0; round < 20; round++) {
          const { done, refused } = await together([
            () => step(s, orders[(seed * 5 + round) % 6]!, products[round % 4]!.id, seed * 3 + round),
          ])
          accepted += done.filter((answer) => answer !== null).length
          for (const code of refused) codes.add(code)
        }
      }),
    )
    for (const code of codes)
      expect([
        'already_reversed',
        'below_shipped',
        'conflict',
        'exceeds_remaining',
        'exceeds_shipped',
        'insufficient_stock',
        'line_has_returns',
        'line_has_shipments',
        'wrong_status',
      ]).toContain(code)
    expect(accepted).toBeGreaterThan(0.3 * 12 * 20)
    await expectSoundAfterWork()
  })
})

/** One of many actions on an order, chosen by a number. */
async function step(s: Selling, { id }: SalesOrder, product_id: string, choice: number): Promise<unknown> {
  const order = await s.read({ id })
  const item = choice % order.lines.length
  const waiting = order.shipments.find(({ status }) => status === 'pending')
  const traveling = order.shipments.find(({ status }) => status === 'in_transit')
  switch (choice % 9) {
    case 0:
      return s.me.call(createTransaction, { product_id, type: 'in', quantity: 3, reason_code: 'transfer_in' })
    case 1:
      return s.plan(order, { item, quantity: 1 })
    case 2:
      return waiting ? s.move(waiting, choice % 2 ? 'in_transit' : 'failed') : s.ship(order, { item, quantity: 1 })
    case 3:
      return traveling ? s.move(traveling, choice % 2 ? 'delivered' : 'failed') : null
    case 4: {
      const shipped = order.lines.find((line) => line.shipped_quantity > line.returned_quantity)
      if (!shipped) return null
      const lines = [{ sales_order_item_id: shipped.id, quantity: 1, location_id: choice % 2 ? s.main : s.shop }]
      return s.me.call(createSalesReturn, { sales_order_id: id, lines })
    }
    case 5: {
      const standing = order.returns.find((one) => !one.is_undone)
      return standing ? s.undoReturn(standing) : null
    }
    case 6:
      return s.pay(order, 1)
    case 7: {
      const lines = savedSale(order).lines.map((line, index) =>
        index === item ? { ...line, quantity: 2 + (choice % 4) } : line,
      )
      return s.save(order, { lines })
    }
    default:
      return s.to(order, salesOrderStatuses[choice % salesOrderStatuses.length] as SalesOrderStatus)
  }
}
