import { expect, test } from 'vitest'
import { explainStock, setLocationStock } from '../../contract/stock.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/transfers.ts'
import { newId } from '../platform/ids.ts'
import { testApp } from '../testing/app.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'

const app = await testApp()

/** A product with an opening of 37, then +2, −4, a transfer of 12 to the shop, a count of 3 fewer, and 5 held. */
async function busyProduct({ me, main, shop, product }: Stocked): Promise<string> {
  const { id: product_id } = await product(37)
  await me.call(createTransaction, { product_id, type: 'in', quantity: 2, reason_code: 'customer_return' })
  await me.call(createTransaction, {
    product_id,
    type: 'out',
    quantity: 4,
    reason_code: 'damaged',
    notes: 'broken pallet',
  })
  await me.call(createTransfer, { product_id, from_location_id: main, to_location_id: shop, quantity: 12 })
  await me.call(setLocationStock, { product_id, location_id: main, quantities: [{ from: 23, to: 20 }] })
  await me.call(createTransaction, { product_id, type: 'out', quantity: 5, reason_code: 'qc_hold', location_id: shop })
  return product_id
}

test('every movement that makes the number, newest first, with a running balance that adds up', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const why = await s.me.call(explainStock, { product_id })
  expect(why.value).toBe(27)
  expect(why.check).toMatchObject({ level: 27, movements: 27, adds_up: true })
  expect(why.items.map(({ change, balance }) => [change, balance])).toEqual([
    [-5, 27],
    [-3, 32],
    [-4, 35],
    [2, 39],
    [37, 37],
  ])
  expect(why.items[1]).toMatchObject({ kind: 'count', type: 'adjustment', is_own: true })
  expect(why.items[2]).toMatchObject({
    type: 'out',
    reason: 'damaged',
    notes: 'broken pallet',
    from_location_name: 'Main Warehouse',
  })
  expect(why.items[4]).toMatchObject({ type: 'opening' })
})

test('at one location, and of one account', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const numbers = async (filter: object) => {
    const why = await s.me.call(explainStock, { product_id, ...filter })
    expect(why.check.adds_up).toBe(true)
    return [why.value, why.items.map((movement) => movement.change)]
  }
  expect(await numbers({ location_id: s.main })).toEqual([20, [-3, -12, -4, 2, 37]])
  expect(await numbers({ location_id: s.shop })).toEqual([7, [-5, 12]])
  expect(await numbers({ account: 'held' })).toEqual([5, [5]])
  expect(await numbers({ account: 'held', location_id: s.main })).toEqual([0, []])
  expect(await numbers({ account: 'reserved' })).toEqual([0, []])
  expect(await numbers({ lot_id: product_id })).toEqual([27, [-5, -3, -4, 2, 37]])
  expect(await numbers({ lot_id: newId() })).toEqual([0, []])
})

test('the running balance is right on every page', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const whole = await s.me.call(explainStock, { product_id })
  const paged: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await s.me.call(explainStock, { product_id, limit: 2, cursor })
    expect(page.check.adds_up).toBe(true)
    paged.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(paged).toEqual(whole.items)
})

test('a level that was tampered with does not add up, and the answer says so', async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(8)
  await app.admin.query('update stock_levels set available = available + 1 where product_id = $1', [product_id])
  expect((await s.me.call(explainStock, { product_id })).check).toMatchObject({
    level: 9,
    movements: 8,
    adds_up: false,
  })
})

test('a product without movements is explained by nothing; one that is not there is not found', async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const { id } = await mine.product(0)
  expect(await mine.me.call(explainStock, { product_id: id })).toMatchObject({
    value: 0,
    items: [],
    next: null,
    check: { adds_up: true },
  })
  expect(await theirs.me.refused(explainStock, { product_id: id })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await mine.me.refused(explainStock, { product_id: id, account: 'customer' })).toMatchObject({ status: 422 })
})
