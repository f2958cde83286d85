import { expect, test, vi } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { createLocation, readLocation, updateLocation } from '../../contract/locations.ts'
import { listProductPrices } from '../../contract/price-updates.ts'
import { skuTaken } from '../../contract/product-codes.ts'
import { createProduct, readProduct, updateProduct, type Product } from '../../contract/products.ts'
import { changeSalesOrderStatus, createSalesOrder } from '../../contract/sales-orders.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createTransactionDraft, discardTransactionDraft } from '../../contract/transaction-drafts.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { lockAwaited } from '../testing/lock-awaited.ts'
import { ordering } from '../testing/ordering.ts'
import { stocked } from '../testing/stocked.ts'
import { finerQuantitiesInUse } from './product-fields.ts'

const app = await sharedApp()

async function chang(client: Client, more: Partial<InputOf<typeof createProduct>> = {}): Promise<Product> {
  return client.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 17,
    min_stock_level: 25,
    ...more,
  })
}

async function count(table: string, client: Client, product_id: string, column = 'product_id'): Promise<number> {
  const { rows } = await app.admin.query<{ n: number }>(
    `select count(*) as n from ${table} where org_id = $1 and ${column} = $2`,
    [client.org_id, product_id],
  )
  return rows[0]?.n ?? 0
}

test('a changed name posts nothing and raises the version; an unchanged save writes nothing', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const saved = await me.call(
    updateProduct,
    edited(product, { name: 'Chang beer', stock_quantity: { from: 17, to: 17 } }),
  )
  expect(saved).toMatchObject({ name: 'Chang beer', version: 2, stock: { on_hand: 17 } })
  expect(await me.call(updateProduct, edited(saved))).toEqual(saved)
  expect(await count('stock_movements', me, product.id)).toBe(1)
  expect(await count('audit_trail', me, product.id, 'record_id')).toBe(2)
})

test('a changed quantity is posted as the difference', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const saved = await me.call(updateProduct, edited(product, { stock_quantity: { from: 17, to: 12 } }))
  expect(saved.stock.on_hand).toBe(12)
  const { rows } = await app.admin.query(
    'select from_account, to_account, quantity from stock_movements where org_id = $1 and product_id = $2 order by recorded_at desc limit 1',
    [me.org_id, product.id],
  )
  expect(rows).toEqual([{ from_account: 'available', to_account: 'adjustment', quantity: 5 }])
})

test('a quantity based on an outdated figure is refused beside the field', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  expect(await me.refused(updateProduct, edited(product, { stock_quantity: { from: 20, to: 30 } }))).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { stock_quantity: 'The stock is now 17. It was 20 when you started editing.' },
    details: { seen: 20, present: 17, record: { id: product.id, version: 1, stock: { on_hand: 17 } } },
  })
})

test('a plain number as the stock is refused with the required shape, and saves nothing', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  expect(await me.refused(updateProduct, edited(product, { name: 'New', stock_quantity: 45 as never }))).toMatchObject({
    status: 422,
    code: 'invalid_input',
    fields: {
      stock_quantity: 'Send {"from": <current stock>, "to": 45}, or omit this field to leave the stock unchanged',
    },
  })
  const text = await me.refused(updateProduct, edited(product, { stock_quantity: '45' as never }))
  expect(text.fields).toEqual({ stock_quantity: 'This value isn’t valid' })
  expect(await me.call(readProduct, { id: product.id })).toMatchObject({ name: 'Chang', stock_quantity: 17 })
})

test("stock in several locations can't be set from the form", async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await chang(me, { additional_locations: [{ location_id: shop.id, quantity: 3 }] })
  const refused = await me.refused(updateProduct, edited(product, { stock_quantity: { from: 20, to: 21 } }))
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['stock_quantity']])
})

test('another location is added with its stock; one that already has stock is refused', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await chang(me)
  const additional_locations = [{ location_id: shop.id, quantity: 4 }]
  const saved = await me.call(updateProduct, edited(product, { additional_locations }))
  expect(saved.stock.on_hand).toBe(21)
  const refused = await me.refused(updateProduct, edited(saved, { additional_locations }))
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['additional_locations.0.location_id']])
})

