import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expect, test } from '../support/test.ts'
import { choices, dialog, fault } from '../support/texts.ts'

test.describe('the product form', () => {
  test('has the fields, helper and buttons of the spec, and every rule beside its field', async ({ page, person }) => {
    await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
    await person.call(createLocation, { name: 'Shop floor' })
    await person.call(createProduct, { name: 'Taken', sku: 'NW-001', price: 1 })
    await page.goto('/products/new')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    for (const name of [
      'Product Name',
      'Category',
      'Price ($)',
      'Cost Price ($)',
      'Current Stock',
      'Minimum Stock Level',
      'SKU',
      'Image URL',
      'Purchase URL',
      'Description',
    ])
      await expect(field(name)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Location', exact: true })).toBeVisible()
    for (const name of ['Product Name', 'Price ($)', 'Current Stock', 'SKU'])
      await expect(field(name)).toHaveAttribute('required')
    await expect(page.getByText('Stock Keeping Unit - must be unique for your products')).toBeVisible()
    await expect(field('Category')).toHaveValue('Uncategorized')
    await field('Category').click()
    await expect.poll(() => choices(page)).toEqual(['Uncategorized', 'Beverages'])
    await page.getByRole('option', { name: 'Beverages' }).click()

    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('SKU is required')).toBeVisible()
    await field('Product Name').fill('C')
    await expect(page.getByText('Name is required')).toBeHidden()
    for (const [name, text, sentence] of [
      ['Price ($)', '-1', 'Price cannot be negative'],
      ['Cost Price ($)', '-0.01', 'Cost price cannot be negative'],
      ['Current Stock', '-5', 'Stock quantity cannot be negative'],
      ['Minimum Stock Level', '-5', 'Minimum stock level cannot be negative'],
      ['Purchase URL', 'not an address', 'Please enter a valid URL'],
    ] as const) {
      await field(name).fill(text)
      await field(name).blur()
      await expect(page.getByText(sentence)).toBeVisible()
      await field(name).fill('')
      await expect(page.getByText(sentence)).toBeHidden()
    }
    await field('Price ($)').fill('cheap')
    await field('Price ($)').blur()
    await expect(field('Price ($)')).toHaveAttribute('aria-invalid', 'true')
    await expect(field('Price ($)')).toHaveValue('cheap')
    await field('Price ($)').fill('19')
    await field('Price ($)').press('ArrowUp')
    await expect(field('Price ($)')).toHaveValue('19.01')
    await field('Current Stock').fill('4')
    await field('SKU').fill('nw-001')
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByRole('button', { name: 'Remove location 2' }).click()
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByRole('textbox', { name: 'Location 2' }).click()
    await page.getByRole('option', { name: /Shop floor/ }).click()
    await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('This SKU already exists. Please use a unique SKU.')).toBeVisible()
    await field('SKU').fill('NW-002')

    await page.route('**/api/v1/products', (route) => route.fulfill(fault))
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to save product. Please try again.')
    await page.unroute('**/api/v1/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page).toHaveURL('/products')
    await expect(page.getByRole('article').filter({ hasText: 'NW-002' })).toContainText('Total stock7')
    await page.goto('/products/new')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/products')
  })

  test('edits in place, and asks before deleting: permanently without history, otherwise archived with its stock written off', async ({
    page,
    person,
  }) => {
    const sold = await person.call(createProduct, { name: 'Sold out', sku: 'S-1', price: 1, stock_quantity: 1 })
    await person.call(createTransaction, {
      product_id: sold.id,
      type: 'out',
      quantity: 1,
      reason_code: 'customer_order',
    })
    const fresh = await person.call(createProduct, { name: 'Slip', sku: 'S-2', price: 1 })
    const stocked = await person.call(createProduct, { name: 'Stocked', sku: 'S-3', price: 1, stock_quantity: 7 })
    await page.goto(`/products/${fresh.id}`)
    await page.getByRole('button', { name: 'Edit Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Product' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Product Name' }).fill('Slipper')
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Slipper' })).toBeVisible()

    const question = 'Are you sure you want to delete this product? This action cannot be undone.'
    for (const [id, asked, button, said] of [
      [fresh.id, question, 'Delete', 'Slipper was deleted'],
      [sold.id, 'it will be archived', 'Archive', 'Sold out has a history and was archived'],
      [stocked.id, '7 units on hand will be written off', 'Write off and archive', 'Stocked was archived'],
    ] as const) {
      await page.goto(`/products/${id}?edit=1`)
      await page.getByRole('button', { name: 'Delete Product' }).click()
      await expect(dialog(page)).toContainText(asked)
      if (button !== 'Delete') await expect(dialog(page)).not.toContainText('cannot be undone')
      await dialog(page).getByRole('button', { name: button }).click()
      await expect(page).toHaveURL('/products')
      await expect(page.getByText(said)).toBeVisible()
    }
    await expect(page.getByText('No products found')).toBeVisible()
  })
})
