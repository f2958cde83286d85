import type { Page, Request } from '@playwright/test'
import { acceptInvitation, createInvitation } from '../contract/invitations.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { storageOf } from './support/browser.ts'
import { violations } from './support/database.ts'
import { signUp } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { runFirst } from './support/tab.ts'
import { settled } from './support/visit.ts'

test("two people see each other's stock changes and the low-stock alert without reloading", async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  const url = baseURL ?? ''
  await person.call(createLocation, { name: 'Shop Floor' })
  const tea = await person.call(createProduct, {
    name: 'Tea',
    sku: 'TEA',
    price: 4,
    stock_quantity: 40,
    min_stock_level: 30,
  })
  const { link } = await person.call(createInvitation, { role: 'staff' })
  const other = (await signUp(url)).in(person.org_id)
  await other.call(acceptInvitation, { secret: link?.split('#')[1] ?? '' })
  const second = await browser.newContext({ storageState: storageOf(other, url), baseURL: url })
  const colleague = await second.newPage()
  await colleague.goto('/products?view=table')
  const theirFigure = colleague.getByRole('button', { name: /on hand of Tea/i })
  await expect(theirFigure).toHaveText('40')
  // Only the server may update the page: a reload would remove this mark.
  await colleague.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
  await page.goto(`/products/${tea.id}`)

  await page.getByRole('button', { name: 'Update Stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Stock' })
  await dialog.getByText('Stock Out').click()
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('15')
  await dialog.getByRole('button', { name: 'Update Stock' }).click()
  await expect(page.getByText('Tea: 25 on hand')).toBeVisible()
  await expect(theirFigure).toHaveText('25')
  // The sale and the alert: a colleague's action is a notification, too.
  await expect(colleague.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()

  // And in the other direction: the colleague undoes it, from the history.
  await colleague.getByRole('link', { name: 'Transactions' }).click()
  // The product list on the previous screen has a button of this name, too.
  await expect(colleague.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await settled(colleague)
  await colleague.getByRole('button', { name: 'Actions: Tea' }).first().click()
  await colleague.getByRole('menuitem', { name: 'Undo' }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^40 on hand of Tea/i }).first()).toBeVisible()
  // Each is notified of the other's action, not of their own, and both get the alert.
  const notified = (who: Page, what: RegExp) =>
    who.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: what })
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click()
  await expect(notified(page, /Undone: Tea/)).toBeVisible()
  await expect(notified(page, /Low stock: Tea/)).toBeVisible()
  await expect(notified(page, /Stock Out: Tea/)).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await expect(notified(colleague, /Stock Out: Tea/)).toBeVisible()
  await expect(notified(colleague, /Undone: Tea/)).toHaveCount(0)
  // One click leads from the alert to its product.
  await colleague.getByRole('link', { name: /^Low stock: Tea/ }).click()
  await expect(colleague.getByRole('heading', { level: 1, name: 'Tea' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  expect(await colleague.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  await second.close()

  const { items } = await person.call(listProducts, {})
  expect(items.map(({ stock }) => stock.on_hand)).toEqual([40])
  expect(await violations(process.env['JOURNEYS_DATA'] ?? '')).toEqual([])
})

test('a tab in the background ends its stream, so that many tabs fit into a browser’s connections, and is up to date when it is shown', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  const streams = { open: 0 }
  const isStream = (request: Request) => request.url().endsWith('/api/v1/events')
  page.on('request', (request) => void (isStream(request) && (streams.open += 1)))
  const end = (request: Request) => void (isStream(request) && (streams.open -= 1))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.clock.install()
  await page.goto('/products?view=table')
  await expect.poll(() => streams.open).toBe(1)
  await show(page, false)
  await page.clock.fastForward(9_000)
  // Only an open stream shows it.
  await person.call(createProduct, { name: 'Chai', sku: 'CHAI', price: 4 })
  await expect(page.getByRole('link', { name: 'Chai' })).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect.poll(() => streams.open).toBe(0)
  await person.call(createProduct, { name: 'Coffee', sku: 'COFFEE', price: 4 })
  await expect(page.getByRole('link', { name: 'Coffee' })).toHaveCount(0)
  await show(page, true)
  await expect(page.getByRole('link', { name: 'Coffee' })).toBeVisible()
  await expect.poll(() => streams.open).toBe(1)
})

test('a tab that was opened in the background is up to date when it is first shown', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  await runFirst(page, `Object.defineProperty(document, 'hidden', { value: true, configurable: true })`)
  await page.goto('/products?view=table')
  await expect(page.getByRole('link', { name: 'Tea' })).toBeVisible()
  await person.call(createProduct, { name: 'Coffee', sku: 'COFFEE', price: 4 })
  await show(page, true)
  await expect(page.getByRole('link', { name: 'Coffee' })).toBeVisible()
})

test('what changed before a late first connection is shown once it is there', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/events', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/products?view=table')
  await expect(page.getByRole('link', { name: 'Tea' })).toBeVisible()
  await person.call(createProduct, { name: 'Coffee', sku: 'COFFEE', price: 4 })
  await page.clock.fastForward(2_500)
  held.resolve()
  await expect(page.getByRole('link', { name: 'Coffee' })).toBeVisible()
  await page.unroute('**/api/v1/events')
})

/** Tells the page that its tab is in front, or in the background. */
async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${!isShown}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}
