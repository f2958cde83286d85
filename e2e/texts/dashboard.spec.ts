import { createCategory } from '../../contract/categories.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSalesOrder } from '../../contract/sales-orders.ts'
import { createShipment } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expect, test } from '../support/test.ts'
import { card, fault, main, mainWarehouse } from '../support/texts.ts'

test('the dashboard: linked tiles, low stock, latest transactions and changes', async ({ page, person }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome to your inventory management system')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create your company (done)', exact: true })).toBeVisible()
  await expect(card(page, 'Recent Activity')).toContainText('No recent activity')
  const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
  const chang = { name: 'Chang', sku: 'NW-002', price: 19, category_id }
  const { id } = await person.call(createProduct, chang)
  await page.reload()
  await expect(page.getByText('No transactions yet.')).toBeVisible()

  const entry = { product_id: id, quantity: 3 }
  await person.call(createTransaction, { ...entry, quantity: 30, type: 'in', reason_code: 'purchase_order' })
  await expect(page.getByText('No low stock items.')).toBeVisible()
  const ikura = { name: 'Ikura', sku: 'NW-010', price: 31, min_stock_level: 5 }
  await person.call(createProduct, ikura)
  await person.call(createProduct, { ...ikura, name: 'Konbu', sku: 'NW-013', stock_quantity: 4 })
  await person.call(createTransaction, { ...entry, type: 'in', reason_code: 'customer_return' })
  await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged' })
  await person.call(createTransaction, { ...entry, type: 'adjustment' })
  await page.reload()
  for (const [label, number, to] of [
    ['Total Products', '3', '/products'],
    ['Total Inventory', '37', '/products'],
    ['Low Stock Items', '2', '/products?filter=low'],
    ['Recent Transactions', '5', '/transactions'],
  ] as const) {
    const tile = main(page).getByRole('link', { name: new RegExp(`^${label}`) })
    await expect(tile).toContainText(`${label}${number}`)
    await expect(tile).toHaveAttribute('href', to)
  }
  const low = card(page, 'Low Stock Items').getByRole('listitem')
  await expect(low).toHaveText([/Ikura.*0 \/ 5$/, /Konbu.*4 \/ 5$/])
  await expect(low.getByText('0 / 5')).toHaveAttribute('data-tone', 'red')
  await expect(low.getByText('4 / 5')).toHaveAttribute('data-tone', 'amber')
  await expect(card(page, 'Recent Transactions').getByRole('listitem')).toHaveText([
    /^Adj.*Chang/,
    /^Out.*Chang/,
    /^In.*ChangNW-002/,
    /^Opening.*Konbu/,
    /^In.*Chang/,
  ])
  const activity = card(page, 'Recent Activity').getByRole('listitem')
  await expect(activity).toHaveCount(8)
  await expect(activity.nth(0)).toHaveText('Adjusted stock by +3Chang · just now')
  await expect(activity.nth(7)).toHaveText('Added new products' + 'Chang · just now')
  await expect(activity.nth(0).getByRole('link')).toHaveAttribute('href', `/products/${id}`)

  const breakdown = card(page, 'Category Breakdown')
  const ring = breakdown.getByRole('img')
  expect(await ring.boundingBox()).toMatchObject({ width: 200, height: 200 })
  await expect(ring.locator('path').filter({ hasText: 'Beverages: 1' })).toHaveAttribute('fill', '#EC4899')
  await expect(ring).toContainText('33%')
  await expect(breakdown.getByRole('listitem')).toHaveText([/Beverages1|Uncategorized2/, /Beverages1|Uncategorized2/])
  // The tile counts only up to five, although the card below lists eight: it shows "5+" when there are more.
  for (const quantity of [1, 2, 4])
    await person.call(createTransaction, { ...entry, quantity, type: 'in', reason_code: 'customer_return' })
  await expect(card(page, 'Recent Transactions').getByRole('listitem')).toHaveCount(8)
  await expect(main(page).getByRole('link', { name: /^Recent Transactions/ })).toHaveText(
    'Recent Transactions5+latest just now',
  )
  // Each of the two requests may fail without the other.
  await page.route('**/api/v1/dashboard/activity', (route) => route.fulfill(fault))
  await page.reload()
  await expect(card(page, 'Recent Activity')).toContainText('Failed to load recent changes')
  await expect(card(page, 'Recent Transactions').getByRole('listitem')).toHaveCount(8)
  const again = card(page, 'Recent Activity').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/v1/dashboard/activity')
  // A change reported at this moment may refetch the card before anyone presses.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(activity).toHaveCount(8, { timeout: 2_000 })
  }).toPass()
  await page.route('**/api/v1/dashboard', (route) => route.fulfill(fault))
  await page.reload()
  await expect(main(page)).toContainText('Failed to load the dashboard')
  await expect(activity).toHaveCount(8)
  await page.unroute('**/api/v1/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await low.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ikura' })).toBeVisible()
})

