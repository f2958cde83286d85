import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder, type SalesOrder } from '../contract/sales-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { countPresses, withinPresses } from './support/presses.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// The most frequent tasks of a day, and how many presses each may take: a click, a tap, Enter or a shortcut. Typing
// doesn't count. Each test says on which screen its task begins.

test('clicks, Enter and shortcuts count as presses, and text does not', async ({ page }) => {
  await visit(page, '/categories/new')
  const presses = await countPresses(page)
  const name = page.getByRole('textbox', { name: 'Category Name' })
  await name.click()
  await page.keyboard.type('Tea for two')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  expect(await presses()).toBe(1)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search products, categories...' })).toBeFocused()
  await page.keyboard.type('suppliers')
  await page.keyboard.press('Escape')
  expect(await presses()).toBe(3)
  // Reloading a page keeps the count.
  await page.goto('/suppliers')
  await page.getByRole('link', { name: 'Add Supplier' }).first().click()
  await expect(page).toHaveURL('/suppliers/new')
  expect(await presses()).toBe(4)
})

/** Creates an order for two tea, with nine in stock. */
async function sold(person: Person, status: 'pending' | 'delivered' = 'pending'): Promise<SalesOrder> {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  return person.call(createSalesOrder, { customer_name: 'Ana Trujillo', status, lines })
}

test("opening an order's invoice takes 2 presses, from the list of orders and from its page", async ({
  page,
  person,
}) => {
  const order = await sold(person)
  await visit(page, '/sales-orders')
  await withinPresses(page, 2, async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: `Actions: ${order.order_number}` }).click()
    await page.getByRole('menuitem', { name: 'Invoice' }).click()
    expect((await file).suggestedFilename()).toMatch(/^Invoice.*\.pdf$/)
  })
  await visit(page, `/sales-orders/${order.id}`)
  await withinPresses(page, 2, async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByRole('menuitem', { name: 'Invoice' }).click()
    expect((await file).suggestedFilename()).toMatch(/^Invoice.*\.pdf$/)
  })
})

test('taking a payment takes 4 presses from the list of orders', async ({ page, person }) => {
  const order = await sold(person)
  await visit(page, '/sales-orders')
  await withinPresses(page, 4, async () => {
    await page.getByRole('link', { name: order.order_number }).click()
    await page.getByRole('button', { name: 'Add Payment' }).click()
    await page.getByRole('radio', { name: 'Bank Transfer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add Payment' }).click()
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  })
})

test('recording a return takes 4 presses from the list of orders, even if the locations load slowly', async ({
  page,
  person,
}) => {
  const order = await sold(person, 'delivered')
  await page.route('**/api/v1/locations?*', async (route) => {
    await sleep(500)
    await route.continue()
  })
  await visit(page, '/sales-orders')
  await withinPresses(page, 4, async () => {
    await page.getByRole('link', { name: order.order_number }).click()
    await page.getByRole('button', { name: `More actions for ${order.order_number}` }).click()
    await page.getByRole('menuitem', { name: 'Return goods' }).click()
    const quantity = page.getByRole('textbox', { name: 'Quantity of Tea' })
    await expect(quantity).toBeFocused()
    await quantity.fill('1')
    await page.getByRole('button', { name: 'Return goods' }).click()
    await expect(page.getByText('1 returned', { exact: true })).toBeVisible()
  })
})

test('selling, shipping and delivering takes 7 presses from the list of orders', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  await visit(page, '/sales-orders')
  await withinPresses(page, 7, async () => {
    await page.getByRole('link', { name: 'New Order' }).first().click()
    await expect(page.getByRole('textbox', { name: /^Customer name/ })).toBeFocused()
    await page.keyboard.type('Ana Trujillo')
    await page.getByRole('button', { name: 'Add Item' }).click()
    await page.keyboard.type('TEA')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Quantity of Tea', exact: true })).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Status: Pending' }).click()
    await page.getByRole('menuitem', { name: 'Delivered' }).click()
    await page.getByRole('button', { name: 'Ship and deliver' }).click()
    await expect(page.getByRole('button', { name: 'Status: Delivered' })).toBeVisible()
  })
})

test('creating and placing a purchase order takes 7 presses from the list of orders', async ({ page, person }) => {
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, cost_price: 2.5 })
  await visit(page, '/purchase-orders')
  await withinPresses(page, 7, async () => {
    await page.getByRole('link', { name: 'Create Purchase Order' }).first().click()
    await expect(page.getByRole('textbox', { name: /^Supplier/ })).toBeFocused()
    await page.keyboard.type('exotic')
    await page.getByRole('option', { name: 'Exotic Liquids' }).click()
    await page.getByRole('button', { name: 'Add Item' }).click()
    await page.keyboard.type('TEA')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Quantity of Tea/ })).toBeFocused()
    await page.keyboard.type('10')
    await page.getByRole('button', { name: 'Complete Payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete Payment' }).click()
    await expect(page.getByRole('link', { name: 'Receive 10 units' })).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'Status: Ordered' })).toBeVisible()
})

