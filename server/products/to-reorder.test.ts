import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { listReorderSuppliers } from '../../contract/reordering.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createSupplier, updateSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { limitedMember } from '../testing/limited-member.ts'
import { stocked } from '../testing/stocked.ts'

const app = await sharedApp()

/** A shop with two locations, and products of one supplier: `product('A', 3, 10)` has 3 units and a minimum of 10. */
async function shopWithSupplier() {
  const s = await stocked(app)
  const { id: supplier_id } = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const product = async (sku: string, stock_quantity: number, min_stock_level: number, more = {}) => {
    const common = { name: sku, sku, price: 4, supplier_id, ...more }
    return (await s.me.call(createProduct, { ...common, stock_quantity, min_stock_level })).id
  }
  const send = (product_id: string, quantity: number) =>
    s.me.call(createTransfer, {
      product_id,
      quantity,
      from_location_id: s.main,
      to_location_id: s.shop,
      reason: 'restock',
      status: 'pending',
    })
  const buy = async (product_id: string, quantity: number) => {
    const lines = [{ product_id, quantity, unit_price: 1 }]
    const { id, version } = await s.me.call(createPurchaseOrder, { supplier_id, lines })
    await s.me.call(payPurchaseOrder, { id, version })
  }
  const sell = (product_id: string, quantity: number) =>
    s.me.call(createSalesOrder, { customer_name: 'Ana', lines: [{ product_id, quantity, unit_price: 4 }] })
  const toReorder = async (reader: Client = s.me) =>
    (await reader.call(listProducts, { supplier_id, stock: 'to_reorder', sort: 'name' })).items.map(({ sku }) => sku)
  return { ...s, supplier_id, product, send, buy, sell, toReorder }
}

test('units in transit between locations and incoming ones count: a low product with enough on its way isn’t to reorder', async () => {
  const { me, supplier_id, product, send, buy, toReorder } = await shopWithSupplier()
  await product('LOW', 10, 10)
  await product('ENOUGH', 11, 10)
  await product('NO MINIMUM', 0, 0)
  await send(await product('ALL IN TRANSIT', 30, 10), 30)
  await send(await product('IN TRANSIT, LOW', 10, 10), 4)
  await buy(await product('INCOMING', 3, 10), 8)
  await buy(await product('INCOMING, LOW', 3, 10), 7)
  await product('OF ANOTHER', 0, 10, { supplier_id: null })
  expect(await toReorder()).toEqual(['IN TRANSIT, LOW', 'INCOMING, LOW', 'LOW'])
  const { items } = await me.call(listProducts, { supplier_id: 'none', stock: 'to_reorder' })
  expect(items.map(({ sku }) => sku)).toEqual(['OF ANOTHER'])
  // Low is what is on hand now: all of it is on its way to another location.
  const { items: low } = await me.call(listProducts, { supplier_id, stock: 'low', sort: 'name' })
  expect(low.map(({ sku }) => sku)).toContain('ALL IN TRANSIT')
})

test('units that orders wait for or have reserved, and expired units, are to reorder although enough is on hand', async () => {
  const { me, product, sell, toReorder } = await shopWithSupplier()
  await sell(await product('RESERVED', 30, 10), 20)
  await sell(await product('RESERVED, ENOUGH', 30, 10), 19)
  await sell(await product('BACKORDERED', 2, 0), 5)
  await sell(await product('SOLD OUT', 5, 0), 5)
  const expired = await product('EXPIRED', 9, 10)
  const [{ day }] = (await app.admin.query<{ day: string }>(`select (now() at time zone 'UTC')::date::text as day`))
    .rows as [{ day: string }]
  const lot = { product_id: expired, type: 'in', reason_code: 'transfer_in', quantity: 20, lot_number: 'A' } as const
  await me.call(createTransaction, { ...lot, expires_on: day })
  expect(await toReorder()).toEqual(['BACKORDERED', 'RESERVED'])
  await app.admin.query(`update lots set expires_on = '2020-01-31' where product_id = $1 and lot_number = 'A'`, [
    expired,
  ])
  expect(await toReorder()).toEqual(['BACKORDERED', 'EXPIRED', 'RESERVED'])
})

test('for a limited member, units in transit count where they arrive', async () => {
  const { me, main, shop, product, send, toReorder } = await shopWithSupplier()
  await send(await product('TO THE SHOP', 30, 10), 25)
  expect(await toReorder()).toEqual([])
  expect(await toReorder(await limitedMember(app, me, [shop]))).toEqual([])
  expect(await toReorder(await limitedMember(app, me, [main]))).toEqual(['TO THE SHOP'])
})

