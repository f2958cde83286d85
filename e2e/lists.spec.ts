import type { Locator, Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { runFirst } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('an empty list has one filled button, and neither search nor filters nor figures', async ({ page, person }) => {
  const inHeader = page.locator('main header').getByRole('link', { name: 'Add Supplier' })
  await visit(page, '/suppliers')
  await expect(page.getByText('No suppliers found')).toBeVisible()
  await expect(inHeader).toHaveAttribute('data-variant', 'default')
  const toolbar = page.locator('main').getByRole('search')
  await expect(toolbar).toHaveCount(0)
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  await visit(page, '/suppliers')
  await expect(inHeader).not.toHaveAttribute('data-variant', 'default')
  await expect(toolbar).toBeVisible()
  // Where the list's action is the header's, it is offered once.
  await visit(page, '/shipping')
  await expect(page.getByText('Shipments appear here once you ship a sales order.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Shipment' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Pending Shipments/ })).toHaveCount(0)
})

test('columns fit their numbers in Firefox, whose scroll widths differ', async ({ page, person }) => {
  // There, cells have none of their own, and inline text has one.
  await runFirst(
    page,
    `{
      const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollWidth')
      Object.defineProperty(Element.prototype, 'scrollWidth', {
        get() {
          if (this.matches('td')) return this.clientWidth
          return getComputedStyle(this).display === 'inline' ? this.offsetWidth : get.call(this)
        },
      })
    }`,
  )
  await person.call(createProduct, { name: 'Gold bar', sku: 'AU-1', price: 99_999_999.99, stock_quantity: 25 })
  await visit(page, '/products?view=table')
  await expect(page.getByRole('cell', { name: '$99,999,999.99' })).toBeVisible()
  await expect.poll(() => missingPx(page, '$99,999,999.99')).toBe(0)
  const widths = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll('thead th')].map(({ offsetWidth }) => offsetWidth)`)
  const before = await widths()
  expect(before.length).toBeGreaterThan(5)
  await page.setViewportSize({ width: 1290, height: 800 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(widths).toEqual(before)
})

/** How much of a cell's text is cut off. */
const missingPx = (page: Page, text: string) =>
  page.evaluate<number>(`(() => {
    const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent === '${text}')
    const { paddingLeft, paddingRight } = getComputedStyle(cell)
    const content = cell.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return Math.max(0, cell.firstElementChild.getBoundingClientRect().width - content)
  })()`)

test('a number of any size is never cut off in a table', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Screws', sku: 'SCR-1', price: 1, stock_quantity: 9_876_543_210 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/transactions')
  await expect(page.getByRole('cell').getByText('+9,876,543,210')).toBeVisible()
  const isWhole = () =>
    page.evaluate<boolean>(`(() => {
      const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent === '+9,876,543,210')
      return cell.querySelector('span').getBoundingClientRect().right <= cell.getBoundingClientRect().right
        && cell.firstElementChild.scrollWidth <= cell.firstElementChild.clientWidth
    })()`)
  await expect.poll(isWhole).toBe(true)
  // Also to a fraction of a pixel, which an ellipsis would take a digit for.
  const gold = { name: 'Gold bar', sku: 'AU-1', price: 99_999_999.99 }
  const { id: product_id } = await person.call(createProduct, gold)
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Mint' })
  const lines = [{ product_id, quantity: 8_888, unit_price: 99_999_999.99 }]
  await person.call(createPurchaseOrder, { supplier_id, lines })
  for (const [path, text] of [
    ['/products?view=table', '$99,999,999.99'],
    ['/purchase-orders', '$888,799,999,911.12'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByRole('cell', { name: text })).toBeVisible()
    await expect.poll(() => missingPx(page, text)).toBe(0)
  }
  // The fields and amounts of an order's form have the same room.
  await page.getByRole('link', { name: /^PO-/ }).click()
  await page
    .getByRole('link', { name: 'Edit', exact: true })
    .or(page.getByRole('button', { name: 'Edit' }))
    .click()
  const price = page.getByLabel('Unit price of Gold bar')
  await expect(price).toHaveValue('99999999.99')
  expect(await price.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  const amount = await page.getByRole('listitem').getByText('$888,799,999,911.12').boundingBox()
  const remove = await page.getByRole('button', { name: 'Remove Gold bar' }).boundingBox()
  expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual(remove?.x ?? 0)
})

test('a total of twelve digits fits into its tile on a phone', async ({ page, person }) => {
  for (const sku of ['A', 'B', 'C'])
    await person.call(createProduct, { name: sku, sku, price: 1, stock_quantity: 99_999_999_999 })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  const tile = page.getByRole('link', { name: /^Total Inventory/ })
  await expect(tile).toContainText('299,999,999,997')
  const missingPx = 'document.documentElement.scrollWidth - innerWidth'
  expect(await page.evaluate(missingPx)).toBe(0)
  expect(await tile.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('on a phone, a finished first step has its title on one line, with its time beside it and its link below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  const step = page.getByRole('listitem').filter({ hasText: 'Create your company' })
  const title = await step.getByRole('heading').boundingBox()
  const time = await step.getByRole('time').boundingBox()
  const link = await step.getByRole('link', { name: 'Add company details' }).boundingBox()
  expect(title?.height).toBeLessThan(30)
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(time?.x ?? 0)
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(link?.y ?? 0)
})

test('long names and numbers leave room for what is beside them', async ({ page, person }) => {
  const name = 'Fasteners, fixings, threaded rods, washers and all other small metal parts that are sold by the box'
  const { id: category_id } = await person.call(createCategory, { name, color: '#EC4899' })
  const { id: product_id } = await person.call(createProduct, { name, sku: 'SCR-1', price: 1, category_id })
  const lines = [{ product_id, quantity: 79_997, unit_price: 9_999_999.99 }]
  await person.call(createSalesOrder, { customer_name: name, lines })
  await page.setViewportSize({ width: 1280, height: 800 })
  const rightOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  await visit(page, '/')
  const list = page.getByRole('list').filter({ hasText: `${name}1` })
  const count = list.getByRole('link', { name }).getByText('1', { exact: true })
  expect(await rightOf(count)).toBeLessThanOrEqual(await rightOf(list))
  await visit(page, '/sales-orders')
  const cell = page.getByRole('cell', { name: /backordered/ })
  expect(await rightOf(cell.getByText('79,997 backordered'))).toBeLessThanOrEqual(await rightOf(cell))
})

test('a phone names the section of a record once, in the top bar', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/products/${id}`)
  const bar = page.getByRole('banner')
  await expect(bar).toContainText('Products')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: 'Products', exact: true })).toHaveCount(0)
  await visit(page, `/products/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
  await expect(bar).toContainText('Products')
  await expect(bar).not.toContainText('Not Found')
})

test('hidden columns are counted the same with and without results', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Screws', sku: 'SCR-1', price: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  const chooser = page.getByRole('button', { name: /^Choose columns/ })
  await visit(page, '/products?view=table')
  const hidden = await chooser.getAttribute('aria-label')
  await visit(page, '/products?view=table&q=nothing')
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(chooser).toHaveAttribute('aria-label', hidden ?? '')
  await expect(page.getByText('Not shown here')).toHaveCount(0)
  await chooser.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the menu of each purchase order has what its status allows', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })
  const lines = [{ product_id: product.id, quantity: 4, unit_price: 2 }]
  const draft = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const second = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const ordered = await person.call(payPurchaseOrder, { id: second.id, version: second.version })
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/purchase-orders')
  const entriesOf = async (number: string) => {
    await page.getByRole('button', { name: `Actions: ${number}` }).click()
    await page.getByRole('menuitem').first().waitFor()
    const entries = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    return entries.map((entry) => entry.split('\n')[0])
  }
  expect(await entriesOf(draft.order_number)).toEqual(['Edit', 'Print'])
  expect(await entriesOf(ordered.order_number)).toEqual(['Receive', 'Edit', 'Print'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table')).toBeHidden()
  expect(await entriesOf(ordered.order_number)).toEqual(['Receive', 'Edit', 'Print'])
  await page.getByRole('button', { name: `Actions: ${draft.order_number}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Edit Purchase Order ${draft.order_number}` })).toBeVisible()
})

test('a day is typed as it is shown or chosen in a calendar, and text that is no date is reported', async ({
  page,
  person,
}) => {
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  await visit(page, '/purchase-orders/new')
  const field = page.getByLabel('Expected delivery date')
  await field.fill('24/12/2031')
  await field.press('Tab')
  await expect(field).toHaveValue('24 Dec 2031')
  await field.fill('soon')
  await field.blur()
  await expect(field).toHaveValue('soon')
  await expect(page.getByText('Enter a date like 20 Nov 2026')).toBeVisible()
  await field.fill('12/05/2031')
  await field.blur()
  await expect(page.getByText('This could be 12 May or 5 Dec. Write the month as a word.')).toBeVisible()
  await field.fill('December 24, 2031')
  await field.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Expected delivery date' })
  await calendar.getByRole('button', { name: '25 December 2031' }).click()
  await expect(field).toHaveValue('25 Dec 2031')
  await expect(field).toBeFocused()
  await expect(calendar).toHaveCount(0)
})

test('on a phone, the buttons of the picker of a past moment are on the screen', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })
  await page.setViewportSize({ width: 390, height: 664 })
  await visit(page, '/products')
  await page.getByRole('button', { name: 'As of now' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 })
})

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('choosing to sign up moves the focus to the address', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await expect(page.getByLabel('Email address')).toBeFocused()
  })
})

test('rows that can’t be loaded are asked for once, with a retry below the others', async ({ page, person }) => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => person.call(createSupplier, { name: `Supplier ${n + 10}` })))
  let asked = 0
  await page.route('**/api/v1/suppliers?*cursor=*', async (route) => {
    asked += 1
    // Not a lost connection, after which the app asks again by itself.
    await route.fulfill({ status: 500, body: '{}' })
  })
  await visit(page, '/suppliers')
  const retry = page.locator('main').getByRole('button', { name: 'Try again' })
  await page.mouse.wheel(0, 3_000)
  await expect(retry).toBeVisible()
  await page.mouse.wheel(0, -500)
  await page.mouse.wheel(0, 500)
  await expect(page.getByText('Supplier 10', { exact: true })).toBeVisible()
  expect(asked).toBeLessThan(3)
  await page.unroute('**/api/v1/suppliers?*cursor=*')
  await retry.click()
  await expect(retry).toBeHidden()
  await expect(page.getByText('Supplier 39', { exact: true })).toBeVisible()
})

test('the search box shows what the list is searched for after going back', async ({ page, person }) => {
  await person.call(createSupplier, { name: 'Tokyo Traders' })
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  await visit(page, '/suppliers')
  const box = page.getByRole('searchbox')
  await box.fill('tokyo')
  await expect(page).toHaveURL(/q=tokyo/)
  await page.getByRole('navigation').getByRole('link', { name: 'Suppliers', exact: true }).click()
  await expect(page).not.toHaveURL(/q=/)
  await expect(box).toHaveValue('')
  await page.goBack()
  await expect(box).toHaveValue('tokyo')
  await expect(page.getByText('Exotic Liquids')).toBeHidden()
})

test('on a phone suppliers and categories are compact rows, and cards on request', async ({ page, person }) => {
  await person.call(createSupplier, { name: 'Exotic Liquids', payment_terms: 'Net 30', contact_person: 'Charlotte' })
  const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, category_id })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/suppliers')
  const row = page.getByRole('list', { name: 'Suppliers' }).getByRole('listitem')
  await expect(row).toContainText('Net 30 · Charlotte')
  expect((await row.boundingBox())?.height).toBeLessThan(80)
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect(row.getByText('Charlotte', { exact: true })).toBeVisible()
  await visit(page, '/categories')
  const category = page.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await expect(category.getByRole('heading', { name: 'Beverages' })).toBeVisible()
  expect((await category.boundingBox())?.height).toBeLessThan(80)
  // The number of products is a link of its own above the row's.
  await category.getByRole('link', { name: '1 product' }).click()
  await expect(page).toHaveURL(`/products?category=${category_id}`)
})

test('on paper a list is dark on white in dark mode, too, and without its controls', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 39 })
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await visit(page, '/products?view=table')
  const row = page.getByRole('row', { name: /Chai/ })
  await expect(row).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(row.getByRole('link', { name: 'Chai' })).toHaveCSS('color', 'rgb(24, 24, 27)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('link', { name: 'Add Product' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Select Chai' })).toBeHidden()
  await expect(page.getByPlaceholder('Name, SKU or description')).toBeHidden()
  await page.emulateMedia({ colorScheme: null, media: null })
})
