import { expect, test } from 'vitest'
import { updateStock } from '../../contract/stock-updates.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { type ReasonCode, stockInReasons, stockOutReasons } from '../../contract/stock-reasons.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp } from '../testing/app.ts'
import { selling } from '../testing/selling.ts'
import { stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

test('stock of one location changes in both directions without a reason', async () => {
  const { me, main, shop, product, at } = await stocked(app)
  const { id: product_id } = await product(10)
  await me.call(updateStock, { product_id, location_id: shop, type: 'in', quantity: 4, notes: 'found behind a shelf' })
  await me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 3 })
  expect(await me.call(updateStock, { product_id, location_id: shop, type: 'adjustment', quantity: 2 })).toMatchObject({
    on_hand: 13,
  })
  expect([await at(product_id, main), await at(product_id, shop)]).toEqual([7, 6])
  expect((await me.call(listTransactions, { product_id })).items).toMatchObject([
    { type: 'adjustment', on_hand_change: 2, metadata: { reason_code: null, location_name: 'Shop floor' } },
    { type: 'out', on_hand_change: -3, metadata: { location_name: 'Main Warehouse' } },
    { type: 'in', on_hand_change: 4, notes: 'found behind a shelf' },
    { type: 'opening', on_hand_change: 10, metadata: { location_name: 'Main Warehouse' } },
  ])
})

test('is refused with the numbers of that location, and beside missing fields', async () => {
  const { me, shop, product } = await stocked(app)
  const { id: product_id } = await product(10)
  expect(await me.refused(updateStock, { product_id, location_id: shop, type: 'out', quantity: 1 })).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    message: 'Cannot remove more than current stock (0)',
    fields: { quantity: 'Cannot remove more than current stock (0)' },
    details: { location: 'Shop floor', asked: 1, available: 0 },
  })
  expect(await me.refused(updateStock, { product_id, quantity: 0 })).toMatchObject({
    status: 422,
    fields: {
      location_id: 'Location is required',
      type: 'Transaction type is required',
      quantity: 'Quantity must be at least 1',
    },
  })
})

test('an adjustment is signed: at least 1 in size, in both directions, never below what is available', async () => {
  const { me, main, product, at } = await stocked(app)
  const { id: product_id } = await product(10)
  const adjust = (quantity: number) => ({ product_id, location_id: main, type: 'adjustment' as const, quantity })
  expect(await me.call(updateStock, adjust(-4))).toMatchObject({ on_hand: 6 })
  expect(await me.call(updateStock, adjust(3))).toMatchObject({ on_hand: 9 })
  expect(await me.refused(updateStock, adjust(-10))).toMatchObject({
    status: 409,
    fields: { quantity: 'Cannot remove more than current stock (9)' },
  })
  expect(await me.refused(updateStock, adjust(0))).toMatchObject({
    fields: { quantity: 'Quantity must be at least 1, or −1 to remove' },
  })
  for (const type of ['in', 'out'] as const)
    expect(await me.refused(updateStock, { ...adjust(-1), type })).toMatchObject({
      fields: { quantity: 'Quantity must be at least 1' },
    })
  expect(await at(product_id, main)).toBe(9)
})

const locationsOf = async (posting_id: string) => {
  const { rows } = await app.admin.query(
    `select type, reason, from_account, to_account, quantity::float8 as quantity from stock_movements
     where posting_id = $1 order by line_no`,
    [posting_id],
  )
  return rows
}

test('a chosen reason moves goods between the same accounts as in Add Transaction, and follows the same rules', async () => {
  const { me, main, product, stock } = await stocked(app)
  const [updated, entered] = [await product(20), await product(20)]
  for (const [type, reasons] of [
    ['out', stockOutReasons],
    ['in', stockInReasons],
  ] as const)
    for (const reason_code of reasons) {
      const entry = { location_id: main, type, quantity: 1, reason_code, notes: 'as the other one' }
      const one = await me.call(updateStock, { product_id: updated.id, ...entry })
      const other = await me.call(createTransaction, { product_id: entered.id, ...entry })
      expect([reason_code, await locationsOf(one.posting_id)]).toEqual([
        reason_code,
        await locationsOf(other.posting_id),
      ])
    }
  const { on_hand, held } = await stock(entered.id)
  expect(await stock(updated.id)).toMatchObject({ on_hand, held })

  const refused = (more: object) =>
    me.refused(updateStock, { product_id: updated.id, location_id: main, type: 'out', quantity: 1, ...more })
  expect(await refused({ reason_code: 'other' })).toMatchObject({
    fields: { notes: 'Notes are required when selecting Other' },
  })
  expect(await refused({ reason_code: 'customer_return' })).toMatchObject({
    fields: { reason_code: 'This reason doesn’t match the transaction type' },
  })
  expect(await refused({ type: 'adjustment', reason_code: 'damaged' })).toMatchObject({
    fields: { reason_code: 'Adjustments don’t have a reason code' },
  })
  await expectSound(app)
})

