import { describe, expect, test } from 'vitest'
import {
  createSalesReturn,
  listReturnableLots,
  listSalesReturns,
  readSalesReturn,
  reverseSalesReturn,
} from '../../contract/sales-returns.ts'
import { readProduct, updateProduct } from '../../contract/products.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { savedSale, selling } from '../testing/selling.ts'

const app = await sharedApp()

describe('a return', () => {
  test('brings goods back, available or held, to a chosen location; the order keeps its status and wants nothing again', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 6]], { status: 'delivered' })
    const line = { sales_order_item_id: order.lines[0]!.id }
    const made = await s.me.call(createSalesReturn, {
      sales_order_id: order.id,
      notes: 'wrong color',
      lines: [
        { ...line, quantity: 2, location_id: s.shop },
        { ...line, quantity: 1, location_id: s.main, account: 'held', notes: 'scratched' },
      ],
    })
    expect(made.return).toMatchObject({
      return_no: 1,
      order_number: order.order_number,
      notes: 'wrong color',
      units: 3,
      is_undone: false,
      lines: [
        { quantity: 2, location_name: 'Shop floor', account: 'available' },
        { quantity: 1, location_name: 'Main Warehouse', account: 'held', notes: 'scratched' },
      ],
    })
    expect(made.order).toMatchObject({
      status: 'delivered',
      backordered: 0,
      lines: [{ shipped_quantity: 6, returned_quantity: 3, status: 'shipped' }],
      returns: [{ id: made.return.id, units: 3 }],
    })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 6, held: 1 })
    expect(await s.at(product.id, s.shop)).toBe(2)
    expect(await s.me.call(readSalesReturn, { return_id: made.return.id })).toEqual(made.return)
    expect((await s.me.call(listSalesReturns, { sales_order_id: order.id })).items).toMatchObject([
      { id: made.return.id },
    ])
    await expectSound(app)
  })

  test("can't exceed what was shipped and not yet returned, counting lines of one item together", async () => {
    const s = await selling(app)
    const order = await s.order([[(await s.product(10)).id, 6]])
    await s.ship(order, 4)
    await s.giveBack(order, 1)
    const line = { sales_order_item_id: order.lines[0]!.id, location_id: s.main }
    expect(
      await s.me.refused(createSalesReturn, {
        sales_order_id: order.id,
        lines: [
          { ...line, quantity: 2 },
          { ...line, quantity: 2 },
        ],
      }),
    ).toMatchObject({
      status: 409,
      code: 'exceeds_shipped',
      fields: { 'lines.0.quantity': 'At most 3 can be returned', 'lines.1.quantity': 'At most 3 can be returned' },
      details: { lines: [{ shipped: 4, returned: 1, asked: 4 }] },
    })
    await s.giveBack(order, 3)
    expect(
      await s.me.refused(createSalesReturn, { sales_order_id: order.id, lines: [{ ...line, quantity: 1 }] }),
    ).toMatchObject({
      message: 'Nothing left to return',
    })
    // Units still to be shipped are still wanted.
    expect(await s.read(order)).toMatchObject({ status: 'processing', lines: [{ remaining: 2, reserved_quantity: 2 }] })
    await s.ship(await s.read(order), 2)
    await s.giveBack(order, 2)
    await expectSound(app)
  })

  test('puts goods back into the lots that were shipped', async () => {
    const s = await selling(app)
    const product = await s.product(0)
    for (const lot_number of ['A', 'B'])
      await s.me.call(createTransaction, {
        product_id: product.id,
        type: 'in',
        quantity: 2,
        reason_code: 'transfer_in',
        lot_number,
        location_id: s.main,
      })
    const order = await s.order([[product.id, 4]], { status: 'shipped' })
    await s.giveBack(order, 3)
    await s.giveBack(order, 1)
    const lots = (await s.stock(product.id)).locations.find((location) => location.location_id === s.main)?.lots ?? []
    expect(new Map(lots.map((lot) => [lot.lot_number, lot.on_hand]))).toMatchObject(
      new Map([
        ['A', 2],
        ['B', 2],
      ]),
    )
    await expectSound(app)
  })

  test('puts goods back into the named lot, as far as the customer has units of it', async () => {
    const s = await selling(app)
    const product = await s.product(1)
    const entry = { product_id: product.id, type: 'in', quantity: 2, reason_code: 'transfer_in' } as const
    for (const lot_number of ['A', 'B'])
      await s.me.call(createTransaction, { ...entry, lot_number, location_id: s.main })
    const order = await s.order([[product.id, 5]], { status: 'shipped' })
    const returnable = async () => (await s.me.call(listReturnableLots, { sales_order_id: order.id })).items
    const all = await returnable()
    const of = (number: string) => all.find(({ lot_number }) => lot_number === number)!
    expect(Object.fromEntries(all.map(({ lot_number, quantity }) => [lot_number, quantity]))).toEqual({
      '': 1,
      A: 2,
      B: 2,
    })
    expect(all).toHaveLength(3)
    expect(of('').lot_id).toBe(product.id)
    const line = { sales_order_item_id: order.lines[0]!.id, location_id: s.main }
    const giveBack = (...lines: { quantity: number; lot_id?: string }[]) => ({
      sales_order_id: order.id,
      lines: lines.map((one) => ({ ...line, ...one })),
    })
    const b = of('B').lot_id
    const tooMuch = { code: 'exceeds_shipped', message: 'At most 2 of lot B can be returned' }
    const two = giveBack({ quantity: 1, lot_id: b }, { quantity: 2, lot_id: b })
    expect(await s.me.refused(createSalesReturn, two)).toMatchObject({
      ...tooMuch,
      fields: { 'lines.0.quantity': tooMuch.message, 'lines.1.quantity': tooMuch.message },
    })
    for (const lot_id of [newId(), (await s.product(1)).id])
      expect(await s.me.refused(createSalesReturn, giveBack({ quantity: 1, lot_id }))).toMatchObject({
        code: 'exceeds_shipped',
        message: 'Nothing of this lot is left to return',
      })
    // A line without a lot leaves the named lots to the others.
    const made = await s.me.call(createSalesReturn, giveBack({ quantity: 3 }, { quantity: 2, lot_id: b }))
    expect(made.return.lines.map(({ lot_numbers }) => lot_numbers)).toEqual([['A'], ['B']])
    expect(await returnable()).toEqual([])
    await s.undoReturn(made.return)
    expect(await returnable()).toEqual(all)
    await s.me.call(createSalesReturn, giveBack({ quantity: 1, lot_id: product.id }, { quantity: 1, lot_id: b }))
    expect((await returnable()).map(({ lot_number, quantity }) => [lot_number, quantity])).toEqual([
      ['A', 2],
      ['B', 1],
    ])
    await expectSound(app)
  })

  test('is undone once, while its goods are there; then they can be returned again', async () => {
    const s = await selling(app)
    const product = await s.product(4)
    const order = await s.order([[product.id, 4]], { status: 'shipped' })
    const { return: one } = await s.giveBack(order, 3, { account: 'held' })
    expect(await s.undoReturn(one)).toMatchObject({ is_undone: true, undone_by: expect.any(String) })
    expect(await s.me.refused(reverseSalesReturn, { return_id: one.id })).toMatchObject({ code: 'already_reversed' })
    expect(await s.read(order)).toMatchObject({ lines: [{ returned_quantity: 0 }] })
    const [undo, undone] = (await s.me.call(listTransactions, { product_id: product.id })).items
    expect(undo).toMatchObject({ held_change: -3, reverses_posting_id: one.id, reversed_by_posting_id: null })
    expect(undone).toMatchObject({ posting_id: one.id, reverses_posting_id: null })
    expect(undone?.reversed_by_posting_id).toBe(undo?.posting_id)
    const { return: two } = await s.giveBack(order, 4)
    await s.me.call(createTransaction, {
      product_id: product.id,
      type: 'out',
      quantity: 2,
      reason_code: 'customer_order',
    })
    expect(await s.me.refused(reverseSalesReturn, { return_id: two.id })).toMatchObject({
      code: 'insufficient_stock',
      details: { asked: 4, available: 2 },
    })
    await expectSound(app)
  })

  test('comes back at the average cost of what left, without a sending that was undone', async () => {
    const s = await selling(app)
    const product = await s.product(4)
    const { name, sku, price } = product
    const cost = async (cost_price: number) => {
      const { id, version } = await s.me.call(readProduct, { id: product.id })
      await s.me.call(updateProduct, { id, version, name, sku, price, cost_price })
    }
    await cost(4)
    const order = await s.order([[product.id, 4]])
    const shipment = await s.ship(order, 3)
    await s.move(shipment, 'pending')
    await cost(6)
    await s.move(shipment, 'in_transit')
    await cost(9)
    await s.ship(await s.read(order), 1)
    const unitCost = async ({ return: made }: Awaited<ReturnType<typeof s.giveBack>>) =>
      (await app.admin.query('select unit_cost from stock_movements where posting_id = $1', [made.id])).rows
    // Three at 6 and one at 9, before and after a part of them came back.
    expect(await unitCost(await s.giveBack(order, 1))).toEqual([{ unit_cost: 6.75 }])
    expect(await unitCost(await s.giveBack(order, 3))).toEqual([{ unit_cost: 6.75 }])
    await expectSound(app)
  })

  test('is undone although its lot has expired since', async () => {
    const s = await selling(app)
    const product = await s.product(0)
    const entry = { product_id: product.id, type: 'in', reason_code: 'transfer_in', lot_number: 'A' } as const
    await s.me.call(createTransaction, { ...entry, quantity: 4, expires_on: '2099-01-31', location_id: s.main })
    const order = await s.order([[product.id, 4]], { status: 'shipped' })
    const { return: made } = await s.giveBack(order, 3)
    await app.admin.query(`update lots set expires_on = '2020-01-31' where product_id = $1 and lot_number = 'A'`, [
      product.id,
    ])
    expect(await s.undoReturn(made)).toMatchObject({ is_undone: true })
    expect(await s.read(order)).toMatchObject({ lines: [{ returned_quantity: 0 }] })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0 })
    await expectSound(app)
  })

  test('that was undone stays on record when its line gets another product or is removed', async () => {
    const s = await selling(app)
    const [bolts, nuts] = [await s.product(10), await s.product(10)]
    const order = await s.order([
      [bolts.id, 3],
      [nuts.id, 2],
    ])
    const shipment = await s.ship(order, 3, { item: 1, quantity: 2 })
    const returned = await s.giveBack(order, 1)
    const other = await s.giveBack(order, 1, { sales_order_item_id: order.lines[1]!.id })
    await s.undoReturn(returned.return)
    await s.undoReturn(other.return)
    await s.move(shipment, 'failed')
    const [first, second] = savedSale(await s.read(order)).lines
    const swapped = await s.save(await s.read(order), {
      lines: [{ ...first!, product_id: (await s.product(5)).id }, second!],
    })
    await s.save(swapped, { lines: savedSale(swapped).lines.slice(0, 1) })
    for (const { id } of [returned.return, other.return])
      expect((await s.me.call(readSalesReturn, { return_id: id })).lines).toMatchObject([
        { sales_order_item_id: null, quantity: 1 },
      ])
    await app.app.outbox.drain()
    await expectSound(app)
  })

  test('can be undone while its own order has reserved the goods, but not if others have: then the reason is given', async () => {
    const s = await selling(app)
    const product = await s.product(3)
    const order = await s.order([[product.id, 10]])
    await s.ship(order, 3)
    const { return: one } = await s.giveBack(order, 2)
    await app.app.outbox.drain()
    const other = await s.order([[product.id, 1]])
    expect(await s.stock(product.id)).toMatchObject({ reserved: 2, available: 0 })
    await s.undoReturn(one)
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0, reserved: 0 })
    expect(await s.read(order)).toMatchObject({
      lines: [{ reserved_quantity: 0, backordered_quantity: 7, returned_quantity: 0 }],
    })
    const { items } = await s.me.call(listTransactions, { product_id: product.id, type: 'stock_changes' })
    expect(items[0]).toMatchObject({ type: 'out', quantity: 2, on_hand_change: -2 })
    const { return: two } = await s.giveBack(order, 2)
    await s.to(order, 'cancelled')
    await app.app.outbox.drain()
    expect(await s.read(other)).toMatchObject({ lines: [{ reserved_quantity: 1 }] })
    expect(await s.me.refused(reverseSalesReturn, { return_id: two.id })).toMatchObject({
      code: 'insufficient_stock',
      message: `Can’t undo: only 1 of 2 units of ${product.name} can be removed at Main Warehouse. 1 is reserved.`,
      details: { asked: 2, available: 1 },
    })
    await expectSound(app)
  })

  test('of several lines of one product is undone as a whole: each line gives back what it is short of', async () => {
    const s = await selling(app)
    const product = await s.product(6)
    const order = await s.order([[product.id, 9]])
    await s.ship(order, 6)
    const line = { sales_order_item_id: order.lines[0]!.id, location_id: s.main }
    const { return: made } = await s.me.call(createSalesReturn, {
      sales_order_id: order.id,
      lines: [1, 3].map((quantity) => ({ ...line, quantity })),
    })
    await app.app.outbox.drain()
    expect(await s.stock(product.id)).toMatchObject({ reserved: 3, available: 1 })
    await s.undoReturn(made)
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0, reserved: 0, available: 0 })
    expect(await s.read(order)).toMatchObject({ lines: [{ returned_quantity: 0, backordered_quantity: 3 }] })
    await expectSound(app)
  })

  test('of an order that ships nothing anymore is still possible once it is cancelled', async () => {
    const s = await selling(app)
    const product = await s.product(4)
    const order = await s.order([[product.id, 4]])
    await s.ship(order, 2)
    await s.to(order, 'cancelled')
    expect((await s.giveBack(order, 2)).order).toMatchObject({ status: 'cancelled', backordered: 0 })
    expect(await s.stock(product.id)).toMatchObject({ available: 4 })
    await expectSound(app)
  })
})

