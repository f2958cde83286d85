import { expect, test } from 'vitest'
import { createCategory } from '../../contract/categories.ts'
import { readDashboard } from '../../contract/dashboard.ts'
import { createProduct } from '../../contract/products.ts'
import { deleteProduct } from '../../contract/product-deletion.ts'
import { createPurchaseOrder } from '../../contract/purchase-orders.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { sharedApp, type Client } from '../testing/app.ts'
import { ordering } from '../testing/ordering.ts'
import { selling } from '../testing/selling.ts'

const app = await sharedApp()

/** A product with some on hand at the default location. */
function product(
  client: Client,
  sku: string,
  stock_quantity: number,
  more: { min_stock_level?: number; price?: number; category_id?: string } = {},
) {
  return client.call(createProduct, { name: `Product ${sku}`, sku, price: 2.5, stock_quantity, ...more })
}

test('a new organization has nothing', async () => {
  const client = await app.signUp()
  expect(await client.call(readDashboard, {})).toEqual({
    products: 0,
    categories: 0,
    units: 0,
    units_have_sum: true,
    whole_units: 0,
    decimal_products: 0,
    value_at_price: 0,
    low: 0,
    out: 0,
    recent_transaction_count: 0,
    category_breakdown: [],
    low_stock: [],
    purchase_orders: { total: 0, draft: 0, ordered: 0, partial: 0, received: 0, cancelled: 0 },
    supplier_payments: { due: 0, overdue: 0 },
    receiving: { total: 0, pending: 0, partial: 0, completed: 0, to_receive: 0, orders: 0, suppliers: 0, late: 0 },
    sales_orders: {
      total: 0,
      pending: 0,
      processing: 0,
      shipped: 0,
      delivered: 0,
      cancelled: 0,
      to_ship: 0,
      partly_ready: 0,
      waiting: 0,
    },
    shipping: { total: 0, pending: 0, in_transit: 0, delivered: 0, failed: 0 },
    recent_orders: [],
    recent_transactions: [],
  })
})

test('figures follow every change of active products in one organization', async () => {
  const client = await app.signUp()
  const other = await app.signUp()
  await product(other, 'A', 1_000)
  const a = await product(client, 'A', 10, { price: 1.5 })
  await product(client, 'B', 0)
  const c = await product(client, 'C', 4, { min_stock_level: 4 })
  expect(await client.call(readDashboard, {})).toMatchObject({
    products: 3,
    units: 14,
    value_at_price: 25,
    low: 2,
    out: 1,
  })
  await client.call(createTransaction, { product_id: c.id, type: 'out', quantity: 4, reason_code: 'customer_order' })
  await client.call(deleteProduct, { id: c.id })
  expect(await client.call(readDashboard, {})).toMatchObject({
    products: 2,
    units: 10,
    value_at_price: 15,
    low: 1,
    out: 1,
  })
  await client.call(createTransaction, { product_id: a.id, type: 'in', quantity: 5, reason_code: 'purchase_order' })
  expect(await client.call(readDashboard, {})).toMatchObject({ units: 15, value_at_price: 22.5 })
})

test('low stock is sorted by its ratio to the minimum, at most ten', async () => {
  const client = await app.signUp()
  await product(client, 'HALF', 5, { min_stock_level: 10 })
  await product(client, 'EVEN', 3, { min_stock_level: 3 })
  await product(client, 'TENTH', 1, { min_stock_level: 10 })
  await product(client, 'FINE', 11, { min_stock_level: 10 })
  await product(client, 'OUT', 0)
  const { low_stock } = await client.call(readDashboard, {})
  expect(low_stock.map(({ sku, on_hand, minimum }) => [sku, on_hand, minimum])).toEqual([
    ['OUT', 0, 0],
    ['TENTH', 1, 10],
    ['HALF', 5, 10],
    ['EVEN', 3, 3],
  ])
  expect(low_stock[0]).toMatchObject({ in_transit: 0, incoming: 0 })
  for (let number = 0; number < 10; number++) await product(client, `N-${number}`, 0)
  expect((await client.call(readDashboard, {})).low_stock).toHaveLength(10)
})

test('the breakdown names categories with products, largest first, those without one last', async () => {
  const client = await app.signUp()
  const few = await client.call(createCategory, { name: 'Few', color: '#10B981' })
  const many = await client.call(createCategory, { name: 'Many', color: '#3B82F6' })
  await client.call(createCategory, { name: 'None', color: '#EF4444' })
  await product(client, 'A', 1, { category_id: many.id })
  await product(client, 'B', 1, { category_id: many.id })
  await product(client, 'C', 1, { category_id: few.id })
  for (const sku of ['D', 'E', 'F']) await product(client, sku, 1)
  const { categories, category_breakdown } = await client.call(readDashboard, {})
  expect(categories).toBe(3)
  expect(category_breakdown).toEqual([
    { id: many.id, name: 'Many', color: '#3B82F6', products: 2 },
    { id: few.id, name: 'Few', color: '#10B981', products: 1 },
    { id: null, name: 'Uncategorized', color: '#D1D5DB', products: 3 },
  ])
})

