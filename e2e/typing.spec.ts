import { createLocation } from '../contract/locations.ts'
import { createPurchaseOrder, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Page } from '@playwright/test'
import { createProduct, readProduct } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// A person types key by key, clicks into fields that already have the focus, changes their mind and gets lost.

const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
const kept = (page: Page) => page.getByText(/We restored your unsaved changes from /)

test('an unsaved product survives a reload and leaving the page, and is discarded on cancel or save', async ({
  page,
  person,
}) => {
  await page.goto('/products/new')
  await expect(field(page, 'Product Name')).toBeFocused()
  await page.keyboard.type('Green tea')
  await page.keyboard.press('Tab')
  await page.keyboard.type('TEA-1')
  // A 0 is replaced instead of extended; otherwise 15 would become 150 or 015.
  await field(page, 'Current Stock').click()
  await page.keyboard.type('15')
  await expect(field(page, 'Current Stock')).toHaveValue('15')
  await page.reload()
  await expect(kept(page)).toBeVisible()
  await expect(field(page, 'Product Name')).toHaveValue('Green tea')
  await page.getByRole('link', { name: 'Suppliers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await page.goBack()
  await expect(field(page, 'SKU')).toHaveValue('TEA-1')
  await expect(field(page, 'Current Stock')).toHaveValue('15')
  await field(page, 'Price').click()
  await page.keyboard.type('4.50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Green tea was added')).toBeVisible()
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(field(page, 'Product Name')).toHaveValue('')
  await expect(kept(page)).toBeHidden()
  await page.keyboard.type('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(field(page, 'Product Name')).toHaveValue('')

  // Editing has its own address: Back and closing both lead to the product, and no page is in the browser history
  // twice.
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('link', { name: 'Green tea' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Green tea' })).toBeVisible()
  const product = page.url()
  await page.getByRole('button', { name: 'Edit Product' }).click()
  await expect(field(page, 'Product Name')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', loose')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Green tea' })).toBeVisible()
  expect(page.url()).toBe(product)
  await page.getByRole('button', { name: 'Edit Product' }).click()
  await expect(kept(page)).toBeVisible()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Green tea, loose' })).toBeVisible()
  expect(page.url()).toBe(product)
  await page.goBack()
  await expect(page).toHaveURL(/\/products$/)
  const id = product.split('/').at(-1) ?? ''
  expect(await person.call(readProduct, { id })).toMatchObject({ name: 'Green tea, loose', stock: { on_hand: 15 } })
})

test('what is typed while an order is being saved is in its form the next time', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })
  const lines = [{ product_id: product.id, quantity: 4, unit_price: 2 }]
  const order = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  let answer = () => {}
  const typed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/v1/purchase-orders/${order.id}`, async (route) => {
    if (route.request().method() === 'PUT') await typed
    await route.continue()
  })
  await page.goto(`/purchase-orders/${order.id}?edit=1`)
  await field(page, 'Notes').fill('Ring twice')
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page.getByRole('button', { name: /Saving|Still trying/ })).toBeVisible()
  await field(page, 'Notes').fill('Ring twice, at the back')
  answer()
  await expect(page.getByText(`${order.order_number} was saved`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(kept(page)).toBeVisible()
  await expect(field(page, 'Notes')).toHaveValue('Ring twice, at the back')
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  expect(await person.call(readPurchaseOrder, { id: order.id })).toMatchObject({ notes: 'Ring twice, at the back' })
})

test('a half-typed category is restored, and so is a location whose dialog was closed', async ({ page }) => {
  await page.goto('/categories/new')
  await field(page, 'Category Name').fill('Teas')
  await field(page, 'Description').fill('Leaves and')
  await page.reload()
  await expect(kept(page)).toBeVisible()
  await field(page, 'Description').fill('Leaves and buds')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await page.getByRole('link', { name: 'Edit Teas' }).click()
  await expect(kept(page)).toHaveCount(0)
  await field(page, 'Description').fill('Leaves, buds and')
  await page.getByRole('link', { name: 'Locations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible()
  await page.goBack()
  await expect(kept(page)).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Leaves, buds and')

  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Add Location' }).first()
  await page.goForward()
  await add.click()
  await field(page, 'Name').fill('Shop floor')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await add.click()
  await expect(kept(page)).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Shop floor')
  // Cancelling discards the input.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await add.click()
  await expect(field(page, 'Name')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Main Warehouse' }).click()
  await field(page, 'Address').fill('12 Cedar')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Edit Main Warehouse' }).click()
  await expect(field(page, 'Address')).toHaveValue('12 Cedar')
})

test('clicking a quantity selects it, a second click places the cursor; submitting names every missing field', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 12 })
  await person.call(createLocation, { name: 'Shop floor' })
  await page.goto(`/products/${id}`)
  await page.getByRole('button', { name: 'Edit stock at Main Warehouse' }).click()
  const count = field(page, 'Current Quantity')
  await expect(count).toBeFocused()
  await count.click()
  await page.keyboard.type('5')
  await expect(count).toHaveValue('5')
  await count.fill('12')
  await count.click()
  await page.keyboard.press('End')
  await page.keyboard.type('0')
  await expect(count).toHaveValue('120')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // A dialog focuses the first field to type in, and the location with the stock is filled in.
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: /^From location/ })).toHaveValue('Main Warehouse')
  await expect(page.getByRole('textbox', { name: /^To location/ })).toHaveValue('Shop floor')
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toBeFocused()
  await page.keyboard.type('13')
  await expect(page.getByText('Only 12 available at Main Warehouse')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  // The button in the header; the empty list has one too.
  await page.getByRole('button', { name: 'Add Transaction' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add Transaction' })
  await expect(form.getByRole('textbox', { name: /^Product/ })).toBeFocused()
  await form.getByRole('button', { name: 'Add Transaction' }).click()
  await expect(form.getByText('Product is required')).toBeVisible()
  await expect(form.getByText('Reason code is required')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Add Transaction' })).toBeDisabled()

  // A quantity with more decimals than the product allows is refused on submit, next to its field.
  await form.getByRole('textbox', { name: /^Product/ }).click()
  await page.keyboard.type('Chang')
  await page.getByRole('option', { name: /Chang/ }).click()
  await form.getByRole('combobox', { name: /^Reason/ }).click()
  await page.getByRole('option', { name: 'Sample Return' }).click()
  await form.getByRole('textbox', { name: /^Quantity/ }).click()
  await page.keyboard.type('1.5')
  await form.getByRole('button', { name: 'Save as pending' }).click()
  await expect(form.getByText('Use a whole number for this product')).toBeVisible()
  await form.getByRole('textbox', { name: /^Quantity/ }).fill('2')
  await form.getByRole('button', { name: 'Save as pending' }).click()
  await expect(page.getByText('Saved as pending. Nothing has moved yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  // A row's menu stays open, at its own row, while others add entries.
  const row = page.getByRole('row').filter({ hasText: 'Pending' })
  await row.getByRole('button', { name: 'Actions: Chang' }).click()
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeVisible()
  for (const quantity of [3, 4]) {
    await person.call(createTransaction, { product_id: id, type: 'in', quantity, reason_code: 'customer_return' })
    await expect(page.getByRole('row').filter({ hasText: `+${quantity}` })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeVisible()
    await expect(row.locator('[aria-expanded="true"]')).toBeVisible()
  }
})

test('Enter after text that matches no location doesn’t submit the form with the earlier choice', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, stock_quantity: 5 })
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'Update Stock' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Update Stock/ })
  const location = dialog.getByRole('textbox', { name: /^Location/ })
  await expect(location).toHaveValue('Main Warehouse')
  for (const typed of ['LOC-00000000', 'nowhere', '']) {
    await location.fill(typed)
    await location.press('Enter')
    await location.press('Control+Enter')
  }
  await location.fill('main')
  await location.press('Enter')
  await expect(location).toHaveValue('Main Warehouse')
  await expect(dialog).toBeVisible()
  expect(await person.call(readProduct, { id })).toMatchObject({ stock: { on_hand: 5 } })
  await location.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await person.call(readProduct, { id })).toMatchObject({ stock: { on_hand: 6 } })
})