test('a total too large to be exact leaves the rest of the dashboard as it is', async ({ page, person }) => {
  const gold = { name: 'Gold bar', price: 99_999_999.99, stock_quantity: 90_000_001 }
  await person.call(createProduct, { ...gold, sku: 'AU-1' })
  await person.call(createProduct, { ...gold, sku: 'AU-2' })
  await page.goto('/')
  const tile = main(page).getByRole('link', { name: /^Total Inventory/ })
  await expect(tile).toHaveText('Total Inventory180,000,002retail value has more than 15 digits')
  await expect(card(page, 'Recent Transactions').getByRole('listitem')).toHaveCount(2)
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('pieces and kilograms are not added up: the screens show units and the number of products in decimals', async ({
  page,
  person,
}) => {
  const rice = { name: 'Rice', sku: 'NW-101', price: 2, stock_quantity: 1.5, quantity_decimals: 3 }
  const { id } = await person.call(createProduct, rice)
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 4 })
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  await page.goto('/')
  const tile = main(page).getByRole('link', { name: /^Total Inventory/ })
  await expect(tile).toHaveText('Total Inventory4 unitsplus 1 product in decimals$75.00 retail value')
  await page.goto('/products')
  await expect(
    main(page).getByText('3 products · 4 units plus 1 product in decimals · $75.00 retail value'),
  ).toBeVisible()
  await page.goto('/reports')
  await expect(main(page).getByText('products in stock')).toBeVisible()
  await page.goto('/reports?report=transactions')
  await expect(main(page).getByText('Choose a product to see units in and out.')).toBeVisible()
  await expect(main(page).getByText('Units in', { exact: true })).toHaveCount(0)
  await page.goto(`/reports?report=transactions&product=${id}`)
  await expect(page.getByLabel('History in numbers').getByText('Units in', { exact: true })).toBeVisible()
  // Stock on hold isn't in the totals, and says so.
  const out = { product_id: id, type: 'out', notes: 'damp' } as const
  await person.call(createTransaction, { ...out, quantity: 1, reason_code: 'qc_hold' })
  await person.call(createTransaction, { ...out, quantity: 0.25, reason_code: 'held_scrap' })
  await page.reload()
  await expect(main(page).getByRole('row', { name: /3 transactions/ })).toContainText('+0.5')
  await expect(main(page).getByRole('row', { name: /−0.25/ })).toContainText('−0.25on hold')
  await page.goto('/locations')
  await expect(main(page).getByRole('link', { name: 'Mixed units on hand at Main Warehouse' })).toBeVisible()
})

test('a total too large to be exact leaves the rest of the valuation as it is', async ({ page, person }) => {
  const gold = { name: 'Gold bar', price: 99_999_999.99, cost_price: 2, stock_quantity: 90_000_001 }
  await person.call(createProduct, { ...gold, sku: 'AU-1' })
  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31, cost_price: 20, stock_quantity: 2 })
  await page.goto('/reports?report=valuation')
  const rows = main(page).getByRole('table', { name: 'Inventory Valuation' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Total on hand' })).toHaveText(
    'Total on hand90,000,003$180,000,042.00Too largeToo large',
  )
  await expect(rows.filter({ hasText: 'AU-1' })).toContainText('$180,000,002.00$99,999,999.99Too largeToo large')
  await expect(rows.filter({ hasText: 'NW-010' })).toContainText('$40.00$31.00$62.00$22.00')
  await expect(main(page).getByLabel('Valuation in numbers')).toContainText(
    'Total RetailToo largemore than 15 digits: check your prices and quantities',
  )
  await expect(main(page).getByRole('list', { name: 'Retail value by category' })).toContainText(
    'UncategorizedToo large',
  )
  await expect(main(page).getByRole('alert')).toHaveCount(0)

  // A refusal says what to do, so it needs no number for the administrator.
  const error = { code: 'number_too_large', message: 'Check your prices and quantities.', request_id: 'req-1' }
  await page.route('**/api/v1/reports/inventory?*', (route) => route.fulfill({ status: 422, json: { error } }))
  await page.getByRole('radio', { name: 'Inventory Status' }).click()
  const refusal = main(page).getByRole('alert').first()
  await expect(refusal).toContainText(error.message)
  await expect(refusal).not.toContainText('administrator')
})