test('removing with a reason can take reserved units and names their orders; without one it is refused', async () => {
  const { me, main, product, order, read } = await selling(app)
  const { id: product_id } = await product(10)
  const sold = await order([[product_id, 8]])
  const take = (more: object) => ({ product_id, location_id: main, type: 'out' as const, quantity: 5, ...more })
  expect(await me.refused(updateStock, take({}))).toMatchObject({
    status: 409,
    fields: { quantity: 'Only 2 of 10 can be removed: 8 are reserved' },
  })
  const broken = await me.call(updateStock, take({ reason_code: 'damaged' }))
  expect(broken).toMatchObject({
    on_hand: 5,
    available: 0,
    released: [{ document_line_id: sold.lines[0]?.id, location_id: main, quantity: 3 }],
  })
  expect((await read(sold)).lines[0]).toMatchObject({ reserved_quantity: 5, backordered_quantity: 3 })
  await expectSound(app)
})

test('an order whose reserved units are damaged gets those of another location', async () => {
  const { me, main, shop, product, order, read } = await selling(app)
  const { id: product_id } = await product(8)
  const sold = await order([[product_id, 8]])
  // Arrives while nothing is backordered.
  await me.call(updateStock, { product_id, location_id: shop, type: 'in', quantity: 2 })
  await me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 3, reason_code: 'damaged' })
  await app.app.outbox.drain()
  expect((await read(sold)).lines[0]).toMatchObject({ reserved_quantity: 7, backordered_quantity: 1 })
  await expectSound(app)
})

test('people who remove stock with and without a reason at once take each unit once', async () => {
  const { me, main, product, order, stock } = await selling(app)
  const { id: product_id } = await product(12)
  await order([[product_id, 8]])
  const take = (reason_code: ReasonCode | null) => () =>
    me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 1, reason_code })
  const found = () => me.call(updateStock, { product_id, location_id: main, type: 'adjustment', quantity: 1 })
  const outcomes = await together<unknown>([
    ...times(10, () => take('damaged')),
    ...times(10, () => take(null)),
    ...times(4, () => found),
    ...times(10, () => take('theft_loss')),
  ])
  expect(outcomes.refused.filter((code) => code !== 'insufficient_stock')).toEqual([])
  const taken = outcomes.done.length - 4
  expect(taken).toBeLessThanOrEqual(16)
  expect(await stock(product_id)).toMatchObject({ on_hand: 16 - taken })
  await expectSound(app)
})

test("records of other organizations aren't found", async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const [own, foreign] = [await mine.product(1), await theirs.product(1)]
  const update = { type: 'in' as const, quantity: 1 }
  expect(
    await mine.me.refused(updateStock, { ...update, product_id: foreign.id, location_id: mine.main }),
  ).toMatchObject({ status: 404 })
  expect(await mine.me.refused(updateStock, { ...update, product_id: own.id, location_id: theirs.main })).toMatchObject(
    { status: 404 },
  )
  expect(await mine.me.refused(updateStock, { ...update, product_id: newId(), location_id: mine.main })).toMatchObject({
    status: 404,
  })
})

test('when thirty people take two of ten at once, five succeed', async () => {
  const { me, main, product, at } = await stocked(app)
  const { id: product_id } = await product(10)
  const take = () => me.call(updateStock, { product_id, location_id: main, type: 'out', quantity: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, take))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
  expect(await at(product_id, main)).toBe(0)
  await expectSound(app)
})
