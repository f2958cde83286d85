import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { setLocationStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction, createTransactionDraft } from '../contract/transactions.ts'
import { createTransfer } from '../contract/transfers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'

// The words of the written requirements, screen by screen: labels, choices, empty states, failures. What the screens do with them
// is shown by the other journeys.

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
/** A proxy's page in the place of an answer. It explains nothing; and unlike a fault of ours, a command is not sent again after it. */
const fault = { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }

async function mainWarehouse(person: Person): Promise<string> {
  const { items } = await person.call(listLocations, {})
  return items.find(({ is_default }) => is_default)?.id ?? ''
}

/** The choices of a filter chip or a select, as they stand in its open list. */
async function choices(page: Page): Promise<string[]> {
  await expect(page.getByRole('option').first()).toBeVisible()
  return page.getByRole('option').allInnerTexts()
}

test.describe('a stranger', () => {
  test.use({ signedIn: false })

  test('meets one form with two faces', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveAttribute('type', 'email')
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await expect(page.getByRole('heading', { name: 'Create a new account' })).toBeVisible()
    await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  })
})

test.describe('the frame', () => {
  test('the sidebar has its entries in the order of the spec, the menu leads to Settings, calls name the application', async ({
    page,
    person,
  }) => {
    const call = page.waitForRequest('**/api/v1/dashboard')
    await page.goto('/')
    const headers = await (await call).allHeaders()
    expect([headers['onhand-client'], headers['authorization']?.split(' ')[0]]).toEqual(['onhand-web', 'Bearer'])
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const entries = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(entries).toEqual([
      ['Dashboard', '/'],
      ['Products', '/products'],
      ['Categories', '/categories'],
      ['Suppliers', '/suppliers'],
      ['Locations', '/locations'],
      ['Transfers', '/location-transfers'],
      ['Transactions', '/transactions'],
      ['Settings', '/settings'],
    ])
    await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
  })

  test('search finds five products by name or SKU and three categories by name, ignoring case, and opens the chosen one', async ({
    page,
    person,
  }) => {
    for (const [n, color] of ['#3B82F6', '#10B981', '#F59E0B', '#EF4444'].entries())
      await person.call(createCategory, { name: `Fish ${n}`, color })
    for (let n = 0; n < 6; n++)
      await person.call(createProduct, { name: n < 3 ? `Dried fish ${n}` : `Salmon ${n}`, sku: `FISH-${n}`, price: 1 })
    await page.goto('/locations')
    await page.getByRole('banner').getByText('Search products, categories...').first().click()
    const found = dialog(page)
    await found.getByPlaceholder('Search products, categories...').fill('FISH')
    await expect(found.getByRole('button', { name: /FISH-/ })).toHaveCount(5)
    await expect(found.getByRole('button', { name: /^Fish \d/ })).toHaveCount(3)
    await found.getByPlaceholder('Search products, categories...').fill('fish 2')
    await found.getByRole('button', { name: 'Fish 2', exact: true }).click()
    await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)
    await page.keyboard.press('Control+k')
    await found.getByPlaceholder('Search products, categories...').fill('fish-5')
    await found.getByRole('button', { name: /^Salmon 5/ }).click()
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
  })
})

