import { createCategory, updateCategory } from '../contract/categories.ts'
import { createProduct, updateProduct } from '../contract/products.ts'
import { readSettings, saveSettings } from '../contract/settings.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createWebhook, listWebhooks, updateWebhook } from '../contract/webhooks.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('categories by keyboard: add one, get a taken name refused, edit, delete', async ({ page }) => {
  await page.goto('/categories')
  await expect(page.getByRole('main').getByText('No categories found')).toBeVisible()
  await accessible(page)
  await page.getByRole('link', { name: 'Add Your First Category' }).press('Enter')
  await expect(page.getByLabel('Color', { exact: false }).first()).toHaveValue('#3B82F6')
  await page.getByLabel('Category Name').press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  const color = page.getByRole('textbox', { name: /^Color/ })
  await color.fill('')
  await page.getByLabel('Category Name').press('Enter')
  await expect(page.getByText('Color is required')).toBeVisible()
  await color.fill('#3B82F6')
  await expect(page.getByText('Color is required')).toBeHidden()
  await page.getByLabel('Category Name').fill('Beverages')
  await page.getByLabel('Category Name').press('Enter')
  await expect(page.getByRole('heading', { name: 'Beverages' })).toBeVisible()

  await page.goto('/categories/new')
  await expect(page.getByLabel('Color', { exact: false }).first()).toHaveValue('#10B981')
  await page.getByLabel('Category Name').fill('BEVERAGES')
  await page.getByLabel('Category Name').press('Enter')
  await expect(page.getByText('A category with this name already exists')).toBeVisible()
  await page.getByLabel('Category Name').fill('Condiments')
  await page.getByLabel('Category Name').press('Enter')

  await page.getByRole('link', { name: 'Edit Condiments' }).press('Enter')
  await page.getByRole('radio', { name: 'Teal' }).press('Space')
  await page.getByRole('button', { name: 'Update Category' }).press('Enter')
  await expect(page.getByText('Condiments was saved')).toBeVisible()
  await accessible(page)

  await page.getByRole('button', { name: 'Actions: Condiments' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('Are you sure you want to delete this category?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Condiments' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Beverages' })).toBeVisible()

  await visit(page, `/categories/${crypto.randomUUID()}`)
  await expect(page.getByRole('main').getByText('Category Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Categories' }).click()
  await expect(page).toHaveURL(/\/categories$/)
})

test('an added product, category or supplier is opened from the message that it was added', async ({ page }) => {
  for (const [path, field] of [
    ['/products/new', 'Product Name'],
    ['/categories/new', 'Category Name'],
    ['/suppliers/new', 'Supplier Name'],
  ] as const) {
    await visit(page, path)
    const name = `My ${field}`
    await page.getByRole('textbox', { name: field }).fill(name)
    if (path === '/products/new') {
      await page.getByRole('textbox', { name: 'SKU' }).fill('TEA-1')
      await page.getByRole('textbox', { name: 'Price' }).first().fill('2')
    }
    await page.getByRole('textbox', { name: field }).press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: `${name} was added` })
      .getByRole('link', { name: 'Open' })
      .click()
    await expect(page).toHaveURL(new RegExp(`${path.replace('new', '[0-9a-f-]{36}')}$`))
    await expect(page.getByRole('main')).toContainText(name)
  }
})

test('a category with products cannot be deleted', async ({ page, person }) => {
  const category = await person.call(createCategory, { name: 'Seafood', color: '#F97316' })
  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31, category_id: category.id })
  await page.goto('/categories')
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions: Seafood' }).click()
  const deletion = page.getByRole('menuitem', { name: 'Delete' })
  await expect(deletion).toHaveAttribute('aria-disabled', 'true')
  await expect(deletion).toContainText('Cannot delete category with products')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Edit Seafood' }).click()
  const button = page.getByRole('button', { name: 'Delete' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription('Cannot delete category with products')
})

test('two people edit one category: the second chooses to reload or to overwrite', async ({ page, person }) => {
  const { id } = await person.call(createCategory, { name: 'Meat', color: '#EF4444' })
  await page.goto(`/categories/${id}`)
  await page.getByLabel('Category Name').fill('Meats')
  await person.call(updateCategory, { id, name: 'Meat/Poultry', color: '#EF4444', version: 1 })
  await page.getByRole('button', { name: 'Update Category' }).click()
  await expect(page.getByText('This changed while you were editing')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Category Name')).toHaveValue('Meat/Poultry')
  await page.getByLabel('Category Name').fill('Poultry')
  await person.call(updateCategory, { id, name: 'Meat', color: '#EF4444', version: 2 })
  await page.getByRole('button', { name: 'Update Category' }).click()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('heading', { name: 'Poultry' })).toBeVisible()
})

test('what a colleague changes in the company information or a webhook is kept when another change is saved', async ({
  page,
  person,
}) => {
  const { version } = await person.call(readSettings, {})
  await page.goto('/settings/company')
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByLabel('Website').fill('https://mine.example')
  await person.call(saveSettings, { version, company_email: 'a@b.example', company_website: 'https://theirs.example' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  // Only the field that both changed is asked about.
  await expect(page.getByRole('row').filter({ hasText: 'https://theirs.example' })).toContainText('Website')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  expect(await person.call(readSettings, {})).toMatchObject({
    company_phone: '555-0100',
    company_email: 'a@b.example',
    company_website: 'https://mine.example',
  })

  const url = 'https://shop.example/hook'
  const { id, ...webhook } = await person.call(createWebhook, { name: 'Shop', url, nouns: ['stock', 'product'] })
  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Web shop')
  await person.call(updateWebhook, {
    id,
    version: webhook.version,
    name: 'Shop',
    url,
    nouns: ['stock'],
    is_paused: true,
  })
  // The list behind the form has been refetched.
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect((await person.call(listWebhooks, {})).items).toMatchObject([
    { name: 'Web shop', nouns: ['stock'], state: 'paused' },
  ])
})

test('suppliers: the first failing check is shown in a red box; add and edit work at both addresses', async ({
  page,
}) => {
  await page.goto('/suppliers')
  await expect(page.getByText('Add your first supplier to start creating purchase orders')).toBeVisible()
  await page.getByRole('link', { name: 'Add Your First Supplier' }).click()
  await expect(page.getByLabel('Address')).toHaveAttribute('rows', '3')
  await expect(page.getByLabel('Notes')).toHaveAttribute('rows', '3')
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Create Supplier' }).click()
  const box = page.getByRole('alert')
  await expect(box).toHaveText('Supplier name is required')
  await page.getByLabel('Supplier Name').fill('Exotic Liquids')
  await expect(box).toHaveText('Please enter a valid email address')
  await page.getByLabel('Email', { exact: true }).fill('orders@exotic.example')
  await expect(box).toBeHidden()
  await accessible(page)
  await page.getByLabel('Email', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/suppliers$/)
  await expect(page.getByRole('link', { name: 'orders@exotic.example' })).toBeVisible()
  await accessible(page)

  await page.getByRole('link', { name: 'Edit Exotic Liquids' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Supplier' })).toBeVisible()
  const own = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page).toHaveURL(/\/purchase-orders\?supplier=/)
  await expect(page.getByRole('button', { name: /Supplier.*Exotic Liquids/ })).toBeVisible()
  await page.goto(own)
  await page.getByRole('link', { name: 'Create purchase order' }).click()
  await expect(page.getByRole('textbox', { name: /^Supplier/ })).toHaveValue('Exotic Liquids')
  await page.goto(`${own}/edit`)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await page.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(page.getByRole('article').getByText('Inactive')).toBeVisible()

  // Two suppliers may have the same name: a notice links to the other one.
  await page.getByRole('link', { name: 'Add Supplier' }).click()
  await page.getByLabel('Supplier Name').fill('exotic liquids')
  await expect(page.getByText('Another supplier has this name.')).toBeVisible()
  await accessible(page)
  await page.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Supplier' })).toBeVisible()
  await expect(page.getByText('Another supplier has this name.')).toHaveCount(0)
})

test('locations: add one, make it the default, undo that, get a refusal and delete it', async ({ page, person }) => {
  await page.goto('/locations')
  const deletion = page.getByRole('menuitem', { name: 'Delete' })
  await page.getByRole('button', { name: 'Actions: Main Warehouse' }).click()
  await expect(deletion).toHaveAttribute('aria-disabled', 'true')
  await expect(deletion).toContainText('Cannot delete the default location')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Location' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await page.getByRole('textbox', { name: 'Name' }).fill('main warehouse')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(page.getByText('A location with this name already exists')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop floor')
  await page.getByLabel('Contact Person').fill('Mia Kern')
  await page.getByLabel('Phone').fill('555-0121')
  await page.getByLabel('Email').fill('shop@northwind.example')
  await page.getByLabel('Address').fill('507 20th Ave. E.')
  await page.getByLabel('Description').fill('What customers can touch')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  const shop = page.getByRole('article').filter({ hasText: 'Shop floor' })
  for (const text of [
    'Active',
    'Mia Kern',
    '555-0121',
    'shop@northwind.example',
    '507 20th Ave. E.',
    'What customers can touch',
  ]) {
    await expect(shop.getByText(text)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Shop floor' })).toBeVisible()
  await accessible(page)

  await page.getByRole('button', { name: 'Edit Main Warehouse' }).click()
  await expect(page.getByLabel('Active')).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Set as default' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Set as Default: Shop floor' }).press('Enter')
  await expect(
    page.getByRole('article').filter({ hasText: 'Shop floor' }).getByText('Default', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Default', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Set as Default: Shop floor' })).toBeVisible()

  const ikura = { name: 'Ikura', sku: 'NW-010', price: 31, stock_quantity: 12, location: 'Shop floor' }
  const { id, version } = await person.call(createProduct, ikura)
  await expect(
    page.getByRole('article').filter({ hasText: 'Shop floor' }).getByText('12', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Edit Shop floor' }).click()
  await page.getByLabel('Active').uncheck()
  await page.getByRole('button', { name: 'Update Location' }).click()
  await expect(page.getByRole('alert')).toContainText('Can’t deactivate a location that has stock: 12 available')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // The reason is shown, with a link, before anyone is asked to confirm.
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions: Shop floor' }).click()
    await deletion.click()
  }
  const dialog = page.getByRole('dialog', { name: 'Can’t delete Shop floor' })
  await remove()
  await expect(dialog).toContainText('Can’t delete a location that has stock: 12 available')
  await accessible(page, '[role=dialog]')
  await dialog.getByRole('link', { name: 'Stock at this location' }).click()
  await expect(page).toHaveURL(/\/products\?location=/)
  await expect(page.getByRole('main').getByText('Ikura').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const { location: _, ...sold } = ikura
  await person.call(updateProduct, { ...sold, id, version, stock_quantity: { from: 12, to: 0 } })
  await visit(page, '/locations')
  await remove()
  await expect(page.getByText('Are you sure you want to delete this location?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Shop floor was deleted. Its history is kept.')).toBeVisible()
})

test('settings: company information is saved and shown everywhere', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Company Information' })).toBeVisible()
  await expect(page).toHaveURL('/settings/company')
  const sections = page.getByRole('navigation', { name: 'Settings' })
  for (const section of ['Notification Preferences', 'Excel Data Import'])
    await expect(sections.getByRole('link', { name: section })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await page.getByLabel('Company Name').fill('Northwind Traders')
  await page.getByLabel('Email', { exact: true }).fill('office')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('office@northwind.example')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).locator('..').getByText('Northwind Traders'),
  ).toBeVisible()
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toHaveCount(2)
  await accessible(page)
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue('555-0100')
  // Typed input is kept while another section is open.
  await page.getByLabel('Phone').fill('555-0199')
  await sections.getByRole('link', { name: 'Notification Preferences' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Preferences' })).toBeVisible()
  await sections.getByRole('link', { name: 'Company Information' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('555-0199')
})

test('a supplier’s card shows the supplier’s details, and both ways back lead to the list', async ({
  page,
  person,
}) => {
  await person.call(createSupplier, {
    name: 'Tokyo Traders',
    contact_person: 'Yoshi Nagase',
    email: 'yoshi@tokyo.example',
    phone: '(03) 3555-5011',
    address: '9-8 Sekimai',
  })
  await page.goto('/suppliers')
  const card = page.getByRole('article').filter({ hasText: 'Tokyo Traders' })
  for (const text of ['Active', 'Yoshi Nagase', 'yoshi@tokyo.example', '(03) 3555-5011', '9-8 Sekimai']) {
    await expect(card.getByText(text)).toBeVisible()
  }
  await card.getByRole('link', { name: 'Edit Tokyo Traders' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/suppliers$/)
  await card.getByRole('link', { name: 'Edit Tokyo Traders' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/suppliers$/)
})

test('a failed read or save shows the spec’s message and can be retried', async ({ page, person }) => {
  const { id } = await person.call(createSupplier, { name: 'Tokyo Traders' })
  const fault = {
    status: 500,
    json: { error: { code: 'internal', message: 'Something went wrong on our side. Try again.' } },
  }

  await page.route(`**/api/v1/suppliers/${id}`, (route) => route.fulfill(fault))
  await page.goto(`/suppliers/${id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to load supplier')
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to load supplier' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText('Suppliers')
  await page.unroute(`**/api/v1/suppliers/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Supplier Name')).toHaveValue('Tokyo Traders')

  await page.route(`**/api/v1/suppliers/${id}`, (route) => route.fulfill(fault))
  await page.getByLabel('Phone').fill('1')
  await page.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Failed to save supplier')
  await page.unroute(`**/api/v1/suppliers/${id}`)
  await page.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(page.getByText('Tokyo Traders was saved')).toBeVisible()

  await page.goto('/settings')
  await page.getByLabel('Company Name').fill('Northwind')
  await page.route('**/api/v1/settings', (route) => route.fulfill(fault))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update settings. Please try again.')
})

test('the message about an added location opens it', async ({ page }) => {
  await visit(page, '/locations')
  await page.getByRole('button', { name: 'Add Location' }).click()
  const form = page.getByRole('dialog', { name: 'Add Location' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Attic')
  await form.getByRole('button', { name: 'Add Location' }).click()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(/\/locations\?comments=/)
  await expect(page.getByRole('dialog', { name: 'Attic' })).toBeVisible()
})