test('recent transactions are the eight newest stock changes, including openings and transfers; the tile counts up to five', async () => {
  const client = await app.signUp()
  const { id } = await product(client, 'A', 100)
  const opened = await client.call(readDashboard, {})
  expect(opened.recent_transactions).toMatchObject([{ type: 'opening', on_hand_change: 100 }])
  expect(opened.recent_transaction_count).toBe(1)
  for (let quantity = 1; quantity <= 9; quantity++) {
    await client.call(createTransaction, { product_id: id, type: 'out', quantity, reason_code: 'customer_order' })
  }
  const { recent_transactions, recent_transaction_count } = await client.call(readDashboard, {})
  expect(recent_transactions.map(({ on_hand_change }) => on_hand_change)).toEqual([-9, -8, -7, -6, -5, -4, -3, -2])
  expect(recent_transactions[0]).toMatchObject({ type: 'out', product_name: 'Product A', product_sku: 'A' })
  expect(recent_transaction_count).toBe(5)
})

test('orders and shipments are counted by status, with the newest three of each kind', async () => {
  const s = await selling(app)
  const product = await s.product(100)
  const orders: SalesOrder[] = []
  for (const status of ['pending', 'pending', 'shipped', 'cancelled'] as const)
    orders.push(await s.order([[product.id, 2]], { status }))
  await s.plan(orders[0]!, 2)
  await s.to(orders[2]!, 'pending')
  await s.ship(orders[2]!, 1)
  const supplier = await s.me.call(createSupplier, { name: 'Exotic Liquids' })
  const bought = await s.me.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    lines: [{ product_id: product.id, quantity: 1 }],
  })
  const dashboard = await s.me.call(readDashboard, {})
  expect(dashboard).toMatchObject({
    sales_orders: { total: 4, pending: 1, processing: 2, shipped: 0, delivered: 0, cancelled: 1, to_ship: 2 },
    shipping: { total: 2, pending: 1, in_transit: 1, delivered: 0, failed: 0 },
    purchase_orders: { total: 1 },
  })
  expect(dashboard.recent_orders.map(({ order_number }) => order_number)).toEqual([
    bought.order_number,
    ...orders
      .slice(1)
      .toReversed()
      .map(({ order_number }) => order_number),
  ])
  expect(dashboard.recent_orders[0]).toMatchObject({ kind: 'purchase_order', name: 'Exotic Liquids', status: 'draft' })
  expect(dashboard.recent_orders[1]).toMatchObject({
    kind: 'sales_order',
    name: 'Lazy K Kountry Store',
    status: 'cancelled',
  })
})

test("deliveries expected today aren't late, those of yesterday are, in the organization's time zone", async () => {
  const s = await ordering(app)
  // A day ahead of UTC for most of the day, so that the server's days would differ.
  await app.admin.query(`update organizations set time_zone = 'Pacific/Kiritimati' where org_id = $1`, [s.me.org_id])
  const { rows } = await app.admin.query<{ today: string; yesterday: string }>(
    `select (now() at time zone 'Pacific/Kiritimati')::date::text as today, ((now() at time zone 'Pacific/Kiritimati')::date - 1)::text as yesterday`,
  )
  const order = await s.save(await s.ordered(4), { expected_date: rows[0]?.today ?? '' })
  const late = async () => (await s.me.call(readDashboard, {})).receiving.late
  expect(await late()).toBe(0)
  await s.save(order, { expected_date: rows[0]?.yesterday ?? '' })
  expect(await late()).toBe(1)
})

test('purchase orders by status, open and late receipts, and the progress of lines', async () => {
  const s = await ordering(app)
  await s.draft(1, 1)
  const late = await s.save(await s.ordered(4, 5), { expected_date: '2020-01-01' })
  const partial = (await s.receive(await s.ordered(10, 3, 2), 4, { item: 1, quantity: 3 })).order
  await s.receive(await s.ordered(2), 2)
  await s.cancel(await s.ordered(7))
  const shown = await s.me.call(readDashboard, {})
  expect(shown.purchase_orders).toEqual({ total: 5, draft: 1, ordered: 1, partial: 1, received: 1, cancelled: 1 })
  expect(shown.receiving).toEqual({
    total: 6,
    pending: 3,
    partial: 1,
    completed: 2,
    to_receive: 4,
    orders: 2,
    suppliers: 1,
    late: 1,
  })
  expect(shown.recent_orders.map(({ status }) => status)).toEqual(['cancelled', 'received', 'partial'])
  await s.undo(partial.receipts[0]!)
  await s.cancel(await s.read(late))
  expect((await s.me.call(readDashboard, {})).receiving).toMatchObject({
    to_receive: 3,
    orders: 1,
    late: 0,
    partial: 0,
  })
})

test('receiving damaged units changes stock on hold, and so does undoing it', async () => {
  const s = await ordering(app)
  const order = await s.ordered(10)
  const { receipt } = await s.receive(order, { quantity: 2, condition: 'damaged' })
  await s.undo(receipt)
  expect((await s.me.call(readDashboard, {})).recent_transactions).toMatchObject([
    { type: 'out', on_hand_change: 0, held_change: -2 },
    { type: 'in', on_hand_change: 0, held_change: 2 },
  ])
})

test('a figure too large to be exact is null, and all others are returned', async () => {
  const client = await app.signUp()
  for (const sku of ['A', 'B', 'C']) await product(client, sku, 90_000_001, { price: 99_999_999.99 })
  expect(await client.call(readDashboard, {})).toMatchObject({
    products: 3,
    units: 270_000_003,
    value_at_price: null,
    low: 0,
  })
  for (const sku of ['D', 'E']) await product(client, sku, 99_999_999_999, { price: 0 })
  await client.call(createProduct, {
    name: 'By weight',
    sku: 'F',
    price: 0,
    quantity_decimals: 4,
    stock_quantity: 99_999_999_998.0001,
  })
  expect(await client.call(readDashboard, {})).toMatchObject({ products: 6, units: null, value_at_price: null, low: 0 })
})
