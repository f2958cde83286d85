import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { withoutScreen } from './support/screen-reader.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'
import { workbook } from './support/workbook.ts'

// Jobs as docs/accessibility.md describes them: with names, roles and keys alone, and with what is announced.

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
  // The file dialog itself is the system's.
  await page.getByLabel('Excel file').setInputFiles(workbook({ products, categories, transactions: [delivery] }))
  await reader.expectToHear(/ready to import/)
  await reader.tabTo('button', 'Confirm Import')
  await reader.press('Enter')
  await reader.expectToHear(/imported/i)
  await reader.expectAt('heading', 'Import')
})
