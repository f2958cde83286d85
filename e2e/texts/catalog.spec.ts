import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { expect, test } from '../support/test.ts'
import { choices, dialog, fault, main } from '../support/texts.ts'
import { visit } from '../support/visit.ts'

test('a category card has its color, name, description and number of products', async ({ page, person }) => {
  const { id } = await person.call(createCategory, { name: 'Beverages', description: 'Soft drinks', color: '#EC4899' })
  await page.goto('/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  const beverages = page.getByRole('article')
  await expect(beverages).toContainText(/Beverages.*Soft drinks.*0 products/)
  await expect(beverages.locator('[aria-hidden]').first()).toHaveCSS('background-color', 'rgb(236, 72, 153)')
  await expect(beverages.getByRole('link', { name: 'Edit Beverages' })).toHaveAttribute('href', `/categories/${id}`)
  const mayNotSave = (method: string, path: string) =>
    page.route(path, (route) => (route.request().method() === method ? route.fulfill(fault) : route.fallback()))
  await mayNotSave('POST', '**/api/v1/categories')
  await visit(page, '/categories/new')
  await page.getByLabel('Category Name').fill('Seafood')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to create category')
  await mayNotSave('PUT', `**/api/v1/categories/${id}`)
  await page.goto(`/categories/${id}`)
  await page.getByLabel('Category Name').fill('Drinks')
  await page.getByRole('button', { name: 'Update Category' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to save category')
})

test('categories, suppliers and locations: headings, where their buttons lead, fields and hints', async ({
  page,
  person,
}) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/categories')
  await expect(page.getByRole('link', { name: 'Add Category' })).toHaveAttribute('href', '/categories/new')
  await visit(page, '/categories/new')
  for (const name of ['Category Name', 'Description', 'Color']) await expect(field(name)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/categories')

  await visit(page, '/suppliers')
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await expect(page.getByText('No suppliers found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Supplier' })).toHaveAttribute('href', '/suppliers/new')
  await visit(page, '/suppliers/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Supplier' })).toBeVisible()
  for (const name of [
    'Supplier Name',
    'Contact Person',
    'Email',
    'Phone',
    'Tax ID',
    'Payment Terms',
    'Address',
    'Notes',
  ])
    await expect(field(name)).toBeVisible()
  await expect(field('Payment Terms')).toHaveAttribute('placeholder', 'e.g. Net 30')
  await page.getByRole('combobox', { name: 'Status' }).click()
  expect(await choices(page)).toEqual(['Active', 'Inactive'])

  await visit(page, '/locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Storage Locations' })).toBeVisible()
  await expect(main(page).locator('header')).toContainText(/warehouse|storage/)
  await page.getByPlaceholder('Location name').fill('nowhere')
  await expect(page.getByText('No locations found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Location' }).click()
  for (const name of ['Name', 'Contact Person', 'Phone', 'Email', 'Address', 'Description'])
    await expect(dialog(page).getByRole('textbox', { name, exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('checkbox', { name: 'Active' })).toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Set as default' })).not.toBeChecked()
  // If a save fails, the form says so and keeps its input, for new and existing records.
  await page.route(/\/api\/v1\/locations(?:\/|$)/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(fault),
  )
  const name = dialog(page).getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Yard')
  await dialog(page).getByRole('button', { name: 'Add Location' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save location')
  await expect(name).toHaveValue('Yard')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByPlaceholder('Location name').fill('')
  await page.getByRole('button', { name: 'Edit Main Warehouse' }).click()
  await name.fill('Depot')
  await dialog(page).getByRole('button', { name: 'Update Location' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to save location')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  // A failed deletion says so, and the location is still listed.
  await page.unroute(/\/api\/v1\/locations(?:\/|$)/)
  await person.call(createLocation, { name: 'Yard' })
  await page.route(/\/api\/v1\/locations\//, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(fault) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Actions: Yard' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Failed to delete location')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Yard' })).toBeVisible()
})

test('a list that fails to load says which, and can be retried', async ({ page }) => {
  for (const [path, text] of [
    ['products', 'Failed to load products'],
    ['categories', 'Failed to load categories'],
    ['suppliers', 'Failed to load suppliers'],
    ['locations', 'Failed to load locations'],
    ['transactions', 'Failed to load transactions'],
    ['location-transfers', 'Failed to load transfers'],
  ] as const) {
    await page.route(`**/api/v1/${path}**`, (route) => route.fulfill(fault))
    await page.goto(`/${path}`)
    await expect(main(page).getByRole('alert')).toContainText(text)
    if (path === 'transactions')
      await expect(main(page).getByRole('heading', { name: 'Transaction History' })).toBeVisible()
    await page.unroute(`**/api/v1/${path}**`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  }
})

test('the units on hand at a location link to its products', async ({ page, person }) => {
  const { id } = await person.call(createLocation, { name: 'Shop floor' })
  const tofu = { name: 'Tofu', sku: 'NW-014', price: 23, stock_quantity: 35 }
  await person.call(createProduct, { ...tofu, additional_locations: [{ location_id: id, quantity: 4 }] })
  await person.call(createProduct, { name: 'Konbu', sku: 'NW-013', price: 6, stock_quantity: 24 })
  await page.goto('/locations')
  await page.getByRole('link', { name: '4 on hand at Shop floor' }).click()
  await expect(page).toHaveURL(`/products?location=${id}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Tofu' })).toBeVisible()
})