test('the dashboard: tiles that lead on, what is low, the newest transactions and changes', async ({
  page,
  person,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome to your inventory management system')).toBeVisible()
  const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
  const chang = { name: 'Chang', sku: 'NW-002', price: 19, category_id }
  const { id } = await person.call(createProduct, { ...chang, stock_quantity: 30, min_stock_level: 10 })
  await page.reload()
  for (const empty of ['No low stock items.', 'No transactions yet.']) await expect(page.getByText(empty)).toBeVisible()

  const ikura = { name: 'Ikura', sku: 'NW-010', price: 31, min_stock_level: 5 }
  await person.call(createProduct, ikura)
  await person.call(createProduct, { ...ikura, name: 'Konbu', sku: 'NW-013', stock_quantity: 4 })
  const entry = { product_id: id, quantity: 3 }
  await person.call(createTransaction, { ...entry, type: 'in', reason_code: 'customer_return' })
  await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged' })
  await person.call(createTransaction, { ...entry, type: 'adjustment' })
  await page.reload()
  for (const [label, number, to] of [
    ['Total Products', '3', '/products'],
    ['Total Inventory', '37', '/products'],
    ['Low Stock Items', '2', '/products?filter=low'],
    ['Recent Transactions', '3', '/transactions'],
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
  ])
  await expect(card(page, 'Recent Activity').getByRole('listitem')).toHaveCount(8)
  await expect(card(page, 'Recent Activity')).toContainText('Added new products')
  await expect(card(page, 'Recent Activity')).toContainText('just now')

  const breakdown = card(page, 'Category Breakdown')
  const ring = breakdown.getByRole('img')
  expect(await ring.boundingBox()).toMatchObject({ width: 200, height: 200 })
  await expect(ring.locator('path').filter({ hasText: 'Beverages: 1' })).toHaveAttribute('fill', '#EC4899')
  await expect(ring).toContainText('33%')
  await expect(breakdown.getByRole('listitem')).toHaveText([/Beverages1|Uncategorized2/, /Beverages1|Uncategorized2/])
  await low.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ikura' })).toBeVisible()
})

test('the products list: search, filters in the address, cards with their fallbacks, columns by width', async ({
  page,
  person,
}) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Product' })).toHaveAttribute('href', '/products/new')
  await expect(page.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/products/new')

  const category = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
  const places = []
  for (const name of ['Cellar', 'Shop floor', 'Yard']) places.push(await person.call(createLocation, { name }))
  await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    description: '24 - 12 oz bottles',
    price: 1234.5,
    category_id: category.id,
    min_stock_level: 100,
    stock_quantity: 40,
    additional_locations: places.map(({ id }, n) => ({ location_id: id, quantity: n + 1 })),
  })
  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31 })
  await person.call(createProduct, { name: 'Konbu', sku: 'NW-013', price: 6, location: 'Cellar' })
  await person.call(createProduct, { name: 'Tofu', sku: 'NW-014', price: 23, stock_quantity: 35 })
  await page.reload()
  const product = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  for (const text of [
    'No image',
    'Low Stock',
    'Beverages',
    '24 - 12 oz bottles',
    'NW-002',
    '$1,234.50',
    'Main Warehouse40',
    'Yard3',
  ])
    await expect(product('Chang')).toContainText(text)
  await expect(product('Chang')).toContainText('+2 more locations')
  await expect(product('Chang')).toContainText('Total stock46')
  await expect(product('Chang').getByRole('link', { name: 'View Details of Chang' })).toHaveText('View Details')
  await expect(product('Ikura')).toContainText('No location set')
  await expect(product('Konbu')).toContainText('Cellar')
  await expect(product('Tofu').getByText('Low Stock')).toHaveCount(0)

  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  expect(await choices(page)).toEqual(['All Stock Levels', 'Low Stock', 'Out of Stock'])
  await page.getByRole('option', { name: 'Out of Stock' }).click()
  await expect(page).toHaveURL('/products?filter=out')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/products?filter=low')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Stock: Low Stock' }).click()
  await page.getByRole('option', { name: 'All Stock Levels' }).click()
  await expect(page).toHaveURL('/products')
  await page.getByRole('button', { name: 'Category', exact: true }).click()
  expect(await choices(page)).toEqual(['All Categories', 'Beverages', 'Uncategorized'])
  await page.getByRole('option', { name: 'Beverages' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/products')
  for (const [text, name] of [
    ['ikU', 'Ikura'],
    ['nw-013', 'Konbu'],
    ['12 oz', 'Chang'],
  ] as const) {
    await page.getByPlaceholder('Name, SKU or description').fill(text)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(product(name)).toBeVisible()
  }
  await page.getByPlaceholder('Name, SKU or description').fill('')
  await expect(page.getByRole('article')).toHaveCount(4)
  const inTheFirstRow = async () => {
    const cards = await page.getByRole('article').all()
    const tops = await Promise.all(cards.map(async (one) => (await one.boundingBox())?.y))
    return tops.filter((top) => top === tops[0]).length
  }
  for (const [width, count] of [
    [390, 1],
    [1000, 2],
    [1300, 3],
    [1600, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(inTheFirstRow).toBe(count)
  }
})

test('a category card has its colour, name, description and number of products', async ({ page, person }) => {
  const { id } = await person.call(createCategory, { name: 'Beverages', description: 'Soft drinks', color: '#EC4899' })
  await page.goto('/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  const beverages = page.getByRole('article')
  await expect(beverages).toContainText(/Beverages.*Soft drinks.*0 products/)
  await expect(beverages.locator('[aria-hidden]').first()).toHaveCSS('background-color', 'rgb(236, 72, 153)')
  await expect(beverages.getByRole('link', { name: 'Edit Beverages' })).toHaveAttribute('href', `/categories/${id}`)
  const mayNotSave = (method: string, path: string) =>
    page.route(path, (route) => (route.request().method() === method ? route.fulfill(fault) : route.fallback()))
  await mayNotSave('POST', '**/api/v1/categories')
  await page.goto('/categories/new')
  await page.getByLabel('Category Name').fill('Seafood')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to create category')
  await mayNotSave('PUT', `**/api/v1/categories/${id}`)
  await page.goto(`/categories/${id}`)
  await page.getByLabel('Category Name').fill('Drinks')
  await page.getByRole('button', { name: 'Update Category' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to save category')
})

test('categories, suppliers and locations: headings, where their buttons lead, fields and hints', async ({ page }) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/categories')
  await expect(page.getByRole('link', { name: 'Add Category' })).toHaveAttribute('href', '/categories/new')
  await page.goto('/categories/new')
  for (const name of ['Category Name', 'Description', 'Color']) await expect(field(name)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/categories')

  await page.goto('/suppliers')
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await expect(page.getByText('No suppliers found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Supplier' })).toHaveAttribute('href', '/suppliers/new')
  await page.goto('/suppliers/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Supplier' })).toBeVisible()
  for (const name of [
    'Supplier Name',
    'Contact Person',
    'Email',
    'Phone',
    'Tax ID',
    'Payment Terms',
    'Address',
    'Notes',
  ])
    await expect(field(name)).toBeVisible()
  await expect(field('Payment Terms')).toHaveAttribute('placeholder', 'e.g. Net 30')
  await page.getByRole('combobox', { name: 'Status' }).click()
  expect(await choices(page)).toEqual(['Active', 'Inactive'])

  await page.goto('/locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Storage Locations' })).toBeVisible()
  await expect(main(page).locator('header')).toContainText(/warehouse|storage/)
  await page.getByPlaceholder('Location name').fill('nowhere')
  await expect(page.getByText('No locations found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Location' }).click()
  for (const name of ['Name', 'Contact Person', 'Phone', 'Email', 'Address', 'Description'])
    await expect(dialog(page).getByRole('textbox', { name, exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('checkbox', { name: 'Active' })).toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Set as default' })).not.toBeChecked()
})

test('a list that cannot be read says which, and is read again on request', async ({ page }) => {
  for (const [path, text] of [
    ['products', 'Failed to load products'],
    ['categories', 'Failed to load categories'],
    ['suppliers', 'Failed to load suppliers'],
    ['locations', 'Failed to load locations'],
    ['transactions', 'Failed to load transactions'],
    ['location-transfers', 'Failed to load transfers'],
    ['dashboard', 'Failed to load the dashboard'],
  ] as const) {
    await page.route(`**/api/v1/${path}**`, (route) => route.fulfill(fault))
    await page.goto(path === 'dashboard' ? '/' : `/${path}`)
    await expect(main(page).getByRole('alert')).toContainText(text)
    await page.unroute(`**/api/v1/${path}**`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  }
})

test('what is on hand at a location leads to its products', async ({ page, person }) => {
  const { id } = await person.call(createLocation, { name: 'Shop floor' })
  const tofu = { name: 'Tofu', sku: 'NW-014', price: 23, stock_quantity: 35 }
  await person.call(createProduct, { ...tofu, additional_locations: [{ location_id: id, quantity: 4 }] })
  await person.call(createProduct, { name: 'Konbu', sku: 'NW-013', price: 6, stock_quantity: 24 })
  await page.goto('/locations')
  await page.getByRole('link', { name: '4 on hand at Shop floor' }).click()
  await expect(page).toHaveURL(`/products?location=${id}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Tofu' })).toBeVisible()
})

test.describe('the product page', () => {
  test('an id that names nothing says so; new is the form', async ({ page }) => {
    await page.goto(`/products/${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
    await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
    await page.getByRole('link', { name: 'Back to Products' }).click()
    await expect(page).toHaveURL('/products')
    await page.goto('/products/new')
    await expect(page.getByRole('heading', { level: 1, name: 'Add New Product' })).toBeVisible()
  })

  test('says what the product is, what is low and what else is there', async ({ page, person }) => {
    const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
    const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
    const shop = await person.call(createLocation, { name: 'Shop floor' })
    const warehouse = await mainWarehouse(person)
    const chang = await person.call(createProduct, {
      name: 'Chang',
      sku: 'NW-002',
      description: '24 - 12 oz bottles',
      price: 19,
      cost_price: 15.2,
      category_id,
      supplier_id: supplier.id,
      min_stock_level: 25,
      stock_quantity: 17,
      purchase_url: 'https://exotic.example/chang',
      additional_locations: [{ location_id: shop.id, quantity: 3 }],
    })
    for (const name of ['Chai', 'Outback Lager', 'Sasquatch Ale', 'Steeleye Stout'])
      await person.call(createProduct, { name, sku: name, price: 18, category_id, stock_quantity: 39 })
    await person.call(setLocationStock, {
      product_id: chang.id,
      location_id: shop.id,
      min_stock_level: 3,
      max_stock_level: 9,
    })
    for (let n = 0; n < 11; n++)
      await person.call(createTransfer, {
        product_id: chang.id,
        from_location_id: n % 2 ? shop.id : warehouse,
        to_location_id: n % 2 ? warehouse : shop.id,
        quantity: 1,
        reason: 'maintenance',
      })
    await page.goto(`/products/${chang.id}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs).toHaveText('Products/Chang')
    await expect(page.getByText('NW-002 · 24 - 12 oz bottles · Exotic Liquids')).toBeVisible()
    await expect(main(page).locator('header').getByText('Low Stock', { exact: true })).toBeVisible()
    await expect(main(page).locator('header').getByRole('link', { name: 'Beverages' })).toBeVisible()
    await expect(page.getByText('Low Stock Alert')).toBeVisible()
    await expect(page.getByText('Current total stock (20) is at or below minimum level (25)')).toBeVisible()
    const buy = page.getByRole('link', { name: 'Purchase from Supplier' })
    await expect(buy).toHaveAttribute('href', 'https://exotic.example/chang')
    await expect(buy).toHaveAttribute('target', '_blank')

    const fact = (name: string) =>
      card(page, 'Product Details')
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
    for (const [name, value] of [
      ['Category', 'Beverages'],
      ['SKU', 'NW-002'],
      ['Primary Location', 'Main Warehouse'],
      ['Cost Price', '$15.20'],
      ['Min Stock Level', '25'],
      ['Supplier', 'Exotic Liquids'],
    ] as const)
      await expect(fact(name).locator('dd')).toHaveText(value)
    await expect(fact('Supplier').getByRole('link')).toHaveAttribute('href', `/suppliers/${supplier.id}`)

    const related = card(page, 'Related Products').getByRole('listitem')
    await expect(related).toHaveCount(3)
    await expect(related.first()).toContainText('$18.0039 in stock')

    const places = card(page, 'Stock by Location')
    await expect(places).toContainText('20 units · 2 locations')
    const shopRow = places.getByRole('row').filter({ hasText: 'Shop floor' })
    await expect(shopRow).toContainText(/439$/)
    await person.call(createTransaction, {
      product_id: chang.id,
      type: 'out',
      quantity: 1,
      reason_code: 'damaged',
      location_id: shop.id,
    })
    await expect(places).toContainText('19 units · 2 locations · 1 low')
    await expect(shopRow.getByText('Low', { exact: true })).toBeVisible()
    await expect(places.getByRole('button', { name: 'Edit stock at Shop floor' })).toBeVisible()

    const transfers = card(page, 'Recent transfers')
    await expect(transfers.getByRole('listitem')).toHaveCount(10)
    await expect(transfers).toContainText('scroll for more')
    await expect(transfers.getByRole('listitem').first()).toHaveText(
      /Main Warehouse.*Shop floor.*Location Maintenance.*Completed.*1 unit.*just now/,
    )

    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/products')
  })

  test('has fallbacks for what is not set, and tells a place that is not where the goods are', async ({
    page,
    person,
  }) => {
    const shop = await person.call(createLocation, { name: 'Shop floor' })
    const bare = await person.call(createProduct, { name: 'Bare', sku: 'B-1', price: 1 })
    await page.goto(`/products/${bare.id}`)
    const details = card(page, 'Product Details')
    await expect(details).toContainText('CategoryUncategorized')
    await expect(details).toContainText('Primary LocationNot set')
    await expect(details).toContainText('Supplier–')
    await expect(page.getByRole('link', { name: 'Purchase from Supplier' })).toHaveCount(0)
    await expect(page.getByText('No transfers yet')).toBeVisible()

    const moved = await person.call(createProduct, {
      name: 'Moved',
      sku: 'M-1',
      price: 1,
      stock_quantity: 2,
      location: 'Main Warehouse',
      additional_locations: [{ location_id: shop.id, quantity: 5 }],
    })
    await page.goto(`/products/${moved.id}`)
    await expect(page.getByText('The product says Main Warehouse, but most of it lies at Shop floor.')).toBeVisible()
    await expect(main(page).locator('header').getByText('In Stock', { exact: true })).toBeVisible()
    await page.route(`**/api/v1/products/${moved.id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(fault) : route.fallback(),
    )
    await page.getByRole('button', { name: 'Set location to Shop floor' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to update product location. Please try again.' }),
    ).toBeVisible()
    await page.unroute(`**/api/v1/products/${moved.id}`)
    await page.getByRole('button', { name: 'Set location to Shop floor' }).click()
    await expect(page.getByText('Location Mismatch')).toBeHidden()
    await expect(details).toContainText('Primary LocationShop floor')
  })

  test('each dialog has its fields, its choices and its words for a failure', async ({ page, person }) => {
    await person.call(createLocation, { name: 'Shop floor' })
    await person.call(createLocation, { name: 'Old hall', is_active: false })
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
    await page.goto(`/products/${id}`)
    const form = dialog(page)
    const fails = async (path: string, submit: string, text: string) => {
      await page.route(path, (route) => (route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback()))
      await form.getByRole('button', { name: submit, exact: true }).click()
      await expect(form.getByRole('alert')).toHaveText(text)
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(form).toBeHidden()
      await page.unroute(path)
    }
    await page.getByRole('button', { name: 'Update Stock' }).click()
    await form.getByRole('combobox', { name: /Transaction Type/ }).click()
    expect(await choices(page)).toEqual(['Stock In', 'Stock Out', 'Adjustment'])
    await page.getByRole('option', { name: 'Stock In' }).click()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('0')
    await form.getByRole('textbox', { name: /^Notes/ }).focus()
    await expect(form.getByText('Quantity must be at least 1')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Update Stock' })).toBeDisabled()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('1')
    await fails('**/stock-updates', 'Update Stock', 'Failed to update stock')

    await page.getByRole('button', { name: 'Edit stock at Main Warehouse' }).click()
    await expect(form.getByRole('heading', { name: 'Edit Location Stock' })).toBeVisible()
    await expect(form.getByRole('textbox', { name: /^Current Quantity/ })).toHaveValue('17')
    await expect(form.getByRole('textbox', { name: 'Minimum Level' })).toHaveValue('0')
    await expect(form.getByText('0 means none')).toBeVisible()
    await form.getByRole('textbox', { name: 'Minimum Level' }).fill('-1')
    await form.getByRole('textbox', { name: /^Current Quantity/ }).fill('-2')
    await form.getByRole('textbox', { name: 'Maximum Level' }).focus()
    await expect(form.getByText('Quantity cannot be negative')).toBeVisible()
    await expect(form.getByText('Minimum stock level cannot be negative')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await form.getByRole('textbox', { name: /^Current Quantity/ }).fill('16')
    await form.getByRole('textbox', { name: 'Minimum Level' }).fill('1')
    await fails('**/location-stock', 'Save', 'Failed to update location')

    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(form.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1')
    await form.getByRole('combobox', { name: 'Reason' }).click()
    expect(await choices(page)).toEqual([
      'Restocking',
      'High Demand',
      'Location Maintenance',
      'Inventory Optimization',
      'Other',
    ])
    await page.getByRole('option', { name: 'High Demand' }).click()
    await form.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(form.getByText('Please select a source location')).toBeVisible()
    await expect(form.getByText('Please select a destination location')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Transfer', exact: true })).toBeDisabled()
    for (const [label, place] of [
      [/From location/, /Main Warehouse/],
      [/To location/, /Shop floor/],
    ] as const) {
      await form.getByRole('textbox', { name: label }).click()
      expect(await choices(page)).toHaveLength(2)
      await page.getByRole('option', { name: place }).click()
    }
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('0')
    await expect(form.getByText('Quantity must be greater than zero')).toBeVisible()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('1')
    await fails('**/location-transfers', 'Transfer', 'Failed to transfer inventory')

    await page.route('**/api/v1/locations?*', (route) => route.fulfill(fault))
    await page.reload()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(form.getByText('Failed to load locations').first()).toBeVisible()
  })

  test('a transfer says that it worked for 1500 ms, then its dialog closes', async ({ page, person }) => {
    await person.call(createLocation, { name: 'Shop floor' })
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
    await page.clock.install()
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    for (const [label, place] of [
      [/From location/, /Main Warehouse/],
      [/To location/, /Shop floor/],
    ] as const) {
      await dialog(page).getByRole('textbox', { name: label }).click()
      await page.getByRole('option', { name: place }).click()
    }
    // From here on time stands still, but for what the test lets pass.
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click()
    const done = dialog(page).getByText('Transfer completed successfully')
    await expect(done).toBeVisible()
    await page.clock.runFor(1_400)
    await expect(done).toBeVisible()
    // The dialog fades out: each step of that begins only when the one before was drawn.
    for (let step = 0; step < 10; step++) await page.clock.runFor(50)
    await expect(done).toBeHidden()
  })

  test('without a connection it says so, and comes back by itself', async ({ page, person }) => {
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
    await page.route('**/api/v1/products/**', (route) => route.abort())
    await page.goto(`/products/${id}`)
    await expect(
      page.getByText('Unable to connect to the database. Please check your internet connection and try again.').first(),
    ).toBeVisible()
    await page.unroute('**/api/v1/products/**')
    await expect(page.getByRole('heading', { level: 1, name: 'Chang' })).toBeVisible({ timeout: 20_000 })
  })
})

test.describe('the product form', () => {
  test('has the fields, helper and buttons of the spec, and every rule beside its field', async ({ page, person }) => {
    await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
    await person.call(createLocation, { name: 'Shop floor' })
    await person.call(createProduct, { name: 'Taken', sku: 'NW-001', price: 1 })
    await page.goto('/products/new')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    for (const name of [
      'Product Name',
      'Category',
      'Price ($)',
      'Cost Price ($)',
      'Current Stock',
      'Minimum Stock Level',
      'SKU',
      'Image URL',
      'Purchase URL',
      'Description',
    ])
      await expect(field(name)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Location', exact: true })).toBeVisible()
    for (const name of ['Product Name', 'Price ($)', 'Current Stock', 'SKU'])
      await expect(field(name)).toHaveAttribute('required')
    await expect(page.getByText('Stock Keeping Unit - must be unique for your products')).toBeVisible()
    await expect(field('Category')).toHaveValue('Uncategorized')
    await field('Category').click()
    expect(await choices(page)).toEqual(['Uncategorized', 'Beverages'])
    await page.getByRole('option', { name: 'Beverages' }).click()

    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('SKU is required')).toBeVisible()
    await field('Product Name').fill('C')
    await expect(page.getByText('Name is required')).toBeHidden()
    for (const [name, text, sentence] of [
      ['Price ($)', '-1', 'Price cannot be negative'],
      ['Cost Price ($)', '-0.01', 'Cost price cannot be negative'],
      ['Current Stock', '-5', 'Stock quantity cannot be negative'],
      ['Minimum Stock Level', '-5', 'Minimum stock level cannot be negative'],
      ['Purchase URL', 'not an address', 'Please enter a valid URL'],
    ] as const) {
      await field(name).fill(text)
      await field(name).blur()
      await expect(page.getByText(sentence)).toBeVisible()
      await field(name).fill('')
      await expect(page.getByText(sentence)).toBeHidden()
    }
    await field('Price ($)').fill('cheap')
    await field('Price ($)').blur()
    await expect(field('Price ($)')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('Price ($)')).toHaveValue('cheap')
    await field('Price ($)').fill('19')
    await field('Price ($)').press('ArrowUp')
    await expect(field('Price ($)')).toHaveValue('19.01')
    await field('Current Stock').fill('4')
    await field('SKU').fill('nw-001')
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByRole('button', { name: 'Remove location 2' }).click()
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByRole('textbox', { name: 'Location 2' }).click()
    await page.getByRole('option', { name: /Shop floor/ }).click()
    await page.getByRole('textbox', { name: 'Quantity there' }).fill('3')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('This SKU already exists. Please use a unique SKU.')).toBeVisible()
    await field('SKU').fill('NW-002')

    await page.route('**/api/v1/products', (route) => route.fulfill(fault))
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to save product. Please try again.')
    await page.unroute('**/api/v1/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page).toHaveURL('/products')
    await expect(page.getByRole('article').filter({ hasText: 'NW-002' })).toContainText('Total stock7')
    await page.goto('/products/new')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/products')
  })

  test('edits in place, and deletes after asking: for good without a history, else into the archive', async ({
    page,
    person,
  }) => {
    const sold = await person.call(createProduct, { name: 'Sold out', sku: 'S-1', price: 1, stock_quantity: 1 })
    await person.call(createTransaction, {
      product_id: sold.id,
      type: 'out',
      quantity: 1,
      reason_code: 'customer_order',
    })
    const fresh = await person.call(createProduct, { name: 'Slip', sku: 'S-2', price: 1 })
    await page.goto(`/products/${fresh.id}`)
    await page.getByRole('button', { name: 'Edit Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Product' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Product Name' }).fill('Slipper')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Slipper' })).toBeVisible()

    for (const [id, said] of [
      [fresh.id, 'Slipper was deleted'],
      [sold.id, 'Sold out has a history and was archived'],
    ] as const) {
      await page.goto(`/products/${id}?edit=1`)
      await page.getByRole('button', { name: 'Delete Product' }).click()
      await expect(dialog(page)).toContainText(
        'Are you sure you want to delete this product? This action cannot be undone.',
      )
      await dialog(page).getByRole('button', { name: 'Delete' }).click()
      await expect(page).toHaveURL('/products')
      await expect(page.getByText(said)).toBeVisible()
    }
    await expect(page.getByText('No products found')).toBeVisible()
  })
})

test.describe('transactions', () => {
  const inReasons = [
    'Purchase Order Receipt',
    'Customer Return',
    'Inventory Adjustment (+)',
    'Quality Control Release',
    'Transfer In',
    'Production Completion',
    'Sample Return',
    'Other',
  ]
  const outReasons = [
    'Customer Order',
    'Damaged',
    'Inventory Adjustment (−)',
    'Quality Control Hold',
    'Transfer Out',
    'Production Usage',
    'Sample Distribution',
    'Theft or Loss',
    'Expiration',
    'Other',
  ]

  test('the history has the columns, badges, notes and filters of the spec', async ({ page, person }) => {
    const { id: product_id } = await person.call(createProduct, {
      name: 'Chang',
      sku: 'NW-002',
      price: 19,
      stock_quantity: 9,
    })
    const entry = { product_id, type: 'in' as const, quantity: 2, reason_code: 'purchase_order' as const }
    await person.call(createTransaction, { ...entry, notes: 'PO-482913-117: box was wet', lot_number: 'C-118' })
    await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged', notes: 'test' })
    await person.call(createTransaction, { product_id, type: 'adjustment', quantity: -1 })
    await person.call(createTransactionDraft, { ...entry, quantity: 7 })
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    const table = page.getByRole('table', { name: 'Transaction History' })
    for (const head of ['Date & Time', 'Product', 'Type', 'Quantity', 'Status', 'User', 'Notes'])
      await expect(table.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
    const rows = table.locator('tbody tr')
    const name = person.email.split('@')[0]
    await expect(rows).toHaveText([
      /ChangNW-002Stock In\+7Pending/,
      new RegExp(`ChangNW-002Adjustment−1Completed.*${name} \\(You\\)-`),
      new RegExp(`ChangNW-002Stock Out−2Completed.*${name} \\(You\\)Damaged`),
      new RegExp(`ChangNW-002Stock In\\+2Completed.*${name} \\(You\\)PO-482913-117 · Lot C-118 · box was wet`),
    ])
    await expect(rows.getByText('Pending')).toHaveAttribute('data-tone', 'amber')
    await expect(rows.getByText('Completed').first()).toHaveAttribute('data-tone', 'green')
    await page.getByRole('button', { name: 'Transaction Type' }).click()
    expect((await choices(page)).slice(0, 4)).toEqual(['All', 'Stock In', 'Stock Out', 'Adjustments'])
    await page.getByRole('option', { name: 'Adjustments' }).click()
    await expect(rows).toHaveCount(1)
  })

  test('Add Transaction offers stock in and out with their reasons, and says when it failed', async ({
    page,
    person,
  }) => {
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
    await page.goto(`/transactions?add=1&product=${id}`)
    const form = dialog(page)
    await expect(form.getByRole('radio')).toHaveCount(2)
    for (const [type, reasons] of [
      ['Stock In', inReasons],
      ['Stock Out', outReasons],
      ['Stock In', inReasons],
    ] as const) {
      await form.getByText(type, { exact: true }).click()
      await form.getByRole('combobox', { name: /Reason/ }).click()
      expect(await choices(page)).toEqual(reasons)
      await page.getByRole('option', { name: reasons[1] }).click()
    }
    await page.route('**/api/v1/transactions', (route) =>
      route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback(),
    )
    await form.getByRole('button', { name: 'Add Transaction' }).click()
    await expect(form.getByRole('alert')).toHaveText('Failed to add transaction')
  })
})

test('location transfers: filters, columns, badges, and the rules in words', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const warehouse = await mainWarehouse(person)
  const { id: product_id } = await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 9,
  })
  const move = { product_id, from_location_id: warehouse, to_location_id: shop.id, quantity: 2 }
  await person.call(createTransfer, { ...move, notes: 'for the weekend' })
  await person.call(createTransfer, { ...move, status: 'pending', reason: 'demand' })
  await page.goto('/location-transfers')
  const table = page.getByRole('table', { name: 'Transfer History' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveText([
    /ChangNW-002Main WarehouseShop floor2 unitsPendingHigh Demand/,
    /ChangNW-002Main WarehouseShop floor2 unitsCompletedRestocking · for the weekend/,
  ])
  await expect(rows.getByText('Pending')).toHaveAttribute('data-tone', 'amber')
  await expect(rows.getByText('Completed')).toHaveAttribute('data-tone', 'green')
  await rows
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel transfer' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(rows.getByText('Cancelled')).toHaveAttribute('data-tone', 'red')

  await page.getByRole('button', { name: 'Status', exact: true }).click()
  expect(await choices(page)).toEqual(['All Statuses', 'Pending', 'Completed', 'Cancelled'])
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(rows).toHaveCount(1)
  for (const [query, count] of [
    [`product=${product_id}`, 2],
    [`location=${shop.id}`, 2],
    ['from=2020-01-01', 2],
    ['to=2020-01-01', 0],
  ] as const) {
    await page.goto(`/location-transfers?${query}`)
    if (count === 0) await expect(page.getByText('No transfers found.')).toBeVisible()
    else await expect(rows).toHaveCount(count)
  }
  await page.goto('/location-transfers')
  await page.getByRole('button', { name: 'New Transfer' }).click()
  const form = dialog(page)
  await expect(form.getByRole('heading', { name: 'Transfer Inventory' })).toBeVisible()
  await expect(form.getByRole('textbox', { name: /Notes/ })).toBeVisible()
  await form.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(form.getByText('Please select a product')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Transfer', exact: true })).toBeDisabled()
})

test('settings and import: what they say before, during and after', async ({ page }) => {
  await page.goto('/settings')
  for (const label of ['Company Name', 'Email', 'Phone', 'Address'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  expect((await download).suggestedFilename()).toBe('inventory_template.xlsx')
  const template = await (await download).path()
  const file = page.getByLabel('Excel file')
  await expect(file).toHaveAttribute('accept', '.xlsx,.xls')

  await file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('name,sku\nBolt,B-1\n') })
  await expect(page.getByRole('alert')).toHaveText('Please choose an Excel file: only .xlsx and .xls are accepted.')
  await page.route('**/api/v1/import-files**', (route) => route.fulfill(fault))
  const workbook = {
    name: 'stock.xlsx',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(template),
  }
  await file.setInputFiles(workbook)
  await expect(page.getByRole('alert')).toHaveText('Failed to parse Excel file')
  await page.unroute('**/api/v1/import-files**')
  await file.setInputFiles(workbook)
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const counted of [/Products1/, /Categories1/, /Transactions1/]) await expect(main(page)).toContainText(counted)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toHaveCount(0)

  await file.setInputFiles(workbook)
  await page.route('**/api/v1/imports', (route) =>
    route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to import data')
  await page.unroute('**/api/v1/imports')
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByText('Data imported successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toHaveCount(0)
})
