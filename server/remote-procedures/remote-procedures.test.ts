import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createCategory } from '../../contract/categories.ts'
import { listLocations, updateLocation } from '../../contract/locations.ts'
import { skuTaken } from '../../contract/product-codes.ts'
import { createProduct, readProduct, updateProduct } from '../../contract/products.ts'
import {
  initializeProductLocations,
  transferInventory,
  updateProductLocationStock,
  updateProductProcedure,
} from '../../contract/remote-procedures.ts'
import { readProductStock } from '../../contract/stock.ts'
import { createTransaction, listTransactions } from '../../contract/transactions.ts'
import { listTransfers } from '../../contract/location-transfers.ts'
import { newId } from '../platform/ids.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

/** A call from a third party's program. */
async function rpc(client: Client, name: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await client.fetch(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: 'anything', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('transfer_inventory moves stock like a transfer, and ignores the user in the body', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const other = await app.signUp()
  const chai = await shop.product(10)
  const move = {
    p_user_id: other.user_id,
    p_product_id: chai.id,
    p_from_location_id: main,
    p_to_location_id: shop.shop,
    p_quantity: 4,
    p_reason: 'demand',
    p_notes: 'Empty shelf',
  }
  const answer = await rpc(me, 'transfer_inventory', move)
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { status: 'completed', quantity: 4, reason: 'demand', notes: 'Empty shelf', user_id: me.user_id },
  ])
  expect([await shop.at(chai.id, main), await shop.at(chai.id, shop.shop)]).toEqual([6, 4])
  const unnamed = { ...move, p_reason: null, p_notes: null }
  expect(await me.call(transferInventory, unnamed)).toMatchObject({ reason: 'restock', notes: null })

  for (const [wrong, status, field, sentence] of [
    [{ p_quantity: 99 }, 409, 'p_quantity', 'Only 2 available at Main Warehouse'],
    [{ p_quantity: 0 }, 422, 'p_quantity', 'Quantity must be greater than zero'],
    [{ p_to_location_id: main }, 422, 'p_to_location_id', 'Source and destination locations cannot be the same'],
    [{ p_reason: 'boredom' }, 422, 'p_reason', 'Must be one of: restock, demand, maintenance, optimization, other'],
    [{ p_quantity: undefined }, 422, 'p_quantity', 'Please enter a number'],
    [{ p_quantity: '4' }, 422, 'p_quantity', 'Please enter a number'],
    [{ p_notes: 'a\0b' }, 422, 'p_notes', 'Must not contain NUL characters'],
    [{ p_status: 'pending' }, 422, 'p_status', 'Unknown field'],
  ] as const) {
    const refused = await me.refused(transferInventory, { ...move, ...wrong })
    expect([wrong, refused.status, refused.fields]).toEqual([wrong, status, { [field]: sentence }])
  }
  expect((await rpc(me, 'transfer_inventory', '1e309')).status).toBe(422)
  expect((await me.call(listTransfers, {})).items).toHaveLength(2)
})

test('update_product_location_stock removes stock for negative quantities, and refuses a contradicting type', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const chai = await shop.product(10)
  const change = (p_quantity_change: number, p_transaction_type: 'in' | 'out' | 'adjustment') => ({
    p_product_id: chai.id,
    p_location_id: main,
    p_quantity_change,
    p_transaction_type,
  })
  for (const [quantity, type, after] of [
    [5, 'in', 15],
    [-3, 'out', 12],
    [-2, 'adjustment', 10],
    [1, 'adjustment', 11],
  ] as const) {
    expect(await me.call(updateProductLocationStock, change(quantity, type))).toMatchObject({ on_hand: after })
  }
  const { items } = await me.call(listTransactions, { product_id: chai.id })
  expect(items.map(({ type, on_hand_change }) => [type, on_hand_change])).toEqual([
    ['adjustment', 1],
    ['adjustment', -2],
    ['out', -3],
    ['in', 5],
    ['opening', 10],
  ])
  for (const [quantity, type, status, sentence] of [
    [-5, 'in', 422, 'Must be positive for stock in'],
    [5, 'out', 422, 'Must be negative for stock out'],
    [0, 'in', 422, 'Quantity must be at least 1'],
    [0, 'adjustment', 422, 'Quantity must not be 0'],
    [-12, 'out', 409, 'Cannot remove more than current stock (11)'],
    [0.5, 'in', 422, 'Use a whole number for this product'],
  ] as const) {
    const refused = await me.refused(updateProductLocationStock, change(quantity, type))
    expect([quantity, type, refused.status, refused.fields]).toEqual([
      quantity,
      type,
      status,
      { p_quantity_change: sentence },
    ])
  }
  expect(
    (await rpc(me, 'update_product_location_stock', { ...change(1, 'in'), p_transaction_type: 'gift' })).status,
  ).toBe(422)
})