test('without a server, the dashboard reports the failure once', async ({ page }) => {
  await page.route('**/api/v1/dashboard**', (route) => route.fulfill(fault))
  await page.route('**/api/v1/dashboard/activity', (route) => route.fulfill(fault))
  await page.goto('/')
  await expect(main(page)).toContainText('Failed to load the dashboard')
  await expect(main(page).getByRole('alert')).toHaveCount(1)
  await expect(page.getByText('Recent Activity')).toHaveCount(0)
  // The banner says that the connection is lost: the screen doesn't repeat it.
  await page.unrouteAll()
  await page.route('**/api/v1/dashboard**', (route) => route.abort())
  await page.route('**/api/v1/dashboard/activity', (route) => route.abort())
  await page.reload()
  await expect(main(page).getByRole('alert')).toHaveText(
    'Failed to load the dashboard' + 'This loads by itself once the connection is back.' + 'Try again',
  )
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible({ timeout: 20_000 })
})

test('the dashboard: purchases, expected receipts, and the latest orders with their badges', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const { id: product_id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  await page.goto('/')
  await expect(card(page, 'Recent Orders')).toContainText('No recent orders.')
  const line = { product_id, quantity: 4, unit_price: 2.5 }
  const draft = () => person.call(createPurchaseOrder, { supplier_id, lines: [line, { ...line, quantity: 2 }] })
  const placed = async () => {
    const { id, version } = await draft()
    return person.call(payPurchaseOrder, { id, version })
  }
  const location_id = await mainWarehouse(person)
  const receive = async (quantities: number[]) => {
    const order = await placed()
    const lines = quantities.map((quantity, index) => ({
      purchase_order_item_id: order.lines[index]?.id ?? '',
      quantity,
      location_id,
    }))
    return (await person.call(createReceipt, { purchase_order_id: order.id, lines })).order
  }
  const orders = [await draft(), await placed(), await receive([4, 2]), await receive([1, 2])]
  // It reflects changes by others without a reload.
  await expect(card(page, 'Recent Orders').getByRole('listitem')).toHaveText(
    [orders[3], orders[2], orders[1]].map(
      (order) =>
        new RegExp(`^${order?.order_number}Exotic Liquids · \\d+ \\w+ \\d{4} · just now\\$15\\.00(Part|Rec|Ord)`),
    ),
  )
  for (const [badge, tone] of [
    ['Partially Received', 'amber'],
    ['Received', 'green'],
    ['Ordered', 'brand'],
  ] as const)
    await expect(card(page, 'Recent Orders').getByText(badge, { exact: true })).toHaveAttribute('data-tone', tone)
  for (const [label, text, to] of [
    ['Purchase Orders', '1' + 'ordered, 4 total', '/purchase-orders?status=ordered'],
    ['Items to Receive', '3' + 'from 1 supplier', '/receiving'],
  ] as const) {
    const tile = main(page).getByRole('link', { name: new RegExp(`^${label}`) })
    await expect(tile).toHaveText(`${label}${text}`)
    await expect(tile).toHaveAttribute('href', to)
  }
  for (const [title, to, total, counts] of [
    ['Purchase orders', '/purchase-orders', 4, ['Draft1', 'Ordered1', 'Partially Received1', 'Received1']],
    ['Receiving', '/receiving', 6, ['Pending2', 'Partial1', 'Completed3']],
  ] as const) {
    // The section around the four cards contains their headings, too.
    const one = card(page, title).last()
    await expect(one.getByRole('link', { name: 'View All' })).toHaveAttribute('href', to)
    await expect(one).toContainText(`${total} total`)
    await expect(one.getByRole('listitem')).toHaveText([...counts])
  }
})

