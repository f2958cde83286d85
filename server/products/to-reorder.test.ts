import { expect, test } from 'vitest'
import { createTransfer } from '../../contract/location-transfers.ts'
import { createProduct, listProducts } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createSupplier } from '../../contract/suppliers.ts'
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

test('what to reorder is refused without a supplier, or with another filter', async () => {
  const { me, supplier_id } = await shopWithSupplier()
  const others = [{ search: 'tea' }, { category_id: 'none' }, { archived: true }, { sku: 'A' }] as const
  for (const input of [{}, ...others.map((other) => ({ ...other, supplier_id }))]) {
    const { fields } = await me.refused(listProducts, { ...input, stock: 'to_reorder' })
    expect(fields).toEqual({ stock: 'What to reorder is listed for one supplier, without other filters.' })
  }
})