test('invalid, missing and forbidden input is refused', async () => {
  const [s, t] = [await selling(app), await selling(app)]
  const order = await s.order([[(await s.product(4)).id, 4]], { status: 'shipped' })
  const line = { sales_order_item_id: order.lines[0]!.id, location_id: s.main, quantity: 1 }
  const refusal = (change: object, more: object = {}) =>
    s.me.refused(createSalesReturn, { sales_order_id: order.id, lines: [{ ...line, ...change }], ...more })
  for (const quantity of [0, -1, '1', 1e308, null]) expect((await refusal({ quantity })).status).toBe(422)
  expect(await refusal({ quantity: 0.5 })).toMatchObject({ code: 'too_many_decimals' })
  expect(await refusal({ location_id: '' })).toMatchObject({
    fields: { 'lines.0.location_id': 'Location is required' },
  })
  expect((await refusal({ account: 'scrap' })).status).toBe(422)
  expect((await refusal({}, { user_id: s.me.user_id })).status).toBe(422)
  expect(await refusal({}, { lines: [] })).toMatchObject({ status: 422 })
  expect(await refusal({}, { lines: Array.from({ length: 1_001 }, () => line) })).toMatchObject({
    fields: { lines: 'A return has at most 1000 lines' },
  })
  expect(await refusal({ sales_order_item_id: newId() })).toMatchObject({ status: 404 })
  expect(await refusal({ location_id: t.main })).toMatchObject({ status: 404 })
  const { return: made } = await s.giveBack(order, 1)
  for (const [endpoint, input] of [
    [createSalesReturn, { sales_order_id: order.id, lines: [{ ...line, location_id: t.main }] }],
    [readSalesReturn, { return_id: made.id }],
    [reverseSalesReturn, { return_id: made.id }],
  ] as const)
    expect(await t.me.refused(endpoint, input)).toMatchObject({ status: 404, code: 'not_found' })
  await app.admin.query(`update members set role = 'viewer' where org_id = $1`, [s.me.org_id])
  expect((await refusal({})).status).toBe(403)
  await expectSound(app)
})

