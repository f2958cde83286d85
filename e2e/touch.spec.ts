import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { createPurchaseOrder, listPurchaseOrders, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { listReceipts } from '../contract/receiving.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
import { createSalesOrder, listSalesOrders } from '../contract/sales-orders.ts'
import { createSupplier, listSuppliers } from '../contract/suppliers.ts'
import { listTransactions } from '../contract/transactions.ts'
import { storageOf } from './support/browser.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { smallTargets } from './support/touch-targets.ts'
import { visit } from './support/visit.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const

test('everything a finger presses on a phone is 44 px each way, and no screen scrolls sideways', async ({
  browser,
  person,
  baseURL,
}) => {
  test.slow()
  const owner = person.in((await person.call(createSampleCompany, {})).org_id)
  const storageState = storageOf(owner, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const path of await screens(owner)) {
    await visit(page, path)
    expect.soft(await smallTargets(page), path).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(phone.viewport.width)
  }
  const sale = `/sales-orders/${await orderToShip(owner)}`
  for (const { path, open, shows } of [...opened, { path: sale, open: /^Ship /, shows: '[role=dialog]' }]) {
    await visit(page, path)
    await page.getByRole('button', { name: open }).first().tap()
    await expect(page.locator(shows).first()).toBeVisible()
    expect.soft(await smallTargets(page, shows), `${path}: ${open}`).toEqual([])
    await page.keyboard.press('Escape')
  }
  await context.close()
})

test('the same holds for the forms, the settings and the pages of a stranger', async ({ browser, person, baseURL }) => {
  test.slow()
  const owner = person.in((await person.call(createSampleCompany, {})).org_id)
  const storageState = storageOf(owner, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const path of await forms(owner)) {
    await visit(page, path)
    expect.soft(await smallTargets(page), path).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(phone.viewport.width)
  }
  await context.close()
  const stranger = await browser.newContext({ ...phone, baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const outside = await stranger.newPage()
  for (const path of [
    '/auth',
    '/auth/forgot',
    '/auth/email',
    '/auth/reset',
    '/customer/preview',
    '/supplier/preview',
  ]) {
    await outside.goto(path)
    await expect(outside.getByRole('heading', { level: 1 })).toBeAttached()
    expect.soft(await smallTargets(outside), path).toEqual([])
  }
  await stranger.close()
})

test('an empty list on a phone has one first action, in its middle', async ({ browser, person, baseURL }) => {
  const storageState = storageOf(person, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await visit(page, '/suppliers')
  await expect(page.getByRole('link', { name: 'Add Your First Supplier' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Supplier', exact: true })).toBeHidden()
  await visit(page, '/suppliers?q=tea')
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Supplier', exact: true })).toBeVisible()
  await context.close()
})

test('on a phone the products to choose from appear below their field, and the page keeps its width', async ({
  browser,
  person,
  baseURL,
}) => {
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
  const storageState = storageOf(person, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await visit(page, '/transactions')
  await page.getByRole('button', { name: 'Add Transaction' }).first().tap()
  const product = page.getByRole('dialog').getByRole('textbox', { name: 'Product' })
  const reason = page.getByRole('dialog').getByRole('combobox', { name: 'Reason' })
  for (const [field, name] of [
    [product, /^Chang/],
    [reason, 'Other'],
  ] as const) {
    await field.tap()
    const choice = page.getByRole('option', { name })
    await choice.scrollIntoViewIfNeeded()
    const [below, above] = [await choice.boundingBox(), await field.boundingBox()]
    // A list that is wider than the window for a moment made phones show the page smaller, and the list beside it.
    expect(await page.evaluate('innerWidth')).toBe(phone.viewport.width)
    expect(below?.x).toBeGreaterThanOrEqual(above?.x ?? 0)
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeLessThanOrEqual((above?.x ?? 0) + (above?.width ?? 0))
    await choice.tap()
  }
  await expect(product).toHaveValue(/Chang/)
  await expect(reason).toHaveValue('Other')
  await context.close()
})

test('on a phone a long name in an order ends before its SKU', async ({ browser, person, baseURL }) => {
  const name = 'Chain for eleven sprockets, nickel-plated, with a quick link and a tool that opens it without gloves'
  const { id: product_id } = await person.call(createProduct, { name, sku: 'CHN-11', price: 19, stock_quantity: 4 })
  const lines = [{ product_id, quantity: 2, unit_price: 19 }]
  const { id } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  const storageState = storageOf(person, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await visit(page, `/sales-orders/${id}`)
  // A third line would be drawn in the space for a finger, over the SKU.
  const text = page.getByRole('list', { name: 'Order Items' }).getByText(name)
  await expect(text).toHaveCSS('-webkit-line-clamp', '2')
  await expect(text).toHaveCSS('padding-bottom', '0px')
  await context.close()
})

test('on a phone a product can be saved from anywhere in its form, and deleted at its end', async ({
  browser,
  person,
  baseURL,
}) => {
  const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 0 })
  const storageState = storageOf(person, baseURL ?? '')
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '', storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await visit(page, `/products/${id}?edit=1`)
  const save = page.getByRole('button', { name: 'Update Product' })
  const remove = page.getByRole('button', { name: 'Delete Product' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await expect(remove).not.toBeInViewport()
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect(save).toBeInViewport({ ratio: 1 })
  await expect(remove).toBeInViewport({ ratio: 1 })
  await context.close()
})

/** Overlays: dialogs, menus, the navigation, the search. */
const opened: readonly { path: string; open: string | RegExp; shows: string }[] = [
  { path: '/products', open: 'Open navigation', shows: '[role=dialog]' },
  { path: '/products', open: /^User menu/, shows: '[role=menu]' },
  { path: '/products', open: 'Search products, categories...', shows: '[role=dialog]' },
  { path: '/products', open: 'Stock', shows: '.mantine-Popover-dropdown, [role=listbox]' },
  { path: '/location-transfers', open: 'New Transfer', shows: '[role=dialog]' },
  { path: '/transactions', open: 'Add Transaction', shows: '[role=dialog]' },
  { path: '/transactions', open: /^Actions/, shows: '[role=menu]' },
  { path: '/shipping', open: 'Add Shipment', shows: '[role=dialog]' },
]

async function orderToShip(person: Person): Promise<string> {
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: product?.id ?? '', quantity: 1, unit_price: 2 }],
  })
  return id
}

async function screens(person: Person): Promise<string[]> {
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const [category] = (await person.call(listCategories, {})).items
  const [purchase] = (await person.call(listPurchaseOrders, { open: 'true' })).items
  const [sale] = (await person.call(listSalesOrders, {})).items
  const [receipt] = (await person.call(listReceipts, {})).items
  return [
    '/',
    '/products?q=chain',
    '/products?q=chain&view=grid',
    `/products/${product?.id}`,
    `/products/${product?.id}?edit=1`,
    '/categories',
    `/categories/${category?.id}`,
    '/suppliers',
    '/locations',
    '/location-transfers',
    '/stock-count',
    '/purchase-orders/reorder',
    `/transactions?product=${product?.id}`,
    '/receiving',
    `/receiving?order=${purchase?.id}`,
    `/receiving/${receipt?.id}`,
    '/shipping',
    '/purchase-orders',
    `/purchase-orders/${purchase?.id}`,
    '/sales-orders',
    `/sales-orders/${sale?.id}`,
    '/reports',
    '/audit-trail',
    '/notifications',
    '/settings',
    '/settings/members',
    '/profile',
  ]
}

async function forms(person: Person): Promise<string[]> {
  const [supplier] = (await person.call(listSuppliers, {})).items
  const [purchase] = (await person.call(listPurchaseOrders, { status: 'ordered' })).items
  const [sale] = (await person.call(listSalesOrders, { status: 'pending' })).items
  const [movement] = (await person.call(listTransactions, { type: 'in' })).items
  const settings = ['company', 'notifications', 'import', 'ledger', 'api-keys', 'webhooks']
  return [
    '/categories/new',
    `/suppliers/${supplier?.id}`,
    '/purchase-orders/new',
    `/purchase-orders/${purchase?.id}?edit`,
    '/sales-orders/new',
    `/sales-orders/${sale?.id}?edit`,
    `/postings/${movement?.posting_id}`,
    '/reports?report=transactions',
    '/reports?report=valuation',
    ...settings.map((section) => `/settings/${section}`),
    '/import',
    '/no-such-screen',
  ]
}

test('on a phone the focus and the error of a field are above the buttons of its form', async ({
  browser,
  person,
  baseURL,
}) => {
  test.slow()
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const lines = [{ product_id, quantity: 10, unit_price: 2.5 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  const viewport = { width: 390, height: 500 }
  const storageState = storageOf(person, baseURL ?? '')
  const context = await browser.newContext({ ...phone, viewport, baseURL: baseURL ?? '', storageState })
  const page = await context.newPage()
  for (const path of ['/products/new', '/purchase-orders/new', '/sales-orders/new', `/receiving?order=${id}`]) {
    await visit(page, path)
    await page.locator('form input').first().focus()
    for (let field = 0; field < 40 && (await belowBar(page)) !== null; field++) {
      expect.soft(await belowBar(page), path).toBeLessThanOrEqual(0)
      await page.keyboard.press('Tab')
    }
  }
  const arrived = page.getByRole('textbox', { name: 'Received on' })
  await page.getByRole('textbox', { name: /^Quantity to receive of Tea/ }).fill('6')
  await arrived.fill('1 Jan 2999')
  await arrived.press('Control+Enter')
  await expect(arrived).toHaveAccessibleDescription('Date can’t be in the future')
  await expect.poll(() => belowBar(page)).toBeLessThanOrEqual(0)
  await context.close()
})

/** How far the focused field and its error reach below the upper edge of the buttons; null outside the fields. */
function belowBar(page: Page): Promise<number | null> {
  return page.evaluate(`(() => {
    const bar = document.querySelector('form [data-sticky]')
    const field = document.activeElement
    if (!field.closest('form') || bar.contains(field)) return null
    const shown = field.ariaInvalid === 'true' ? field.closest('.mantine-InputWrapper-root') : field
    return shown.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
  })()`)
}

test('on a tablet the calendar of past dates cuts off none of its common days', async ({
  browser,
  person,
  baseURL,
}) => {
  const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 })
  const storageState = storageOf(person, baseURL ?? '')
  const viewport = { width: 820, height: 1180 }
  const context = await browser.newContext({ ...phone, viewport, baseURL: baseURL ?? '', storageState })
  const page = await context.newPage()
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'As of now' }).tap()
  const day = page.getByRole('dialog', { name: 'As of' }).getByRole('button', { name: /^End of last/ })
  await expect(day).toHaveCount(3)
  for (const label of await day.locator('.mantine-Button-label').all())
    expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false)
  await context.close()
})
