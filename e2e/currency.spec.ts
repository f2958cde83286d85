import { createProduct } from '../contract/products.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'

test('in euros, every amount on screen is in euros, and the first order fixes the currency', async ({
  page,
  person,
}) => {
  await person.call(createProduct, {
    name: 'Kettle',
    sku: 'K-1',
    price: 1_234.5,
    cost_price: 0.0125,
    stock_quantity: 4,
  })
  await person.call(createSupplier, { name: 'Nordlicht' })
  await page.goto('/settings/company')
  const currency = page.getByRole('combobox', { name: 'Currency' })
  await expect(currency).toHaveValue('US Dollar (USD)')
  await currency.fill('eur')
  await page.getByRole('option', { name: 'Euro (EUR)' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()

  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByText('€1,234.50').filter({ visible: true }).first()).toBeVisible()
  await page.getByText('Kettle').first().click()
  await expect(page.getByText('cost €0.0125')).toBeVisible()
  await expect(page.locator('main')).not.toContainText('$')

  await page.getByRole('button', { name: 'Edit Product' }).click()
  const price = page.getByRole('textbox', { name: 'Price (€)', exact: true })
  await expect(page.locator('main')).not.toContainText('$')
  await price.fill('€1,300')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('€1,300.00').filter({ visible: true }).first()).toBeVisible()

  await page.goto('/sales-orders/new')
  await page.getByRole('textbox', { name: /Customer name/ }).fill('Ana')
  await page.getByRole('button', { name: 'Add Item' }).press('Enter')
  await page.getByRole('textbox', { name: 'Product of item 1' }).fill('k-1')
  await page.getByRole('option', { name: /Kettle/ }).click()
  await expect(page.getByText('€1,300.00').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByRole('heading', { name: /^SO-/ })).toBeVisible()
  await expect(page.getByText('€1,300.00').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('main')).not.toContainText('$')

  await page.goto('/settings/company')
  await expect(page.getByText('Can’t be changed once there are orders')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeDisabled()
})
