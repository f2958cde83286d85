import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { listProductPrices } from '../../contract/price-updates.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { editProducts } from '../../contract/product-edits.ts'
import { createProduct, listProducts, type Product, readProduct, updateProduct } from '../../contract/products.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { newId } from '../platform/ids.ts'
import { type Client, sharedApp } from '../testing/app.ts'
import { edited } from '../testing/edited.ts'
import { expectSound } from '../testing/expect-sound.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'
import { times, together } from '../testing/together.ts'

const app = await sharedApp()

async function withTeas(count = 3): Promise<{ me: Client; teas: Product[] }> {
  const me = await app.signUp()
  const teas: Product[] = []
  for (const index of times(count, (one) => one))
    teas.push(
      await me.call(createProduct, {
        name: `Tea ${index}`,
        sku: `TEA-${index}`,
        price: 5,
        cost_price: 2,
        stock_quantity: 10,
        min_stock_level: index,
      }),
    )
  return { me, teas }
}

const all = (client: Client, teas: readonly Product[]) =>
  Promise.all(teas.map(({ id }) => client.call(readProduct, { id })))

test('the given fields of several products are saved, each with its own values; the others stay as they are', async () => {
  const { me, teas } = await withTeas()
  const [first, second, third] = teas as [Product, Product, Product]
  const category = await me.call(createCategory, { name: 'Teas', color: '#0ea5e9' })
  const supplier = await me.call(createSupplier, { name: 'Exotic Liquids' })
  const { products } = await me.call(editProducts, {
    products: [
      { id: first.id, category_id: category.id, supplier_id: supplier.id },
      { id: second.id, price: 7.5, min_stock_level: 20 },
    ],
  })
  expect(products).toEqual([
    {
      id: first.id,
      version: 2,
      changed: true,
      before: { category_id: null, supplier_id: null, price: 5, min_stock_level: 0 },
    },
    {
      id: second.id,
      version: 2,
      changed: true,
      before: { category_id: null, supplier_id: null, price: 5, min_stock_level: 1 },
    },
  ])
  const after = await all(me, teas)
  const untouched = { name: true, sku: true, cost_price: true, stock_quantity: true, location: true, barcode: true }
  for (const [index, tea] of teas.entries())
    for (const field of Object.keys(untouched) as (keyof Product)[]) expect(after[index]?.[field]).toEqual(tea[field])
  expect(after).toMatchObject([
    { category_id: category.id, supplier_id: supplier.id, price: 5, min_stock_level: 0, version: 2 },
    { category_id: null, supplier_id: null, price: 7.5, min_stock_level: 20, version: 2, stock: { is_low: true } },
    { id: third.id, version: 1, updated_at: third.updated_at },
  ])
  const low = await me.call(listProducts, { stock: 'low' })
  expect(low.items.map(({ id }) => id)).toEqual([second.id])
  await expectSound(app)
})

test('each changed product has one row in the audit trail, and a changed price one in its history', async () => {
  const { me, teas } = await withTeas()
  const [first, second] = teas as [Product, Product]
  await me.call(editProducts, {
    products: [
      { id: first.id, price: 6, min_stock_level: 4 },
      { id: second.id, price: 5, min_stock_level: 3 },
    ],
  })
  const changesOf = async (id: string) => {
    const { rows } = await app.admin.query(
      `select old_values, new_values from audit_trail where org_id = $1 and record_id = $2 and action = 'UPDATE'`,
      [me.org_id, id],
    )
    return rows.map(({ old_values, new_values }: Record<'old_values' | 'new_values', Record<string, unknown>>) =>
      ['price', 'min_stock_level'].map((field) => [old_values[field], new_values[field]]),
    )
  }
  expect(await changesOf(first.id)).toEqual([
    [
      [5, 6],
      [0, 4],
    ],
  ])
  expect(await changesOf(second.id)).toEqual([
    [
      [5, 5],
      [1, 3],
    ],
  ])
  expect((await me.call(listProductPrices, { product_id: first.id })).items).toHaveLength(2)
  expect((await me.call(listProductPrices, { product_id: second.id })).items).toHaveLength(1)
})

test('products that already have these values keep their versions', async () => {
  const { me, teas } = await withTeas(2)
  const products = teas.map(({ id, price }) => ({ id, price, category_id: null }))
  const answer = await me.call(editProducts, { products })
  expect(answer.products).toMatchObject(teas.map(({ id }) => ({ id, version: 1, changed: false })))
  expect(await all(me, teas)).toEqual(teas)
})