/** Opens a screen without a product list and moves the focus out of every field. */
async function focusNothing(page: Page): Promise<void> {
  await visit(page, '/suppliers/new')
  await page.locator('body').click({ position: { x: 5, y: 700 } })
}

/** Types into the search and opens its first result with one press. */
async function openByTyping(page: Page, text: string, sku: string): Promise<void> {
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('button', { name: sku })).toBeVisible()
  await page.keyboard.press('Enter')
}

test('finding a product takes no press: typing is enough, on its list and elsewhere', async ({ page, person }) => {
  for (const [name, sku] of [
    ['Chai', 'NW-001'],
    ['Chang', 'NW-002'],
  ] as const)
    await person.call(createProduct, { name, sku, price: 19 })
  await visit(page, '/products')
  await withinPresses(page, 0, async () => {
    await page.keyboard.type('chang')
    await expect(page.getByRole('searchbox')).toHaveValue('chang')
    await expect(page.getByText('1 product found')).toBeVisible()
  })
  await focusNothing(page)
  await withinPresses(page, 0, async () => {
    await page.keyboard.type('nw-002')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Chang' })).toBeVisible()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Chang' })).toBeVisible()
})

test('removing 3 units takes 4 presses from anywhere, and counting a product takes 2 from its page', async ({
  page,
  person,
}) => {
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
  const onHand = async () => (await person.call(readProductStock, { product_id: chang.id })).on_hand
  await focusNothing(page)
  await withinPresses(page, 4, async () => {
    await openByTyping(page, 'chang', 'NW-002')
    await page.getByRole('button', { name: 'Update Stock' }).click()
    await page.getByRole('dialog').getByText('Stock Out').click()
    await expect(page.getByRole('textbox', { name: /^Quantity/ })).toBeFocused()
    await page.keyboard.type('3')
    await expect(page.getByRole('button', { name: 'Update Stock · −3 units' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Chang: 14 on hand' })).toContainText('Undo')
  })
  expect(await onHand()).toBe(14)

  await withinPresses(page, 2, async () => {
    await page.getByRole('button', { name: 'Edit stock at Main Warehouse' }).click()
    await expect(page.getByRole('textbox', { name: 'Current Quantity' })).toBeFocused()
    await page.keyboard.type('12')
    await expect(page.getByRole('button', { name: 'Save · −2 units' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Main Warehouse: 12 on hand' })).toContainText('Undo')
  })
  expect(await onHand()).toBe(12)
})

test('transferring 6 units takes 4 presses from anywhere, also among several locations', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  await person.call(createLocation, { name: 'Back room' })
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
  await focusNothing(page)
  await withinPresses(page, 4, async () => {
    await openByTyping(page, 'chang', 'NW-002')
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(page.getByRole('textbox', { name: /^To location/ })).toBeFocused()
    await page.keyboard.type('shop')
    await expect(page.getByRole('option')).toHaveText([/^Shop floor/, 'Add “shop”'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^To location/ })).toHaveValue('Shop floor')
    await page.keyboard.press('Tab')
    await page.keyboard.type('6')
    await expect(page.getByRole('button', { name: 'Transfer · 6 units' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '6 units of Chang moved to Shop floor' })).toBeVisible()
  })
  const { locations } = await person.call(readProductStock, { product_id: chang.id })
  expect(locations.find(({ location_id }) => location_id === shop.id)?.on_hand).toBe(6)
})

test('receiving everything in an order takes 3 presses, and undoing that takes one', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const [tea, coffee] = [
    await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4 }),
    await person.call(createProduct, { name: 'Coffee', sku: 'COF-1', price: 5 }),
  ]
  const lines = [
    { product_id: tea.id, quantity: 10, unit_price: 3 },
    { product_id: coffee.id, quantity: 4, unit_price: 5 },
  ]
  const draft = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const order = await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  const onHand = async () =>
    Promise.all([tea, coffee].map(async ({ id }) => (await person.call(readProductStock, { product_id: id })).on_hand))
  await visit(page, '/')
  await withinPresses(page, 3, async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Receiving/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Receiving' })).toBeVisible()
    await page.getByRole('link', { name: new RegExp(`^${order.order_number}`) }).click()
    await page.getByRole('button', { name: 'Receive all · 14 units' }).click()
    await expect(page.getByRole('status').filter({ hasText: '14 units of' })).toContainText('Undo')
  })
  expect(await onHand()).toEqual([10, 4])
  const toast = page.getByRole('status').filter({ hasText: `14 units of ${order.order_number} received` })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Receipt undone')).toBeVisible()
  expect(await onHand()).toEqual([0, 0])
})
