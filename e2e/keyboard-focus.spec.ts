import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Where the focus is after a control that had it disappears.

test("a row's menu returns the focus to its button, the first time it is opened and later", async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Green tea', sku: 'TEA', price: 4 })
  for (const view of ['table', 'grid']) {
    await visit(page, `/products?view=${view}`)
    const actions = page.getByRole('button', { name: 'Actions: Green tea' })
    await actions.focus()
    for (const keys of [['Escape'], ['ArrowDown', 'Escape']]) {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Update Stock' })).toBeFocused()
      for (const key of keys) await page.keyboard.press(key)
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(actions).toBeFocused()
    }
  }
})

test('choosing the order of a shipment, or another one, leads to its first quantity', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  for (const customer_name of ['Ana Trujillo', 'Tom Okafor'])
    await person.call(createSalesOrder, { customer_name, lines })
  await visit(page, '/shipping')
  await page.getByRole('button', { name: 'Add Shipment' }).first().focus()
  await page.keyboard.press('Enter')
  const order = page.getByRole('textbox', { name: 'Sales order' })
  const quantity = page.getByRole('textbox', { name: 'Quantity of Tea' })
  await expect(order).toBeFocused()
  await page.keyboard.type('ana')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(order).toHaveValue(/Ana Trujillo$/)
  await expect(quantity).toBeFocused()

  await order.focus()
  await page.keyboard.type('tom')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(order).toHaveValue(/Tom Okafor$/)
  await expect(quantity).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Shipment' }).first()).toBeFocused()
})
