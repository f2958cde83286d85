import { expect, test } from 'vitest'
import type { InputOf } from '../../contract/endpoint.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct, readProduct, skuTaken, updateProduct, type Product } from '../../contract/products.ts'
import { newId } from '../platform/ids.ts'
import { testApp, type Client } from '../testing/app.ts'

const app = await testApp()

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

/** The save of a form that was opened on this product and left as it was, but for some fields. */
function edited(product: Product, more: Partial<InputOf<typeof updateProduct>> = {}): InputOf<typeof updateProduct> {
  const {
    id,
    version,
    name,
    sku,
    description,
    category_id,
    supplier_id,
    price,
    cost_price,
    quantity_decimals,
    image,
    location,
  } = product
  const fields = {
    id,
    version,
    name,
    sku,
    description,
    category_id,
    supplier_id,
    price,
    cost_price,
    quantity_decimals,
    image,
    location,
  }
  return { ...fields, purchase_url: product.purchase_url, min_stock_level: product.stock.minimum, ...more }
}

async function count(table: string, client: Client, product_id: string, column = 'product_id'): Promise<number> {
  const { rows } = await app.admin.query<{ n: number }>(
    `select count(*) as n from ${table} where org_id = $1 and ${column} = $2`,
    [client.org_id, product_id],
  )
  return rows[0]?.n ?? 0
}

test('a changed name posts nothing and raises the version; an unchanged save writes nothing at all', async () => {
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

test('a quantity that is not what the editor saw any more is refused beside the field', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  expect(await me.refused(updateProduct, edited(product, { stock_quantity: { from: 20, to: 30 } }))).toMatchObject({
    status: 409,
    code: 'conflict',
    fields: { stock_quantity: 'The stock is 17 now, not 20 as it was when you began' },
    details: { seen: 20, present: 17, record: { id: product.id, version: 1, stock: { on_hand: 17 } } },
  })
})

test('goods in several places cannot be set from the form', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await chang(me, { additional_locations: [{ location_id: shop.id, quantity: 3 }] })
  const refused = await me.refused(updateProduct, edited(product, { stock_quantity: { from: 20, to: 21 } }))
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['stock_quantity']])
})

test('a further location is added with what lies there; one that holds goods already is refused', async () => {
  const me = await app.signUp()
  const shop = await me.call(createLocation, { name: 'Shop floor' })
  const product = await chang(me)
  const additional_locations = [{ location_id: shop.id, quantity: 4 }]
  const saved = await me.call(updateProduct, edited(product, { additional_locations }))
  expect(saved.stock.on_hand).toBe(21)
  const refused = await me.refused(updateProduct, edited(saved, { additional_locations }))
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['additional_locations.0.location_id']])
})

test('of two who saved the same version, the second gets the first one’s record to reload or overwrite', async () => {
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

test('the minimum decides what is low at once', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  expect(product.stock.is_low).toBe(true)
  const saved = await me.call(updateProduct, edited(product, { min_stock_level: 5 }))
  expect(saved.stock).toMatchObject({ minimum: 5, is_low: false })
})

test('the SKU of another product is refused, its own in another case is not', async () => {
  const me = await app.signUp()
  await chang(me, { sku: 'NW-001' })
  const product = await chang(me)
  expect(await me.refused(updateProduct, edited(product, { sku: 'nw-001' }))).toMatchObject({
    code: 'sku_taken',
    fields: { sku: skuTaken },
  })
  await expect(me.call(updateProduct, edited(product, { sku: 'nw-002' }))).resolves.toMatchObject({ sku: 'nw-002' })
})

test('decimals can be added, and taken away while nothing uses them', async () => {
  const me = await app.signUp()
  const product = await chang(me)
  const finer = await me.call(
    updateProduct,
    edited(product, { quantity_decimals: 2, stock_quantity: { from: 17, to: 17.25 } }),
  )
  expect(finer.stock.on_hand).toBe(17.25)
  const refused = await me.refused(updateProduct, edited(finer, { quantity_decimals: 1 }))
  expect(Object.keys(refused.fields ?? {})).toEqual(['quantity_decimals'])
  // Whole units again, but what moved in quarters may have to move back.
  const whole = await me.call(updateProduct, edited(finer, { stock_quantity: { from: 17.25, to: 17 } }))
  expect((await me.refused(updateProduct, edited(whole, { quantity_decimals: 0 }))).status).toBe(422)
})

test('a product of somebody else answers as one that is not there', async () => {
  const [me, other] = [await app.signUp(), await app.signUp()]
  const theirs = await chang(other)
  expect((await me.refused(readProduct, { id: theirs.id })).status).toBe(404)
  expect((await me.refused(updateProduct, edited(theirs))).status).toBe(404)
  expect((await me.refused(updateProduct, edited({ ...theirs, id: newId() }))).status).toBe(404)
})
