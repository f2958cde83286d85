import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { withoutScreen } from './support/screen-reader.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'
import { workbook } from './support/workbook.ts'

// The five main tasks as docs/accessibility.md describes them, using only names, roles, keys and announcements.

test('a screen reader user finds a product by search', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18 })
  const reader = await withoutScreen(page)
  await visit(page, '/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await reader.press('Tab')
  await reader.expectAt('link', 'Skip to content')
  await reader.press('Control+k')
  await reader.expectAt('textbox', 'Search products, categories...')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await reader.type('chang')
  await reader.expectToHear(/^Chang, NW-002/)
  await reader.press('Enter')
  await reader.expectAt('heading', 'Chang')
  await expect(page).toHaveTitle(/^Chang/)
})

test('a screen reader user sells and ships an order', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const reader = await withoutScreen(page)
  await visit(page, '/sales-orders')
  await reader.tabTo('link', 'New Order')
  await reader.press('Enter')
  await reader.expectAt('textbox', /^Customer name/)
  await reader.type('Ana Trujillo')
  await reader.tabTo('button', 'Add Item')
  await reader.press('Enter')
  await reader.type('TEA')
  await expect(page.getByRole('option', { name: /Tea/ })).toBeVisible()
  await reader.press('Enter')
  await reader.expectAt('textbox', 'Quantity of Tea')
  await reader.press('Control+a')
  await reader.type('2')
  await reader.press('Control+Enter')
  await reader.expectToHear(/created/)
  await reader.expectAt('heading', /^SO-/)

  await reader.tabTo('button', /^Ship 2 units/)
  await reader.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Shipment' })).toBeVisible()
  for (const choice of ['Shipping method', 'Carrier']) {
    await reader.tabTo('combobox', choice)
    await reader.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await reader.press('ArrowDown', 'Enter')
    await expect(page.getByRole('combobox', { name: choice })).not.toHaveValue('')
  }
  await reader.tabTo('textbox', 'Notes')
  await reader.press('Control+Enter')
  await reader.expectToHear(/created with 2 units/)
})

test('a screen reader user counts a product and transfers it', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
  const reader = await withoutScreen(page)
  await visit(page, `/products/${chang.id}`)
  await reader.tabTo('button', 'Edit stock at Main Warehouse')
  await reader.press('Enter')
  await reader.expectAt('textbox', 'Current Quantity')
  await expect(page.getByRole('dialog', { name: 'Edit Location Stock' })).toBeVisible()
  await reader.type('12')
  await reader.press('Enter')
  await reader.expectToHear('Main Warehouse: 12 on hand')
  await reader.expectAt('button', 'Edit stock at Main Warehouse')

  await reader.backTo('button', 'Transfer')
  await reader.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Transfer Inventory' })).toBeVisible()
  await reader.tabTo('textbox', /^Quantity/)
  await reader.type('5')
  await reader.press('Enter')
  await reader.expectToHear(/5 units of Chang/)
  await reader.expectAt('button', 'Transfer')
  const { locations } = await person.call(readProductStock, { product_id: chang.id })
  expect(locations.find(({ location_id }) => location_id === shop.id)?.on_hand).toBe(5)
})

test('a screen reader user receives a purchase order', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4 })
  const lines = [{ product_id: tea.id, quantity: 10, unit_price: 3 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const order = await person.call(payPurchaseOrder, { id, version })
  const reader = await withoutScreen(page)
  await visit(page, '/')
  await reader.tabTo('link', /^Receiving/)
  await reader.press('Enter')
  await reader.expectAt('heading', 'Receiving')
  await expect(page.getByRole('link', { name: order.order_number })).toBeVisible()
  await reader.tabTo('link', new RegExp(`^${order.order_number}`))
  await reader.press('Enter')
  await reader.tabTo('textbox', /^Quantity to receive of Tea/)
  await reader.type('7')
  await reader.tabTo('button', 'Process Receiving · 7 units')
  await reader.press('Enter')
  await reader.expectToHear(`7 units of ${order.order_number} received`)
  expect((await person.call(readProductStock, { product_id: tea.id })).on_hand).toBe(7)
})

test('a screen reader user imports a workbook', async ({ page }) => {
  const reader = await withoutScreen(page)
  await visit(page, '/import')
  await reader.tabTo('button', /file/i)
  const products = [
    { name: 'Tea', sku: 'TEA', category_name: 'Drinks', price: 4, stock_quantity: 3, min_stock_level: 1 },
  ]
  const delivery = {
    product_id: 'TEA',
    type: 'in',
    quantity: 2,
    notes: 'Delivery',
    status: 'completed',
    currency: 'USD',
  }
  const categories = [{ name: 'Drinks', color: '#3B82F6' }]
  // The file dialog belongs to the operating system.
  await page.getByLabel('Excel or CSV file').setInputFiles(workbook({ products, categories, transactions: [delivery] }))
  await reader.expectToHear(/ready to import/)
  await reader.tabTo('button', 'Confirm Import')
  await reader.press('Enter')
  await reader.expectToHear(/imported/i)
  await reader.expectAt('heading', 'Import')
})