test('update_product saves the given fields and keeps the others, including supplier and decimals', async () => {
  const shop = await stocked(app)
  const { me } = shop
  const before = await shop.product(8, { quantity_decimals: 2, min_stock_level: 3 })
  const category = await me.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const all = {
    product_id: before.id,
    product_name: 'Chai',
    product_description: 'Ten boxes of twenty bags',
    product_category_id: category.id,
    product_price: 18.5,
    product_cost_price: 9.1234,
    product_stock_quantity: 6.25,
    product_min_stock_level: 4,
    product_image: 'https://example.com/chai.png',
    product_sku: 'NW-001',
    product_location: 'Cold store',
    product_purchase_url: 'https://example.com/chai',
  }
  const saved = await rpc(me, 'update_product', all)
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({
    name: 'Chai',
    description: 'Ten boxes of twenty bags',
    category: { name: 'Beverages' },
    price: 18.5,
    cost_price: 9.1234,
    sku: 'NW-001',
    image: 'https://example.com/chai.png',
    location: 'Cold store',
    purchase_url: 'https://example.com/chai',
    quantity_decimals: 2,
    stock: { on_hand: 6.25, minimum: 4 },
    version: 2,
  })
  const renamed = await me.call(updateProductProcedure, {
    product_id: before.id,
    product_name: 'Chai tea',
    product_category_id: null,
    user_id: newId(),
  })
  expect(renamed).toMatchObject({
    name: 'Chai tea',
    category_id: null,
    price: 18.5,
    description: 'Ten boxes of twenty bags',
  })
  expect(renamed.stock).toMatchObject({ on_hand: 6.25, minimum: 4 })

  const other = await shop.product(0)
  for (const [wrong, status, field, sentence] of [
    [{ product_name: ' ' }, 422, 'product_name', 'Name is required'],
    [{ product_price: -1 }, 422, 'product_price', 'Price cannot be negative'],
    [{ product_stock_quantity: -1 }, 422, 'product_stock_quantity', 'Stock quantity cannot be negative'],
    [{ product_stock_quantity: 0.001 }, 422, 'product_stock_quantity', 'Use at most 2 decimals for this product'],
    [{ product_purchase_url: 'javascript:1' }, 422, 'product_purchase_url', 'Please enter a valid URL'],
    [{ product_image: 'data:text/html,x' }, 422, 'product_image', 'Please enter a valid URL'],
    [{ product_sku: other.sku.toLowerCase() }, 409, 'product_sku', skuTaken],
    [{ product_category_id: newId() }, 404, 'product_category_id', 'This category no longer exists'],
    [{ product_supplier_id: newId() }, 422, 'product_supplier_id', 'Unknown field'],
  ] as const) {
    const refused = await me.refused(updateProductProcedure, { product_id: before.id, ...wrong })
    expect([wrong, refused.status, refused.fields]).toEqual([wrong, status, { [field]: sentence }])
  }
  expect(await me.call(readProduct, { id: before.id })).toMatchObject({ version: 3, name: 'Chai tea' })
})

/** Deactivates an empty location. */
async function deactivate(me: Client, name: string) {
  const { items } = await me.call(listLocations, { search: name })
  const [{ id, version } = { id: '', version: 0 }] = items
  await me.call(updateLocation, { id, version, name, is_active: false })
}

test('update_product with an unchanged quantity is never refused because of it, wherever the goods are', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const scattered = await shop.product(7)
  await me.call(transferInventory, {
    p_product_id: scattered.id,
    p_from_location_id: main,
    p_to_location_id: shop.shop,
    p_quantity: 3,
  })
  const lots = await shop.product(0, { quantity_decimals: 2 })
  for (const lot_number of ['L-1', 'L-2'])
    await me.call(createTransaction, {
      product_id: lots.id,
      type: 'in',
      quantity: 2.25,
      reason_code: 'production_completion',
      lot_number,
    })
  const closed = await me.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 2, location: 'Attic' })
  await deactivate(me, 'Attic')
  for (const [product, unchanged] of [
    [scattered, 7],
    [lots, 4.5],
    [closed, 0],
  ] as const) {
    const save = { product_id: product.id, product_name: 'Renamed', product_stock_quantity: unchanged }
    const saved = await me.call(updateProductProcedure, save)
    expect(saved).toMatchObject({ name: 'Renamed', stock_quantity: unchanged, version: 2 })
  }
  await expectSound(app)
})

