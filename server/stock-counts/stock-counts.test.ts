import { expect, test } from 'vitest'
import { reversePosting } from '../../contract/postings.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { countStock, listProductsToCount, listStockCounts, readCountProgress } from '../../contract/stock-counts.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { sharedApp } from '../testing/app.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

const namesLeft = async ({ me, main }: Stocked, more: object = {}) =>
  (await me.call(listProductsToCount, { location_id: main, ...more })).items.map(({ product_name }) => product_name)

test('a count sets on hand to what was counted, and the product leaves the list', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const [bolts, nuts] = [await s.product(10, { name: 'Bolts' }), await s.product(4, { name: 'Nuts' })]
  await s.product(0, { name: 'Washers' })
  expect(await namesLeft(s)).toEqual(['Bolts', 'Nuts'])
  const result = await me.call(countStock, { location_id, product_id: bolts.id, lots: [{ from: 10, to: 7 }] })
  expect(result).toMatchObject({
    count: { expected: 10, counted: 7, posting_id: result.count.id, is_undone: false, user_id: me.user_id },
    product: { on_hand: 7, last_counted_at: result.count.counted_at },
    released: [],
  })
  expect((await me.call(listTransactions, { product_id: bolts.id })).items[0]).toMatchObject({
    posting_id: result.count.id,
    type: 'adjustment',
    quantity: -3,
  })
  expect(await namesLeft(s)).toEqual(['Nuts'])
  const same = await me.call(countStock, { location_id, product_id: nuts.id, lots: [{ from: 4, to: 4 }] })
  expect(same.count).toMatchObject({ expected: 4, counted: 4, posting_id: null })
  expect((await me.call(listTransactions, { product_id: nuts.id })).items).toMatchObject([{ type: 'opening' }])
  expect(await namesLeft(s)).toEqual([])
  expect(await me.call(readCountProgress, { location_id })).toEqual({ counted: 2, left: 0, with_difference: 1 })
  expect((await me.call(listStockCounts, { location_id })).items).toEqual([same.count, result.count])
  await expectSound(app)
})

test('an undone count no longer counts', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(10)
  const { count } = await me.call(countStock, { location_id, product_id, lots: [{ from: 10, to: 12 }] })
  await me.call(reversePosting, { posting_id: count.id })
  expect(await s.at(product_id, location_id)).toBe(10)
  const [left] = (await me.call(listProductsToCount, { location_id })).items
  expect(left).toMatchObject({ product_id, on_hand: 10, last_counted_at: null })
  expect(await me.call(readCountProgress, { location_id })).toEqual({ counted: 0, left: 1, with_difference: 0 })
  expect((await me.call(listStockCounts, { location_id })).items).toEqual([{ ...count, is_undone: true }])
})

test('a count since a day leaves out what was counted before', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(10, { name: 'Bolts' })
  const { count } = await me.call(countStock, { location_id, product_id, lots: [{ from: 10, to: 9 }] })
  await app.admin.query(`update stock_counts set counted_at = now() - interval '3 days' where id = $1`, [count.id])
  const today = new Date().toISOString().slice(0, 10)
  const since = new Date(Date.now() - 4 * 86_400_000).toISOString()
  expect([await namesLeft(s, { since: today }), await namesLeft(s, { since }), await namesLeft(s)]).toEqual([
    ['Bolts'],
    [],
    [],
  ])
  expect(await me.call(readCountProgress, { location_id, since: today })).toMatchObject({ counted: 0, left: 1 })
  expect(await me.call(readCountProgress, { location_id, since })).toMatchObject({ counted: 1, left: 0 })
  expect((await me.call(listStockCounts, { location_id, since: today })).items).toEqual([])
})

test('a product is found by its id whether or not it is there, and its units are counted in', async () => {
  const s = await stocked(app)
  const { me, shop: location_id } = s
  const { id: product_id } = await s.product(10)
  const found = await me.call(listProductsToCount, { location_id, product_id })
  expect(found.items).toMatchObject([
    { product_id, on_hand: 0, lots: [{ lot_id: product_id, lot_number: '', on_hand: 0 }], last_counted_at: null },
  ])
  await me.call(countStock, { location_id, product_id, lots: [{ lot_id: product_id, from: 0, to: 3 }] })
  expect([await s.at(product_id, s.main), await s.at(product_id, s.shop)]).toEqual([10, 3])
})

