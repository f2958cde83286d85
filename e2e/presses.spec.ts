import { createProduct } from '../contract/products.ts'
import { createSalesOrder, type SalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { countPresses, withinPresses } from './support/presses.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// The most frequent jobs of a day and how many presses each may take: a click, a tap, Enter or a shortcut. Typing is
// free. Each test says on which screen its job begins.

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
  // Loading a page anew keeps the count.
  await page.goto('/suppliers')
  await page.getByRole('link', { name: 'Add Supplier' }).first().click()
  await expect(page).toHaveURL('/suppliers/new')
  expect(await presses()).toBe(4)
})

/** An order of two tea, of nine that are there. */
async function sold(person: Person, status: 'pending' | 'delivered' = 'pending'): Promise<SalesOrder> {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  return person.call(createSalesOrder, { customer_name: 'Ana Trujillo', status, lines })
}

test('the invoice of an order, from the list of orders: 2; from its page: 2', async ({ page, person }) => {
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

test('taking a payment, from the list of orders: 4', async ({ page, person }) => {
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

test('a return, from the list of orders: 4', async ({ page, person }) => {
  const order = await sold(person, 'delivered')
  await visit(page, '/sales-orders')
  await withinPresses(page, 4, async () => {
    await page.getByRole('link', { name: order.order_number }).click()
    await page.getByRole('button', { name: `More actions for ${order.order_number}` }).click()
    await page.getByRole('menuitem', { name: 'Return goods' }).click()
    const quantity = page.getByRole('textbox', { name: 'Quantity of Tea' })
    await expect(quantity).toBeFocused()
    await quantity.fill('1')
    await page.getByRole('button', { name: 'Return goods' }).click()
    await expect(page.getByText('1 returned')).toBeVisible()
  })
})

test('selling, shipping and delivering, from the list of orders: 7', async ({ page, person }) => {
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

test('a purchase order until it is ordered, from the list of orders: 7', async ({ page, person }) => {
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