test('saving what was before with the version after undoes an edit, unless a product has changed since', async () => {
  const { me, teas } = await withTeas()
  const edit = () => me.call(editProducts, { products: teas.map(({ id }) => ({ id, price: 9, min_stock_level: 50 })) })
  const undo = ({ products }: Awaited<ReturnType<typeof edit>>) => ({
    products: products.map(({ id, version, before: { price, min_stock_level } }) => ({
      id,
      version,
      price,
      min_stock_level,
    })),
  })
  await me.call(editProducts, undo(await edit()))
  expect(await all(me, teas)).toMatchObject(teas.map(({ price, min_stock_level }) => ({ price, min_stock_level })))

  const again = await edit()
  const changed = await me.call(readProduct, { id: teas[1]!.id })
  await me.call(updateProduct, edited(changed, { name: 'Green tea' }))
  expect(await me.refused(editProducts, undo(again))).toMatchObject({
    status: 409,
    code: 'conflict',
    message: 'Green tea was changed in the meantime, so nothing was saved.',
    details: { product_id: changed.id, seen: changed.version, present: changed.version + 1 },
  })
  expect((await all(me, teas)).map(({ price }) => price)).toEqual([9, 9, 9])
})

test('one product that can’t be edited refuses all of them', async () => {
  const { me, teas } = await withTeas()
  const [first, second] = teas as [Product, Product]
  const other = await withTeas(1)
  const priced = (...ids: readonly (string | undefined)[]) =>
    me.refused(editProducts, { products: ids.map((id) => ({ id: id as string, price: 8 })) })
  expect(await priced(first.id, newId())).toMatchObject({
    status: 404,
    code: 'not_found',
    fields: { 'products.1.id': 'One of these products no longer exists, so nothing was saved' },
  })
  // Another organization's product is refused as one that doesn't exist.
  expect(await priced(first.id, other.teas[0]?.id)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await priced(first.id, first.id)).toMatchObject({
    status: 422,
    fields: { products: 'Name each product only once' },
  })
  await me.call(createTransaction, { product_id: second.id, type: 'out', quantity: 10, reason_code: 'damaged' })
  await me.call(deleteProduct, { id: second.id })
  expect(await priced(first.id, second.id)).toMatchObject({
    code: 'product_archived',
    message: 'Tea 1 is archived. Restore it first.',
  })
  const wrong = { min_stock_level: 1.5, category_id: newId(), supplier_id: newId() }
  const of = (field: keyof typeof wrong) =>
    me.refused(editProducts, {
      products: [
        { id: first.id, price: 8 },
        { id: teas[2]!.id, [field]: wrong[field] },
      ],
    })
  expect(await of('min_stock_level')).toMatchObject({
    code: 'too_many_decimals',
    fields: { 'products.1.min_stock_level': 'Use a whole number for this product' },
  })
  expect(await of('category_id')).toMatchObject({
    code: 'not_found',
    fields: { 'products.1.category_id': 'This category no longer exists' },
  })
  expect(await of('supplier_id')).toMatchObject({
    code: 'not_found',
    fields: { 'products.1.supplier_id': 'This supplier no longer exists' },
  })
  expect(await me.refused(editProducts, { products: [{ id: first.id }] })).toMatchObject({ status: 422 })
  expect(await me.call(readProduct, { id: first.id })).toMatchObject({ price: 5, version: 1 })
})

test('a member limited to one location edits products as they edit a single one', async () => {
  const s = await stocked(app)
  const { id } = await s.product(5)
  const seller = await limitedMember(app, s.me, [s.shop])
  const answer = await seller.call(editProducts, { products: [{ id, price: 3, min_stock_level: 2 }] })
  expect(answer.products).toMatchObject([{ id, version: 2 }])
  expect(await s.me.call(readProduct, { id })).toMatchObject({ price: 3, min_stock_level: 2 })
})

test('edits, orders and transactions of the same products at the same time all succeed, and the sums stay right', async () => {
  const { me, teas } = await withTeas(12)
  const shuffled = teas.toSorted(() => Math.random() - 0.5)
  const location_id = (await me.call(listProducts, {})).items[0]!.locations[0]!.id
  const edits = times(6, (index) => () => {
    const products = (index % 2 ? teas : shuffled).map(({ id }) => ({ id, price: 10 + index, min_stock_level: index }))
    return me.call(editProducts, { products })
  })
  const moves = teas.map(
    ({ id }) =>
      () =>
        me.call(createTransaction, {
          product_id: id,
          type: 'in',
          quantity: 3,
          reason_code: 'production_completion',
          location_id,
        }),
  )
  const orders = times(6, (index) => () => {
    const ordered = index % 2 ? teas : teas.toReversed()
    const lines = ordered.map(({ id }) => ({ product_id: id, quantity: 1, unit_price: 5 }))
    return me.call(createSalesOrder, { customer_name: 'Around the Horn', lines })
  })
  const { refused } = await together<unknown>([...edits, ...moves, ...orders])
  expect(refused).toEqual([])
  const after = await all(me, teas)
  expect(new Set(after.map(({ price }) => price)).size).toBe(1)
  await expectSound(app)
})