test("when two people save the same version, the second gets the first one's record to reload or overwrite", async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const answers = await Promise.allSettled([
    me.call(updateProduct, edited(product, { price: 20 })),
    me.call(updateProduct, edited(product, { price: 21 })),
  ])
  const won = answers.find((answer) => answer.status === 'fulfilled')
  const lost = answers.find((answer) => answer.status === 'rejected')
  expect(won?.value.version).toBe(2)
  expect(lost?.reason.body.error).toMatchObject({
    code: 'conflict',
    details: { seen: 1, present: 2, record: { price: won?.value.price } },
  })
})

test('a changed price is added to the price history, an unchanged one is not', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const saved = await me.call(updateProduct, edited(product, { price: 20.5 }))
  await me.call(updateProduct, edited(saved, { description: 'Beer' }))
  expect(await count('product_prices', me, product.id)).toBe(2)
})

test('a changed minimum takes effect on low stock immediately', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  expect(product.stock.is_low).toBe(true)
  const saved = await me.call(updateProduct, edited(product, { min_stock_level: 5 }))
  expect(saved.stock).toMatchObject({ minimum: 5, is_low: false })
})

test('another product’s SKU is refused; its own in different case is not', async () => {
  const me = await app.signUp()
  await chang(me, { sku: 'NW-001' })
  const product = await chang(me)
  expect(await me.refused(updateProduct, edited(product, { sku: 'nw-001' }))).toMatchObject({
    code: 'sku_taken',
    fields: { sku: skuTaken },
  })
  await expect(me.call(updateProduct, edited(product, { sku: 'nw-002' }))).resolves.toMatchObject({ sku: 'nw-002' })
})

test('decimals can be added, and removed while nothing uses them', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const finer = await me.call(
    updateProduct,
    edited(product, { quantity_decimals: 2, stock_quantity: { from: 17, to: 17.25 } }),
  )
  expect(finer.stock.on_hand).toBe(17.25)
  const refused = await me.refused(updateProduct, edited(finer, { quantity_decimals: 1 }))
  expect(Object.keys(refused.fields ?? {})).toEqual(['quantity_decimals'])
  // Whole units again, but movements in quarters may have to be undone.
  const whole = await me.call(updateProduct, edited(finer, { stock_quantity: { from: 17.25, to: 17 } }))
  expect((await me.refused(updateProduct, edited(whole, { quantity_decimals: 0 }))).status).toBe(422)
})

test('decimals stay while an order waits for a part of a unit, or a location has such a minimum', async () => {
  const { me, product, shop } = await stocked(app)
  const create = () => product(0, { quantity_decimals: 1 })
  const [ordered, low] = [await create(), await create()]
  const whole = (one: Product) => edited(one, { quantity_decimals: 0 })
  const order = await me.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: ordered.id, quantity: 1.5, unit_price: 2 }],
  })
  expect(await me.refused(updateProduct, whole(ordered))).toMatchObject({
    fields: { quantity_decimals: finerQuantitiesInUse },
  })
  await me.call(changeSalesOrderStatus, { id: order.id, version: order.version, status: 'cancelled' })
  expect(await me.call(updateProduct, whole(ordered))).toMatchObject({ quantity_decimals: 0 })

  const rule = { product_id: low.id, location_id: shop }
  await me.call(setLocationStock, { ...rule, min_stock_level: 0.5 })
  expect(await me.refused(updateProduct, whole(low))).toMatchObject({
    fields: { quantity_decimals: finerQuantitiesInUse },
  })
  await me.call(setLocationStock, { ...rule, min_stock_level: 1 })
  expect(await me.call(updateProduct, whole(low))).toMatchObject({ quantity_decimals: 0 })
})

