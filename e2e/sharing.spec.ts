import type { Browser, BrowserContext, Page } from '@playwright/test'
import { dateFormat } from '../contract/date-format.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

/** Creates a link in the dialog of an order's page, which stays open, and returns its path on the server. */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByRole('textbox', { name: 'Private link' })
  await expect(link).toHaveValue(/\/(customer|supplier)\/[\w-]{43}$/)
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  return new URL(await link.inputValue()).pathname
}

/** A new browser without a session. Scripts are off, except for axe, which needs them to check the pages. */
const stranger = (browser: Browser, baseURL: string | undefined, scripts = false): Promise<BrowserContext> =>
  browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: scripts })

/** On a phone the page doesn't scroll sideways; on paper it has its content in black on white, without forms. */
async function fitsPhoneAndPaper(page: Page, what: string, button: string): Promise<void> {
  const sideways = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: button })).toBeVisible()
  expect(await sideways()).toBeLessThanOrEqual(0)
  // A4 at 96 dots per inch.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(what, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: button })).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await sideways()).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: null, colorScheme: null })
}

/** The date this many days from now, as a date field expects it and as pages show it. */
function inDays(days: number): { typed: string; shown: string } {
  const day = new Date(Date.now() + days * 86_400_000)
  return {
    typed: day.toISOString().slice(0, 10),
    shown: dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })(day),
  }
}

test('a customer opens a link in a clean browser and asks a question; a revoked link no longer works', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 10 })
  const order = await person.call(createSalesOrder, {
    customer_name: 'Jane Doe',
    customer_email: 'jane@example.com',
    lines: [{ product_id: chang.id, quantity: 3, unit_price: 19 }],
  })
  await visit(page, `/sales-orders/${order.id}`)
  const path = await share(page)

  const clean = await stranger(browser, baseURL)
  const customer = await clean.newPage()
  await customer.goto(path)
  await expect(customer.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  await expect(customer.getByText(`Order ${order.order_number}`, { exact: true })).toBeVisible()
  await expect(customer.getByText('Chang')).toBeVisible()
  await customer.getByRole('textbox', { name: /^Your question to/ }).fill('Can you ship it on Friday?')
  await customer.getByRole('button', { name: 'Send question' }).click()
  await expect(customer.getByText(/^Your question was sent to/)).toBeVisible()
  const looked = await page.context().newPage()
  await looked.goto(path)
  await accessible(looked)
  await fitsPhoneAndPaper(looked, 'Chang', 'Send question')
  await looked.close()

  // The order's page shows the question without a reload.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Can you ship it on Friday?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByRole('button', { name: 'Mark as open' })).toBeVisible()
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(dialog.getByText(/opened/)).toBeVisible()
  await accessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('Link revoked')).toBeVisible()

  const gone = await customer.goto(path)
  expect(gone?.status()).toBe(404)
  await expect(customer.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(customer.getByText('Chang')).toHaveCount(0)
  await clean.close()
})

test('a supplier confirms a later date and proposes a quantity, and the expected delivery on the product page follows', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, cost_price: 11.4 })
  const [sooner, later] = [inDays(7), inDays(21)]
  const draft = await person.call(createPurchaseOrder, {
    supplier_id,
    expected_date: sooner.typed,
    lines: [{ product_id: chang.id, quantity: 6, unit_price: 11.4 }],
  })
  const order = await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await visit(page, `/purchase-orders/${order.id}`)
  const path = await share(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await visit(page, `/products/${chang.id}`)
  const deliveries = page.getByRole('list', { name: 'Incoming' })
  await expect(deliveries).toContainText(sooner.shown)

  const clean = await stranger(browser, baseURL, true)
  const supplier = await clean.newPage()
  await supplier.goto(path)
  await expect(supplier.getByRole('heading', { level: 1, name: 'Please confirm this order' })).toBeVisible()
  await fitsPhoneAndPaper(supplier, 'Chang', 'Send confirmation')
  // On a phone the form comes right after the items it asks about.
  await supplier.setViewportSize({ width: 390, height: 844 })
  const top = async (name: string) => (await supplier.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? 0
  expect(await top('Confirm')).toBeLessThan(await top('Summary'))
  await supplier.getByLabel('Delivery date').fill(later.typed)
  await supplier.getByRole('spinbutton', { name: 'You can deliver: Chang' }).fill('4')
  await supplier.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(supplier.getByRole('heading', { level: 1, name: `Delivery on ${later.shown}` })).toBeVisible()
  await accessible(supplier)

  // The open product page updates: the date immediately, the quantity when a member accepts it.
  await expect(deliveries).toContainText(later.shown)
  await expect(deliveries).toContainText('6 units')
  await deliveries.getByRole('link', { name: order.order_number }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.order_number })).toBeVisible()
  await page.getByRole('button', { name: 'Accept quantities' }).click()
  await expect(page.getByText('Order updated with the proposed quantities')).toBeVisible()
  await visit(page, `/products/${chang.id}`)
  await expect(deliveries).toContainText('4 units')
  await supplier.reload()
  await expect(supplier.getByText('Accepted')).toBeVisible()
  await clean.close()
})