test('lots are counted together: one that is there and left out is refused', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(2)
  await me.call(createTransaction, { product_id, type: 'in', quantity: 5, reason_code: 'transfer_in', lot_number: 'A' })
  const [row] = (await me.call(listProductsToCount, { location_id })).items
  const lot_id = row?.lots.find(({ lot_number }) => lot_number === 'A')?.lot_id ?? ''
  expect(row?.lots.map(({ lot_number, on_hand }) => [lot_number, on_hand])).toEqual([
    ['', 2],
    ['A', 5],
  ])
  expect(await me.refused(countStock, { location_id, product_id, lots: [{ from: 2, to: 3 }] })).toMatchObject({
    code: 'conflict',
    message: 'Lot A is also there. Count all lots of the product together.',
  })
  expect(await me.refused(countStock, { location_id, product_id, lots: [{ lot_id, from: 5, to: 5 }] })).toMatchObject({
    message: 'There are also units without a lot. Count all lots of the product together.',
  })
  const shifted = [
    { from: 2, to: 3 },
    { lot_id, from: 5, to: 4 },
  ]
  const { count } = await me.call(countStock, { location_id, product_id, lots: shifted })
  expect(count).toMatchObject({ expected: 7, counted: 7, posting_id: count.id })
  expect(await me.call(readCountProgress, { location_id })).toMatchObject({ with_difference: 1 })
})

test('a count against an old figure is refused with the current one and not recorded, also without a difference', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(10)
  await me.call(createTransaction, { product_id, type: 'out', quantity: 4, reason_code: 'customer_order' })
  for (const to of [9, 10]) {
    expect(await me.refused(countStock, { location_id, product_id, lots: [{ from: 10, to }] })).toMatchObject({
      status: 409,
      details: { seen: 10, present: 6 },
    })
  }
  expect((await me.call(listStockCounts, { location_id })).items).toEqual([])
})

test('of many who count the same product at once, one count stands', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(10)
  const { done, refused } = await together(
    times(12, (n) => () => me.call(countStock, { location_id, product_id, lots: [{ from: 10, to: 11 + n }] })),
  )
  expect([done.length, refused.length]).toEqual([1, 11])
  expect(await s.at(product_id, location_id)).toBe(done[0]?.count.counted)
  expect(await me.call(readCountProgress, { location_id })).toMatchObject({ counted: 1, with_difference: 1 })
  await expectSound(app)
})

test('a repeated request is one count, and archived products are not counted', async () => {
  const s = await stocked(app)
  const { me, main: location_id } = s
  const { id: product_id } = await s.product(10)
  const asked = { id: newId(), location_id, product_id, lots: [{ from: 10, to: 8 }] }
  expect(await me.call(countStock, asked)).toEqual(await me.call(countStock, asked))
  expect((await me.call(listStockCounts, { location_id })).items).toHaveLength(1)
  await me.call(setLocationStock, { product_id, location_id, quantities: [{ from: 8, to: 0 }] })
  await me.call(deleteProduct, { id: product_id })
  expect(await me.refused(countStock, { location_id, product_id, lots: [{ from: 0, to: 0 }] })).toMatchObject({
    code: 'product_archived',
  })
})

test('a limited member counts at their locations, and sees no other', async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(10)
  const limited = await limitedMember(app, s.me, [s.shop])
  for (const endpoint of [listProductsToCount, listStockCounts, readCountProgress] as const)
    expect(await limited.refused(endpoint, { location_id: s.main })).toMatchObject({ code: 'not_found' })
  const elsewhere = { location_id: s.main, product_id, lots: [{ from: 10, to: 9 }] }
  expect(await limited.refused(countStock, elsewhere)).toMatchObject({ code: 'not_found' })
  const { count } = await limited.call(countStock, { location_id: s.shop, product_id, lots: [{ from: 0, to: 2 }] })
  expect((await limited.call(listStockCounts, { location_id: s.shop })).items).toEqual([count])
  await s.me.call(countStock, { ...elsewhere, lots: [{ from: 10, to: 10 }] })
  expect(await limited.call(readCountProgress, { location_id: s.shop })).toMatchObject({ counted: 1, left: 0 })
})