test('decimals stay while a draft has a part of a unit', async () => {
  const { me, product, draft, cancel } = await ordering(app)
  const create = () => product(0, { quantity_decimals: 1 })
  const [ordered, entered] = [await create(), await create()]
  const whole = (one: Product) => edited(one, { quantity_decimals: 0 })
  const order = await draft({ product_id: ordered.id, quantity: 1.5, unit_price: 2 })
  const entry = { product_id: entered.id, type: 'in', reason_code: 'other', notes: 'Counted', quantity: 0.5 } as const
  const { draft_id } = await me.call(createTransactionDraft, entry)
  for (const one of [ordered, entered])
    expect(await me.refused(updateProduct, whole(one))).toMatchObject({
      fields: { quantity_decimals: finerQuantitiesInUse },
    })
  await cancel(order)
  await me.call(discardTransactionDraft, { draft_id: draft_id ?? '' })
  for (const one of [ordered, entered])
    expect(await me.call(updateProduct, whole(one))).toMatchObject({ quantity_decimals: 0 })
})

test('a location that isn’t active can stay, but not be chosen', async () => {
  const { me, product, shop } = await stocked(app)
  const one = await product(0, { location: 'Shop floor' })
  const other = await product(3)
  const { version } = await me.call(readLocation, { id: shop })
  await me.call(updateLocation, { id: shop, version, name: 'Shop floor', is_active: false })
  expect(await me.refused(updateProduct, edited(other, { location: 'Shop floor' }))).toMatchObject({
    code: 'location_not_active',
    fields: { location: 'This location isn’t active' },
  })
  expect(await me.call(updateProduct, edited(one, { price: 7 }))).toMatchObject({ location: 'Shop floor', price: 7 })
})

/** Posts units and waits before the commit until told to continue. */
function slowPosting(me: Client, line: { product_id: string; quantity: number; location_id?: string }) {
  const posted = Promise.withResolvers<number>()
  const commit = Promise.withResolvers<void>()
  const done = app.db.transaction({ org_id: me.org_id, user_id: me.user_id, locations: 'all' }, async (tx) => {
    await postStock(tx, me, { id: newId(), kind: 'entry', lines: [{ type: 'adjustment', ...line }] })
    posted.resolve((await tx.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid)
    await commit.promise
  })
  return { posted: posted.promise, commit: commit.resolve, done }
}

/** The result of a save that begins during a posting, which is committed once the save waits for it. */
async function refusedDuring<T>(posting: ReturnType<typeof slowPosting>, save: () => Promise<T>): Promise<T> {
  const pid = await posting.posted
  let answered = false
  const saving = save().finally(() => (answered = true))
  await vi.waitFor(
    async () => {
      const { rowCount } = await app.admin.query(
        'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [pid],
      )
      if (rowCount === 0 && !answered) throw new Error('neither waiting nor answered')
    },
    { timeout: 30_000, interval: 5 },
  )
  posting.commit()
  await posting.done
  return saving
}

test('stock that arrives at an additional location during the save is refused beside its quantity', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await chang(me)
  const posting = slowPosting(me, { product_id: product.id, location_id: shop.id, quantity: 3 })
  const additional_locations = [{ location_id: shop.id, quantity: 4 }]
  const refused = await refusedDuring(posting, () =>
    me.refused(updateProduct, edited(product, { additional_locations })),
  )
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['conflict', ['additional_locations.0.quantity']])
})

test("decimals aren't removed while a posting that uses them is running", async () => {
  const me = await app.signUp()
  const product = await chang(me, { quantity_decimals: 2 })
  const posting = slowPosting(me, { product_id: product.id, quantity: 0.25 })
  // The save waits for the posting; without its lock it would finish first.
  const refused = await refusedDuring(posting, () =>
    me.refused(updateProduct, edited(product, { quantity_decimals: 0 })),
  )
  expect(Object.keys(refused.fields ?? {})).toEqual(['quantity_decimals'])
  expect(await me.call(readProduct, { id: product.id })).toMatchObject({
    quantity_decimals: 2,
    stock: { on_hand: 17.25 },
  })
})