test("update_product with a quantity that can't be applied saves nothing and says why", async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const scattered = await shop.product(7)
  await me.call(transferInventory, {
    p_product_id: scattered.id,
    p_from_location_id: main,
    p_to_location_id: shop.shop,
    p_quantity: 3,
  })
  const lots = await shop.product(4)
  await me.call(createTransaction, {
    product_id: lots.id,
    type: 'in',
    quantity: 2,
    reason_code: 'production_completion',
    lot_number: 'L-1',
  })
  const several = 'Stored in several locations or lots. Change the stock of each location instead.'
  for (const [product, quantity, sentence] of [
    [scattered, 8, several],
    [scattered, 0, several],
    [lots, 5, several],
    [lots, 6.5, 'Use a whole number for this product'],
    [lots, -1, 'Stock quantity cannot be negative'],
  ] as const) {
    const save = { product_id: product.id, product_name: 'New', product_price: 99, product_stock_quantity: quantity }
    const refused = await me.refused(updateProductProcedure, save)
    expect([quantity, refused.status, refused.fields]).toEqual([quantity, 422, { product_stock_quantity: sentence }])
    expect(await me.call(readProduct, { id: product.id })).toMatchObject({ name: product.name, price: 2, version: 1 })
  }
})

test('update_product that stock leaves during its save reports beside the quantity that the stock has changed', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const chai = await shop.product(100)
  const sale = { p_product_id: chai.id, p_location_id: main, p_quantity_change: -1, p_transaction_type: 'out' as const }
  // Both wait for the level: the sale is first, after the save has read 100.
  await app.admin.query('begin')
  await app.admin.query('select from stock_levels where product_id = $1 for update', [chai.id])
  const sold = me.call(updateProductLocationStock, sale)
  await lockAwaited(app.admin)
  const refused = me.refused(updateProductProcedure, { product_id: chai.id, product_stock_quantity: 150 })
  await lockAwaited(app.admin, 2)
  await app.admin.query('commit')
  await sold
  expect(await refused).toMatchObject({
    code: 'conflict',
    fields: { product_stock_quantity: 'On hand is now 99; it was 100 when you started' },
  })
  expect(await shop.at(chai.id, main)).toBe(99)
})

test('update_product during stock movements either sets its quantity or reports beside it that the stock has changed', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const chai = await shop.product(100)
  const sale = { p_product_id: chai.id, p_location_id: main, p_quantity_change: -1, p_transaction_type: 'out' as const }
  const quantities = Array.from({ length: 12 }, (_, n) => (n + 1) * 1_000)
  const [sales, saves] = await Promise.all([
    Promise.all(quantities.map(() => me.call(updateProductLocationStock, sale))),
    Promise.allSettled(
      quantities.map((product_stock_quantity) =>
        me.call(updateProductProcedure, { product_id: chai.id, product_stock_quantity }),
      ),
    ),
  ])
  const refusals = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason.body.error] : []))
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      code: 'conflict',
      fields: { product_stock_quantity: expect.stringMatching(/^(On hand is now|The stock is now) \d+/) },
    })
  // What was set is what a count left behind.
  const set = quantities.filter((_, n) => saves[n]?.status === 'fulfilled')
  const { rows } = await app.admin.query(
    `select coalesce(m.to_balance, m.from_balance)::float as left from stock_movements m join stock_postings p on p.org_id = m.org_id and p.id = m.posting_id
     where m.product_id = $1 and p.kind = 'count' order by 1`,
    [chai.id],
  )
  expect(rows.map(({ left }) => left)).toEqual(set)
  expect([sales.length, set.length + refusals.length]).toEqual([12, 12])
  await expectSound(app)
})

test('update_product keeps an unknown cost even if the 0 it is read as is sent back, and clears a known one with null', async () => {
  const shop = await stocked(app)
  const { id: product_id } = await shop.product(0)
  const saved = (more: object) => shop.me.call(updateProductProcedure, { product_id, ...more })
  expect(await saved({ product_name: 'Renamed' })).toMatchObject({ cost_price: 0, cost_is_known: false })
  expect(await saved({ product_cost_price: 0 })).toMatchObject({ cost_price: 0, cost_is_known: false })
  expect(await saved({ product_cost_price: 2 })).toMatchObject({ cost_price: 2, cost_is_known: true })
  expect(await saved({ product_cost_price: 0 })).toMatchObject({ cost_price: 0, cost_is_known: true })
  expect(await saved({ product_price: 3 })).toMatchObject({ cost_price: 0, cost_is_known: true })
  expect(await saved({ product_cost_price: null })).toMatchObject({ cost_price: 0, cost_is_known: false })
})

test('initialize_product_locations gives a product its location, once', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const chai = await shop.product(0)
  const locations = async () => (await me.call(readProductStock, { product_id: chai.id })).locations
  expect(await locations()).toEqual([])
  const input = { p_product_id: chai.id }
  const made = await Promise.all(Array.from({ length: 20 }, () => me.call(initializeProductLocations, input)))
  expect(made.reduce((sum, answer) => sum + answer.made, 0)).toBe(1)
  expect(await locations()).toMatchObject([{ location_id: main, on_hand: 0 }])
  const stored = await shop.product(5)
  expect(await me.call(initializeProductLocations, { p_product_id: stored.id })).toEqual({
    product_id: stored.id,
    made: 0,
  })
})