test('products to reorder are found for all suppliers, combined with other filters', async () => {
  const s = await shopWithSupplier()
  const { id: category_id } = await s.me.call(createCategory, { name: 'Drinks', color: '#3B82F6' })
  await s.product('TEA', 2, 10, { category_id })
  await s.product('COFFEE', 3, 10, { supplier_id: null })
  await s.product('ENOUGH', 30, 10, { category_id })
  const found = async (input: Partial<InputOf<typeof listProducts>>) =>
    (await s.me.call(listProducts, { stock: 'to_reorder', sort: 'name', ...input })).items.map(({ sku }) => sku)
  expect(await found({})).toEqual(['COFFEE', 'TEA'])
  expect(await found({ sort: '-on_hand' })).toEqual(['COFFEE', 'TEA'])
  expect(await found({ supplier_id: s.supplier_id })).toEqual(['TEA'])
  expect(await found({ category_id })).toEqual(['TEA'])
  expect(await found({ search: 'coff' })).toEqual(['COFFEE'])
  expect(await found({ search: 'enough' })).toEqual([])
  expect(await found({ archived: 'true' })).toEqual([])
  const { me, main } = s
  const limited = await limitedMember(app, me, [main])
  await s.sell(await s.product('BACKORDERED', 2, 0), 5)
  const { items } = await limited.call(listProducts, { stock: 'to_reorder', sort: 'name' })
  expect(items.map(({ sku }) => sku)).toEqual(['BACKORDERED', 'COFFEE', 'TEA'])
})

test('suppliers with products to reorder are listed by name, page by page, products without a supplier last', async () => {
  const { me, supplier_id, product, sell, main, shop, send } = await shopWithSupplier()
  const [aux, quiet] = [
    await me.call(createSupplier, { name: 'Aux joyeux' }),
    await me.call(createSupplier, { name: 'Zaanse Snoepfabriek' }),
  ]
  const tea = await product('TEA', 2, 10)
  const lines = [{ product_id: tea, quantity: 18, unit_price: 1 }]
  await me.call(createPurchaseOrder, { supplier_id, lines })
  // Enough is on hand, but all of it is reserved.
  await sell(await product('RESERVED', 30, 10), 25)
  await product('JAM', 3, 10, { supplier_id: aux.id })
  await product('OF NONE', 3, 10, { supplier_id: null })
  await product('ENOUGH', 30, 10, { supplier_id: quiet.id })
  await me.call(updateSupplier, { id: aux.id, version: aux.version, name: aux.name, status: 'inactive' })
  const read = (input: InputOf<typeof listReorderSuppliers>) => me.call(listReorderSuppliers, input)
  const groups = [
    { supplier: { id: aux.id, name: 'Aux joyeux', status: 'inactive' }, product_count: 1, draft_count: 0 },
    { supplier: { id: supplier_id, name: 'Exotic Liquids', status: 'active' }, product_count: 2, draft_count: 1 },
    { supplier: null, product_count: 1, draft_count: 0 },
  ]
  expect(await read({})).toEqual({ items: groups, next: null, products: 4 })
  const first = await read({ limit: 2 })
  expect(first).toMatchObject({ items: groups.slice(0, 2), products: 4 })
  expect(await read({ limit: 2, cursor: first.next ?? '' })).toEqual({
    items: groups.slice(2),
    next: null,
    products: 4,
  })
  // For a limited member, by what is at their locations or will arrive there.
  await send(await product('TO THE SHOP', 30, 10), 25)
  const atMain = await limitedMember(app, me, [main])
  const atShop = await limitedMember(app, me, [shop])
  for (const [reader, expected] of [
    [atMain, ['JAM', 'OF NONE', 'RESERVED', 'TEA', 'TO THE SHOP']],
    [atShop, ['ENOUGH', 'JAM', 'OF NONE', 'RESERVED', 'TEA']],
  ] as const) {
    const { items } = await reader.call(listProducts, { stock: 'to_reorder', sort: 'name' })
    expect(items.map(({ sku }) => sku)).toEqual(expected)
    expect((await reader.call(listReorderSuppliers, {})).products).toBe(5)
  }
  const other = await app.signUp()
  expect(await other.call(listReorderSuppliers, {})).toEqual({ items: [], next: null, products: 0 })
})
