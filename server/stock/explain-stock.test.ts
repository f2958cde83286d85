import { expect, test } from 'vitest'
import { explainStock } from '../../contract/explained-stock.ts'
import { createImport } from '../../contract/imports.ts'
import { listProducts } from '../../contract/products.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { readPosting, reversePosting } from '../../contract/postings.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { testApp } from '../testing/app.ts'
import { stocked, type Stocked } from '../testing/stocked.ts'

// Not shared with other files: a level is made wrong here.
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

test('every movement behind the number, newest first, with a running balance that adds up', async () => {
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

test('works for one location, and for one account', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const numbers = async (filter: object) => {
    const why = await s.me.call(explainStock, { product_id, ...filter })
    expect(why.check?.adds_up).toBe(true)
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
    // Only the first page is summed and checked; the others continue the balance.
    expect([page.value, page.check?.adds_up]).toEqual(cursor ? [null, undefined] : [27, true])
    paged.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(paged).toEqual(whole.items)
})

test('by date of occurrence the movements are sorted by their dates, and the balance can be negative', async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(0)
  const entry = (type: 'in' | 'out', quantity: number, happened_at: string) =>
    s.me.call(createTransaction, {
      product_id,
      type,
      quantity,
      reason_code: type === 'in' ? 'customer_return' : 'customer_order',
      happened_at,
    })
  await entry('in', 5, '2026-03-10T12:00:00Z')
  await entry('out', 4, '2026-03-01T12:00:00Z')
  await entry('in', 2, '2026-03-20T12:00:00Z')
  const balances = async (input: object) => {
    const why = await s.me.call(explainStock, { product_id, ...input })
    expect(why.check).toMatchObject({ level: why.value, movements: why.value, adds_up: true })
    return why.items.map(({ change, balance }) => [change, balance])
  }
  expect(await balances({ by: 'happened' })).toEqual([
    [2, 3],
    [5, 1],
    [-4, -4],
  ])
  expect(await balances({ by: 'recorded' })).toEqual([
    [2, 3],
    [-4, 1],
    [5, 5],
  ])
  expect(await balances({ by: 'happened', as_of: '2026-03-10' })).toEqual([
    [5, 1],
    [-4, -4],
  ])
  expect(await balances({ by: 'happened', as_of: '2026-03-09' })).toEqual([[-4, -4]])
  expect(await balances({ by: 'happened', as_of: '2026-03-20', since: '2026-03-01' })).toEqual([
    [2, 3],
    [5, 1],
  ])
  expect(await balances({ by: 'happened', since: '2026-03-20' })).toEqual([])
  expect(await balances({ by: 'recorded', as_of: '2026-03-20' })).toEqual([])
})

test('each movement says whether its posting can be undone, and what undid it', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const { items } = await s.me.call(explainStock, { product_id, location_id: s.main })
  expect(items.map(({ undo, document }) => [undo.possible, document?.kind])).toEqual([
    [true, undefined],
    [false, 'transfer'],
    [true, undefined],
    [true, undefined],
    [true, undefined],
  ])
  const { posting_id } = await s.me.call(reversePosting, { posting_id: items[2]?.posting_id ?? '' })
  const after = (await s.me.call(explainStock, { product_id, location_id: s.main })).items
  expect(after[0]).toMatchObject({ posting_id, kind: 'reversal', change: 4, reverses_posting_id: items[2]?.posting_id })
  expect(after.find((one) => one.posting_id === items[2]?.posting_id)).toMatchObject({
    reversed_by_posting_id: posting_id,
    undo: { possible: false, reason: 'This was already undone.' },
  })
})

test('an imported movement names its file, and each row its own notes', async () => {
  const { me } = await stocked(app)
  const products = [{ name: 'Chai', sku: 'NW-1', price: 1, stock_quantity: 7, location: 'Main Warehouse' }]
  const transactions = [
    { product_id: 'NW-1', type: 'in', quantity: 2, notes: 'second pallet' },
    { product_id: 'NW-1', type: 'out', quantity: 1, notes: 'sample' },
  ]
  const done = await me.call(createImport, { products, categories: [], transactions })
  const {
    items: [chai],
  } = await me.call(listProducts, {})
  const why = await me.call(explainStock, { product_id: chai?.id ?? '' })
  expect(why.items.map(({ change, notes, document, undo }) => [change, notes, document, undo.possible])).toEqual([
    [-1, 'sample', { kind: 'import', id: (done as { id: string }).id, number: null }, true],
    [2, 'second pallet', expect.objectContaining({ kind: 'import' }), true],
    [7, null, expect.objectContaining({ kind: 'import' }), true],
  ])
  const posting = await me.call(readPosting, { posting_id: why.items[0]?.posting_id ?? '' })
  expect(posting.document).toMatchObject({ kind: 'import' })
})

test('a cursor of another clock, or one that was tampered with, is refused', async () => {
  const s = await stocked(app)
  const product_id = await busyProduct(s)
  const { next } = await s.me.call(explainStock, { product_id, limit: 2 })
  const [position, balance] = (next ?? '').split('.')
  expect(balance).toBe('35')
  for (const cursor of [
    position,
    `${position}.`,
    `${position}.NaN`,
    `${position}.1e309`,
    `${position}.1.23456`,
    `x.${balance}`,
    '.',
    `${'9'.repeat(20)}`,
  ])
    expect(await s.me.refused(explainStock, { product_id, cursor }), cursor).toMatchObject({
      status: 422,
      fields: { cursor: expect.any(String) },
    })
  expect(await s.me.refused(explainStock, { product_id, cursor: next, by: 'happened' })).toMatchObject({ status: 422 })
})

test("a level that was tampered with doesn't add up, and the response says so", async () => {
  const s = await stocked(app)
  const { id: product_id } = await s.product(8)
  await app.admin.query('update stock_levels set available = available + 1 where product_id = $1', [product_id])
  expect((await s.me.call(explainStock, { product_id })).check).toMatchObject({
    level: 9,
    movements: 8,
    adds_up: false,
  })
})

test("a product without movements has an empty explanation; an unknown one isn't found", async () => {
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