describe('concurrent requests', () => {
  test('thirty returns of the same units return no more than was shipped', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 10]], { status: 'shipped' })
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => s.giveBack(order, 1)))
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'exceeds_shipped' })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 10 })
    await expectSound(app)
  })

  test('returns undone whose goods are reserved for the same order release as much as each is short of', async () => {
    const s = await selling(app)
    const product = await s.product(8)
    const order = await s.order([[product.id, 18]])
    await s.ship(order, 8)
    const returns = await Promise.all(Array.from({ length: 4 }, () => s.giveBack(order, 2)))
    await app.app.outbox.drain()
    await s.me.call(createTransaction, { product_id: product.id, type: 'in', quantity: 3, reason_code: 'transfer_in' })
    await app.app.outbox.drain()
    expect(await s.stock(product.id)).toMatchObject({ reserved: 10, available: 1 })
    await Promise.all(returns.map((one) => s.undoReturn(one.return)))
    expect(await s.stock(product.id)).toMatchObject({ reserved: 3, available: 0 })
    expect(await s.read(order)).toMatchObject({
      lines: [{ returned_quantity: 0, reserved_quantity: 3, backordered_quantity: 7 }],
    })
    await expectSound(app)
  })

  test('a return created and undone by twenty people happens once each; the same id twenty times is one return', async () => {
    const s = await selling(app)
    const product = await s.product(10)
    const order = await s.order([[product.id, 10]], { status: 'shipped' })
    const input = {
      id: newId(),
      sales_order_id: order.id,
      lines: [{ sales_order_item_id: order.lines[0]!.id, quantity: 3, location_id: s.main }],
    }
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => s.me.call(createSalesReturn, input)))
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'in_progress' })
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 3 })
    const undone = await Promise.allSettled(
      Array.from({ length: 20 }, () => s.me.call(reverseSalesReturn, { return_id: input.id })),
    )
    expect(undone.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await s.stock(product.id)).toMatchObject({ on_hand: 0 })
    await expectSound(app)
  })
})
