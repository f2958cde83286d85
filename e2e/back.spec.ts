import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { dialog } from './support/texts.ts'
import { expect, test } from './support/test.ts'
import { settled } from './support/visit.ts'

const phone = { width: 390, height: 844 }

/** Opens a screen as the first of its page, then another one by its link. */
async function comeTo(page: Page, name: string): Promise<void> {
  await page.goto('/categories')
  await settled(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await settled(page)
}

const entries = (page: Page) => page.evaluate('history.length')

/** Waits until the first entry is in the history once more: a person takes longer to press Back. */
const isRepeated = (page: Page) => expect.poll(() => page.evaluate('history.state.isRepeat')).toBe(true)

test('on a phone, Back closes a menu, then a dialog whose text is kept, then leaves; Forward reopens nothing', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  await comeTo(page, 'Locations')
  await page.setViewportSize(phone)
  const before = await entries(page)
  const menu = page.getByRole('button', { name: 'Actions: Main Warehouse' })
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(menu).toBeFocused()

  const add = page.getByRole('button', { name: 'Add Location' })
  await add.click()
  const name = dialog(page).getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Annex')
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/locations')
  await page.goForward()
  await expect(dialog(page)).toHaveCount(0)
  await add.click()
  await expect(name).toHaveValue('Annex')
  // Closed by its own button, it has left nothing that Back would have to pass.
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await entries(page)).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('/categories')
})

test('Back and Escape close only what is on top: a question, then the panel below it', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Tea',
    sku: 'TEA-1',
    price: 2,
    stock_quantity: 4,
  })
  const lines = [{ product_id, quantity: 2, unit_price: 2 }]
  const order = await person.call(createSalesOrder, { customer_name: 'Ada', lines })
  await person.call(createShipment, {
    sales_order_id: order.id,
    shipping_method: 'ground',
    carrier: 'dhl',
    shipping_address: '1 Harbour Way',
    lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 2 }],
  })
  await comeTo(page, 'Shipping')
  const panel = dialog(page).filter({ has: page.getByRole('button', { name: 'Mark as shipped' }) })
  const question = page.getByRole('dialog', { name: /^Discard/ })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('row').filter({ hasText: 'Ada' }).getByRole('link').first().click()
    await panel.getByRole('button', { name: /^Actions: / }).click()
    await page.getByRole('menuitem', { name: 'Discard' }).click()
    await expect(question).toBeVisible()
    await close()
    await expect(question).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/shipment=/)
    await close()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL('/shipping')
  }
  await page.goBack()
  await expect(page).toHaveURL('/categories')
})

test('Back closes the navigation of a phone, the search and a list of choices; what they lead to is left by Back', async ({
  page,
}) => {
  await comeTo(page, 'Products')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search products, categories...' })
  await expect(search).toBeVisible()
  await page.goBack()
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL('/products')

  await page.keyboard.press('Control+k')
  await search.fill('add trans')
  await page.getByRole('button', { name: 'Add transaction' }).click()
  await expect(page).toHaveURL('/transactions?add=1')
  const reason = dialog(page).getByRole('combobox', { name: 'Reason' })
  await reason.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('option').filter({ visible: true })).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/transactions')
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await expect(dialog(page)).toHaveCount(0)
})

test('on the first screen of a page, Back closes what is open; the next one leaves', async ({ page }) => {
  await page.goto('/auth/confirm')
  await page.goto('/products?filter=low')
  await settled(page)
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toBeVisible()
  await isRepeated(page)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/products?filter=low')
  await page.goBack()
  await expect(page).toHaveURL('/auth/confirm')

  // A list of choices leaves the focus with the control that opened it.
  await page.goto('/sales-orders/new')
  await settled(page)
  const choices = page.getByRole('option').filter({ visible: true })
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await expect(choices.first()).toBeVisible()
  await isRepeated(page)
  await page.goBack()
  await expect(choices).toHaveCount(0)
  await expect(page).toHaveURL('/sales-orders/new')
  await page.goBack()
  await expect(page).toHaveURL('/auth/confirm')
})

test('in a new tab, Back closes what its address opened, and doesn’t open it again', async ({ page, context }) => {
  await page.goto('/categories')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(`void window.open('/transactions?add=1')`),
  ])
  await expect(dialog(tab)).toBeVisible()
  await isRepeated(tab)
  await tab.goBack()
  await expect(dialog(tab)).toHaveCount(0)
  await expect(tab).toHaveURL('/transactions')
  await tab.goBack()
  await expect(tab).toHaveURL('/transactions')
  await settled(tab)
  await expect(dialog(tab)).toHaveCount(0)
  await tab.close()
})

test('Back ends selecting, and closes the list of members of a comment, before it leaves the screen', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  await comeTo(page, 'Products')
  await page.setViewportSize(phone)
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.click()
  await page.getByRole('checkbox', { name: /Tea/ }).click()
  await expect(select).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(select).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/products')
  await page.goBack()
  await expect(page).toHaveURL('/categories')

  await page.goto(`/products/${id}`)
  await settled(page)
  const comment = page.getByRole('textbox', { name: /comment/i }).first()
  await comment.click()
  await page.keyboard.type('@')
  const members = page.getByRole('listbox', { name: 'Members' })
  await expect(members).toBeVisible()
  await isRepeated(page)
  await page.goBack()
  await expect(members).toHaveCount(0)
  await expect(page).toHaveURL(`/products/${id}`)
  await expect(comment).toHaveValue('@')
  await page.goBack()
  await expect(page).toHaveURL('/categories')
})

test('Forward leaves no question open that the screen below asked', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  await comeTo(page, 'Products')
  await page.getByRole('main').getByRole('link', { name: 'Tea' }).first().click()
  await expect(page).toHaveURL(`/products/${id}`)
  await page.goBack()
  await expect(page).toHaveURL('/products')
  await page.getByRole('button', { name: 'Actions: Tea' }).first().click()
  await page.getByRole('menuitem', { name: /^(Archive|Delete)/ }).click()
  await expect(dialog(page)).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(`/products/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tea' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('Back pressed twice at once, on an idle or a busy page, leaves address and screen the same', async ({ page }) => {
  for (const busyMs of [0, 400]) {
    await page.goto('/categories')
    await settled(page)
    for (const name of ['Locations', 'Products']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await page.keyboard.press('Control+k')
    await expect(dialog(page)).toBeVisible()
    await page.evaluate(`history.back(); history.back(); setTimeout(() => {
      const until = Date.now() + ${busyMs}
      while (Date.now() < until);
    })`)
    await expect(dialog(page)).toHaveCount(0)
    await expect(async () => {
      const path = new URL(page.url()).pathname
      const heading = await page.getByRole('heading', { level: 1 }).first().innerText()
      expect(`/${heading.toLowerCase()}`).toBe(path)
    }).toPass({ timeout: 5_000 })
  }
})