test('the dashboard: sales and shipments, with placeholders while it loads', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 50,
  })
  const sell = (customer_name: string, status: 'pending' | 'shipped' | 'cancelled') =>
    person.call(createSalesOrder, { customer_name, status, lines: [{ product_id, quantity: 2, unit_price: 19 }] })
  const orders = [
    await sell('Ana Trujillo', 'pending'),
    await sell('Bea', 'pending'),
    await sell('Carl', 'shipped'),
    await sell('Dora', 'cancelled'),
  ]
  await person.call(createShipment, {
    sales_order_id: orders[0]?.id ?? '',
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: 'x',
    lines: [{ sales_order_item_id: orders[0]?.lines[0]?.id ?? '', quantity: 1 }],
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/dashboard', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/')
  const tile = (label: string) => main(page).getByRole('link', { name: new RegExp(`^${label}`) })
  for (const label of ['Sales Orders', 'Purchase Orders', 'Pending Shipments', 'Items to Receive'])
    await expect(tile(label)).toContainText(`${label}...`)
  answer.resolve()
  for (const [label, text, to] of [
    ['Sales Orders', '4' + '1 pending', '/sales-orders'],
    ['Pending Shipments', '1' + '1 in transit', '/shipping?status=pending'],
  ] as const) {
    await expect(tile(label)).toHaveText(`${label}${text}`)
    await expect(tile(label)).toHaveAttribute('href', to)
  }
  await expect(main(page)).toContainText('2 orders ready to shipall lines reserved')
  await expect(page.getByRole('heading', { name: 'Orders & Operations' })).toBeVisible()
  for (const [title, to, total, counts] of [
    ['Sales orders', '/sales-orders', 4, ['Pending1', 'Processing1', 'Shipped1', 'Cancelled1']],
    ['Shipping', '/shipping', 2, ['Pending1', 'In Transit1', 'Delivered0']],
  ] as const) {
    const one = card(page, title).last()
    await expect(one.getByRole('link', { name: 'View All' })).toHaveAttribute('href', to)
    await expect(one).toContainText(`${total} total`)
    await expect(one.getByRole('listitem')).toHaveText([...counts])
  }
  const cancelled = card(page, 'Sales orders').last().getByRole('listitem').filter({ hasText: 'Cancelled' })
  await expect(cancelled.locator('[data-tone]')).toHaveAttribute('data-tone', 'red')
  const recent = card(page, 'Recent Orders')
  await expect(recent.getByRole('listitem')).toHaveText([
    new RegExp(`^${orders[3]?.order_number}Dora · \\d+ \\w+ \\d{4} · just now\\$38\\.00Cancelled$`),
    new RegExp(`^${orders[2]?.order_number}Carl · \\d+ \\w+ \\d{4} · just now\\$38\\.00Shipped$`),
    new RegExp(`^${orders[1]?.order_number}Bea · \\d+ \\w+ \\d{4} · just now\\$38\\.00Pending$`),
  ])
  for (const [badge, tone] of [
    ['Cancelled', 'red'],
    ['Shipped', 'green'],
    ['Pending', 'amber'],
  ] as const)
    await expect(recent.getByText(badge, { exact: true })).toHaveAttribute('data-tone', tone)
})

test('the dashboard: the five lowest products, the others one press away; on a phone before the counts of orders', async ({
  page,
  person,
}) => {
  for (const sku of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    await person.call(createProduct, { name: `Product ${sku}`, sku, price: 1, min_stock_level: 2 })
  await page.goto('/')
  const low = card(page, 'Low Stock Items')
  await expect(low.getByRole('listitem')).toHaveCount(5)
  await low.getByRole('button', { name: 'Show 2 more' }).click()
  await expect(low.getByRole('listitem')).toHaveCount(7)
  await low.getByRole('button', { name: 'Show less' }).click()
  await expect(low.getByRole('listitem')).toHaveCount(5)
  const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  expect(await top('Orders & Operations')).toBeLessThan(await top('Low Stock Items'))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await top('Low Stock Items')).toBeLessThan(await top('Orders & Operations'))
  // Two counts side by side.
  const [pending, processing] = await Promise.all(
    ['Pending', 'Processing'].map((status) =>
      card(page, 'Sales orders')
        .last()
        .getByRole('link', { name: new RegExp(`^${status}`) })
        .boundingBox(),
    ),
  )
  expect(processing?.y).toBe(pending?.y)
})
