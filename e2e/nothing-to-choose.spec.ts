import { createProduct } from '../contract/products.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('in a new company, dialogs that have nothing to choose lead to what is missing', async ({ page, person }) => {
  const dialog = page.getByRole('dialog')
  await visit(page, '/shipping?add=1')
  const toOrder = dialog.getByRole('link', { name: 'New order' })
  await expect(toOrder).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await toOrder.press('Enter')
  await expect(page).toHaveURL('/sales-orders/new')

  const open = async () => {
    await visit(page, '/location-transfers')
    await page.getByRole('button', { name: 'New Transfer' }).first().click()
  }
  await open()
  await expect(dialog.getByText('You have no products')).toBeVisible()
  const toProduct = dialog.getByRole('link', { name: 'Add product' })
  await expect(toProduct).toBeFocused()
  await toProduct.press('Enter')
  await expect(page).toHaveURL('/products/new')

  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31 })
  await open()
  await expect(dialog.getByText('No product is in stock')).toBeVisible()
  await dialog.getByRole('link', { name: 'Add transaction' }).click()
  await expect(dialog.getByRole('heading', { name: 'Add Transaction' })).toBeVisible()
})