test("other organizations' ids are answered like ids that don't exist", async () => {
  const [mine, theirs] = [await stocked(app), await stocked(app)]
  const [chai, chang] = [await mine.product(10), await theirs.product(10)]
  const move = { p_product_id: chai.id, p_from_location_id: mine.main, p_to_location_id: mine.shop, p_quantity: 1 }
  const entry = {
    p_product_id: chai.id,
    p_location_id: mine.main,
    p_quantity_change: 1,
    p_transaction_type: 'in' as const,
  }
  const calls: [Endpoint, Record<string, unknown>, Record<string, unknown>][] = [
    [transferInventory, move, { p_product_id: chang.id }],
    [transferInventory, move, { p_from_location_id: theirs.main }],
    [transferInventory, move, { p_to_location_id: theirs.shop }],
    [updateProductLocationStock, entry, { p_product_id: chang.id }],
    [updateProductLocationStock, entry, { p_location_id: theirs.main }],
    [initializeProductLocations, { p_product_id: chai.id }, { p_product_id: chang.id }],
    [updateProductProcedure, { product_id: chai.id }, { product_id: chang.id }],
    [
      updateProductProcedure,
      { product_id: chai.id },
      { product_category_id: (await theirs.me.call(createCategory, { name: 'C', color: '#112233' })).id },
    ],
  ]
  const whole = ({ status, code, message, fields }: Awaited<ReturnType<Client['refused']>>) => ({
    status,
    code,
    message,
    fields,
  })
  for (const [endpoint, good, foreign] of calls) {
    const [name = ''] = Object.keys(foreign)
    const [forTheirs, forNobody] = [
      await mine.me.refused(endpoint, { ...good, ...foreign }),
      await mine.me.refused(endpoint, { ...good, [name]: newId() }),
    ]
    expect([endpoint.name, name, whole(forTheirs)]).toEqual([endpoint.name, name, whole(forNobody)])
    // Nothing can be taken from a location that doesn't exist; everything else is not found.
    expect([404, 409]).toContain(forTheirs.status)
  }
  expect(await theirs.at(chang.id, theirs.main)).toBe(10)
  expect(await mine.at(chai.id, mine.main)).toBe(10)
  const { status } = await rpc(mine.me, 'transfer_inventory', move, { authorization: 'Bearer anything' })
  expect(status).toBe(401)
})

test('a repeated key takes effect once; twenty at once never take more than is available', async () => {
  const shop = await stocked(app)
  const { me, main } = shop
  const chai = await shop.product(10)
  const entry = {
    p_product_id: chai.id,
    p_location_id: main,
    p_quantity_change: -1,
    p_transaction_type: 'out' as const,
  }
  const once = await Promise.allSettled(
    Array.from({ length: 10 }, () => me.call(updateProductLocationStock, entry, { idempotencyKey: 'one-piece' })),
  )
  const answers = once.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.posting_id] : []))
  expect(new Set(answers).size).toBe(1)
  expect(await shop.at(chai.id, main)).toBe(9)

  const move = { p_product_id: chai.id, p_from_location_id: main, p_to_location_id: shop.shop, p_quantity: 1 }
  const rush = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? me.call(transferInventory, move) : me.call(updateProductLocationStock, entry),
    ),
  )
  expect(rush.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(rush.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))).toEqual(
    Array.from({ length: 11 }, () => 'insufficient_stock'),
  )
  expect(await shop.at(chai.id, main)).toBe(0)
  await expectSound(app)
})

test('saves of one product run one after another, through the procedure or the form', async () => {
  const shop = await stocked(app)
  const { me } = shop
  const chai = await shop.product(10)
  const { id, name, sku } = chai
  const saves = await Promise.allSettled([
    ...Array.from({ length: 10 }, (_, n) =>
      me.call(updateProductProcedure, { product_id: id, product_stock_quantity: n + 1, product_price: n + 101 }),
    ),
    me.call(updateProduct, { id, version: 1, name, sku, price: 99 }),
  ])
  const kept = saves.filter(({ status }) => status === 'fulfilled').length
  const after = await me.call(readProduct, { id })
  expect(after.version).toBe(1 + kept)
  expect(kept).toBeGreaterThanOrEqual(10)
  const { rows } = await app.admin.query<{ n: number }>(
    'select count(*) as n from product_prices where product_id = $1',
    [id],
  )
  expect(rows[0]?.n).toBe(1 + kept)
  await expectSound(app)
})