test('when postings in quarters and saves in whole units run at once, no quarter is left in whole units', async () => {
  const me = await app.signUp()
  for (let round = 0; round < 5; round++) {
    const product = await chang(me, { sku: `R-${round}`, quantity_decimals: 2 })
    const quarter = { product_id: product.id, type: 'adjustment' as const, quantity: 0.25 }
    await Promise.allSettled([
      ...Array.from({ length: 8 }, () => me.call(createTransaction, quarter)),
      ...Array.from({ length: 4 }, () => me.call(updateProduct, edited(product, { quantity_decimals: 0 }))),
    ])
    const { quantity_decimals, stock } = await me.call(readProduct, { id: product.id })
    if (quantity_decimals === 0) expect(stock.on_hand).toBe(17)
  }
  const { rows } = await app.admin.query(
    `select m.quantity, p.quantity_decimals from stock_movements m join products p on p.org_id = m.org_id and p.id = m.product_id
     where m.org_id = $1 and m.quantity <> trunc(m.quantity, p.quantity_decimals)`,
    [me.org_id],
  )
  expect(rows).toEqual([])
})

test("a product of another organization isn't found", async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const theirs = await chang(other)
  expect((await me.refused(readProduct, { id: theirs.id })).status).toBe(404)
  expect((await me.refused(updateProduct, edited(theirs))).status).toBe(404)
  expect((await me.refused(updateProduct, edited({ ...theirs, id: newId() }))).status).toBe(404)
})

test('a cost becomes known, 0, and unknown again, each a line of the price history; an unchanged unknown cost adds none', async () => {
  const me = await app.signUp()
  let product = await chang(me)
  const save = async (more: Partial<InputOf<typeof updateProduct>>) =>
    (product = await me.call(updateProduct, edited(product, more)))
  expect(await save({})).toMatchObject({ cost_price: 0, cost_is_known: false, version: 1 })
  expect(await save({ cost_price: 9.125, cost_is_known: undefined })).toMatchObject({
    cost_price: 9.125,
    cost_is_known: true,
    version: 2,
  })
  expect(await save({ cost_price: 0 })).toMatchObject({ cost_price: 0, cost_is_known: true, version: 3 })
  expect(await save({ cost_price: null, cost_is_known: undefined })).toMatchObject({
    cost_price: 0,
    cost_is_known: false,
    version: 4,
  })
  const { items } = await me.call(listProductPrices, { product_id: product.id })
  expect(items.map(({ cost_price, cost_is_known }) => (cost_is_known ? cost_price : null))).toEqual([
    null,
    0,
    9.125,
    null,
  ])
})

test('a save with another name and quantity waits for the location before it locks any stock', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  await app.admin.query('begin')
  await app.admin.query('select from locations where org_id = $1 for update', [me.org_id])
  const saving = me.call(
    updateProduct,
    edited(product, { name: 'Chang Classic', stock_quantity: { from: 17, to: 20 } }),
  )
  await lockAwaited(app.admin)
  await app.admin.query('select from stock_levels where org_id = $1 for update nowait', [me.org_id])
  await app.admin.query('select from product_totals where org_id = $1 for update nowait', [me.org_id])
  await app.admin.query('commit')
  expect((await saving).stock.on_hand).toBe(20)
})

test('a save with another name and quantity waits for the first units at a location before it locks any stock', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const shop = await me.call(createLocation, { name: 'Shop' })
  await app.admin.query('begin')
  await app.admin.query('insert into stock_levels (org_id, product_id, location_id, lot_id) values ($1, $2, $3, $2)', [
    me.org_id,
    product.id,
    shop.id,
  ])
  const additional_locations = [{ location_id: shop.id, quantity: 4 }]
  const saving = me.call(updateProduct, edited(product, { name: 'Chang Classic', additional_locations }))
  await lockAwaited(app.admin)
  await app.admin.query('select from product_totals where org_id = $1 for update nowait', [me.org_id])
  await app.admin.query('commit')
  expect((await saving).stock.on_hand).toBe(21)
})
