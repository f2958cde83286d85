import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
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

test('the invoice of an order, from its page: 2', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  const order = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  await visit(page, `/sales-orders/${order.id}`)
  await withinPresses(page, 2, async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByRole('menuitem', { name: 'Invoice' }).click()
    expect((await file).suggestedFilename()).toMatch(/^Invoice.*\.pdf$/)
  })
})
