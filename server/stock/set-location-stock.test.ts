import { expect, test } from 'vitest'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'
import { expectSound } from '../testing/expect-sound.ts'

const app = await sharedApp()

test('a count posts only the difference, and the minimum and maximum are saved with it', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(10)
  const counted = await me.call(setLocationStock, {
    product_id,
    location_id: main,
    quantities: [{ from: 10, to: 7 }],
    min_stock_level: 8,
    max_stock_level: 0,
  })
  expect(counted).toMatchObject({
    released: [],
    location: { on_hand: 7, min_stock_level: 8, max_stock_level: null, is_low: true },
  })
  expect((await me.call(listTransactions, { product_id })).items).toMatchObject([
    { posting_id: counted.posting_id, type: 'adjustment', on_hand_change: -3, quantity: -3 },
    { type: 'opening', quantity: 10 },
  ])
})

test("minimum and maximum alone post nothing, and fields that aren't sent are unchanged", async () => {
  const { me, shop, product } = await stocked(app)
  const { id: product_id } = await product(10)
  const location = { product_id, location_id: shop }
  const set = await me.call(setLocationStock, { ...location, min_stock_level: 2, max_stock_level: 20 })
  expect(set).toMatchObject({ posting_id: null, location: { on_hand: 0, min_stock_level: 2, max_stock_level: 20 } })
  expect((await me.call(setLocationStock, { ...location, max_stock_level: 5 })).location).toMatchObject({
    min_stock_level: 2,
    max_stock_level: 5,
  })
  expect((await me.call(setLocationStock, { ...location, max_stock_level: null })).location).toMatchObject({
    max_stock_level: null,
  })
  expect((await me.call(listTransactions, { product_id })).items).toMatchObject([{ type: 'opening' }])
})

test('a minimum and a maximum that two people set at the same moment are both saved', async () => {
  const { me, shop, product } = await stocked(app)
  const products = await Promise.all(times(8, () => product(0)))
  const calls = products.flatMap(({ id: product_id }) => [
    () => me.call(setLocationStock, { product_id, location_id: shop, min_stock_level: 2 }),
    () => me.call(setLocationStock, { product_id, location_id: shop, max_stock_level: 9 }),
  ])
  expect((await together(calls)).refused).toEqual([])
  for (const { id: product_id } of products) {
    const { location } = await me.call(setLocationStock, { product_id, location_id: shop })
    expect(location).toMatchObject({ min_stock_level: 2, max_stock_level: 9 })
  }
})

test('a count against an old figure is refused with the current one, and changes nothing', async () => {
  const { me, main, product, stock } = await stocked(app)
  const { id: product_id } = await product(10)
  await me.call(createTransaction, { product_id, type: 'out', quantity: 4, reason_code: 'customer_order' })
  const count = { product_id, location_id: main, quantities: [{ from: 10, to: 9 }], min_stock_level: 5 }
  expect(await me.refused(setLocationStock, count)).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'On hand is now 6; it was 10 when you started',
    details: { seen: 10, present: 6 },
  })
  expect((await stock(product_id)).locations[0]).toMatchObject({ on_hand: 6, min_stock_level: 0 })
})

test('each lot is counted separately', async () => {
  const { me, main, product, stock } = await stocked(app)
  const { id: product_id } = await product(2)
  await me.call(createTransaction, { product_id, type: 'in', quantity: 5, reason_code: 'transfer_in', lot_number: 'A' })
  const lot = (await stock(product_id)).locations[0]?.lots.find((one) => one.lot_number === 'A')
  const counted = await me.call(setLocationStock, {
    product_id,
    location_id: main,
    quantities: [
      { from: 2, to: 3 },
      { lot_id: lot?.lot_id, from: 5, to: 4 },
    ],
  })
  expect(counted.location.on_hand).toBe(7)
  expect(counted.location.lots.map(({ lot_number, on_hand }) => [lot_number, on_hand])).toEqual(
    expect.arrayContaining([
      ['', 3],
      ['A', 4],
    ]),
  )
})

test('invalid levels and quantities are named', async () => {
  const { me, main, product } = await stocked(app)
  const { id: product_id } = await product(10)
  const location = { product_id, location_id: main }
  const refusals: [input: object, fields: Record<string, string>][] = [
    [{ min_stock_level: -1 }, { min_stock_level: 'Minimum stock level cannot be negative' }],
    [
      { min_stock_level: 5, max_stock_level: 4 },
      { max_stock_level: 'Maximum level must not be below the minimum level' },
    ],
    [{ min_stock_level: 0.5 }, { min_stock_level: 'Use a whole number for this product' }],
    [{ quantities: [{ from: 10, to: -1 }] }, { 'quantities.0.to': 'Quantity cannot be negative' }],
    [{ quantities: [{ from: 10, to: null }] }, { 'quantities.0.to': expect.any(String) as string }],
  ]
  for (const [input, fields] of refusals) {
    expect(await me.refused(setLocationStock, { ...location, ...input })).toMatchObject({ status: 422, fields })
  }
  await me.call(setLocationStock, { ...location, min_stock_level: 5 })
  expect(await me.refused(setLocationStock, { ...location, max_stock_level: 4 })).toMatchObject({
    status: 422,
    fields: { max_stock_level: expect.any(String) as string },
  })
  expect(await me.refused(setLocationStock, { ...location, quantities: [{ from: 10, to: 9.5 }] })).toMatchObject({
    code: 'too_many_decimals',
  })
})

test("other organizations can't find the location", async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const [own, foreign] = [await mine.product(1), await theirs.product(1)]
  for (const [product_id, location_id] of [
    [foreign.id, mine.main],
    [own.id, theirs.main],
    [newId(), mine.main],
  ]) {
    const location = { product_id, location_id }
    expect(await mine.me.refused(setLocationStock, { ...location, min_stock_level: 1 })).toMatchObject({ status: 404 })
    expect(await mine.me.refused(setLocationStock, { ...location, quantities: [{ from: 0, to: 1 }] })).toMatchObject({
      status: 404,
    })
  }
})

test('when twenty people count one shelf at once, one count is saved and nineteen are refused as outdated', async () => {
  const { me, main, product, stock } = await stocked(app)
  const { id: product_id } = await product(10)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      me.call(setLocationStock, { product_id, location_id: main, quantities: [{ from: 10, to: 20 + n }] }),
    ),
  )
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.location.on_hand] : []))
  expect(done).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  expect((await stock(product_id)).on_hand).toBe(done[0])
  await expectSound(app)
})
