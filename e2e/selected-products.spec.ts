import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createImport } from '../contract/imports.ts'
import { listLocations } from '../contract/locations.ts'
import { deleteProduct } from '../contract/product-deletion.ts'
import { listProducts, readProduct } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { downloadedPdf } from './support/downloaded-pdf.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Edit Products/ })

/** Products "Tea 01", "Tea 02" …, each for $10.00. */
async function addTeas(person: Person, count: number) {
  const names = Array.from({ length: count }, (_, index) => `Tea ${String(index + 1).padStart(2, '0')}`)
  await person.call(createImport, {
    products: names.map((name) => ({ name, sku: name.replace(' ', '-'), price: 10 })),
    categories: [],
    transactions: [],
  })
}

const pricesOf = async (person: Person) =>
  (await person.all(listProducts, { sort: 'name' })).map(({ name, price }) => `${name} ${price}`)

test('selected products get another category and price at once, and Undo brings the old ones back', async ({
  page,
  person,
}) => {
  await addTeas(person, 5)
  const teas = await person.call(createCategory, { name: 'Teas', color: '#0ea5e9' })
  await visit(page, '/products?view=table')
  await expect(bar(page)).toBeHidden()
  await box(page, 'Tea 01').check()
  await box(page, 'Tea 03').click({ modifiers: ['Shift'] })
  await box(page, 'Tea 02').uncheck()
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toHaveJSProperty('indeterminate', true)
  await expect(page).toHaveURL(/\/products\?view=table$/)
  await accessible(page)

  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Update 2 products' })).toBeDisabled()
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('textbox', { name: 'Category' }).fill('tea')
  await page.getByRole('option', { name: 'Teas' }).click()
  await dialog(page).getByRole('combobox', { name: 'Price' }).click()
  await page.getByRole('option', { name: 'Raise by' }).click()
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('5')
  await expect(dialog(page)).toContainText('Tea 01: $10.00 → $10.50')
  await dialog(page).getByRole('textbox', { name: 'Minimum Stock Level' }).fill('1.5')
  await dialog(page).getByRole('button', { name: 'Update 2 products' }).click()
  await expect(dialog(page)).toContainText('Tea 01 allows whole numbers only')
  await dialog(page).getByRole('textbox', { name: 'Minimum Stock Level' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 products updated')).toBeVisible()
  await expect(page.getByRole('row', { name: /Tea 03/ })).toContainText('$10.50')
  expect(await pricesOf(person)).toEqual(['Tea 01 10.5', 'Tea 02 10', 'Tea 03 10.5', 'Tea 04 10', 'Tea 05 10'])
  const [edited] = (await person.call(listProducts, { category_id: teas.id })).items
  expect(edited).toMatchObject({ name: 'Tea 01', min_stock_level: 4 })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The products are as they were before')).toBeVisible()
  expect(await person.call(readProduct, { id: edited!.id })).toMatchObject({
    price: 10,
    category_id: null,
    min_stock_level: 0,
  })
})

test('the selection stays while one of its products is open, and is done once they are changed', async ({
  page,
  person,
}) => {
  await addTeas(person, 4)
  const counted = bar(page).getByRole('status')
  await visit(page, '/products?view=table')
  for (const tea of ['Tea 01', 'Tea 02', 'Tea 03']) await box(page, tea).check()
  await page.getByRole('link', { name: /^Tea 02/ }).click()
  await expect(page.getByRole('heading', { name: 'Tea 02' })).toBeVisible()
  await page.goBack()
  await expect(counted).toHaveText('3 selected')
  await expect(box(page, 'Tea 04')).not.toBeChecked()

  // Rows are collected with several searches; a product that was deleted meanwhile isn't selected any more.
  await page.getByPlaceholder('Name, SKU or description').fill('Tea 04')
  await expect(page.getByRole('row', { name: /Tea 01/ })).toHaveCount(0)
  await expect(counted).toHaveText('3 selected')
  const [first] = await person.all(listProducts, { sort: 'name' })
  await person.call(deleteProduct, { id: first!.id })
  await page.getByPlaceholder('Name, SKU or description').fill('')
  await expect(counted).toHaveText('2 selected')

  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByRole('textbox', { name: 'Minimum Stock Level' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 products updated')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('link', { name: /^Tea 02/ }).click()
  await page.goBack()
  await expect(box(page, 'Tea 02')).not.toBeChecked()
})

test('selected products are deleted or archived, those with stock stay with their reason, and Undo restores', async ({
  page,
  person,
}) => {
  await addTeas(person, 4)
  const [unused, soldOut, full] = await person.all(listProducts, { sort: 'name' })
  const move = {
    reason_code: 'production_completion' as const,
    location_id: (await person.call(listLocations, {})).items[0]!.id,
  }
  await person.call(createTransaction, { ...move, product_id: soldOut!.id, type: 'in', quantity: 2 })
  await person.call(createTransaction, { product_id: soldOut!.id, type: 'out', quantity: 2, reason_code: 'damaged' })
  await person.call(createTransaction, { ...move, product_id: full!.id, type: 'in', quantity: 12 })
  await visit(page, '/products?view=table')
  for (const tea of ['Tea 01', 'Tea 02', 'Tea 03']) await box(page, tea).check()
  const remove = bar(page).getByRole('button', { name: 'Delete' })
  const question = page.getByRole('dialog')
  await remove.click()
  await expect(question).toContainText('1 product without a history will be deleted. This can’t be undone.')
  await expect(question).toContainText('1 product has a history and will be archived')
  await expect(question.getByRole('listitem')).toHaveText(['Tea 0312 on hand'])
  await accessible(page, '[role=dialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await remove.click()
  await question.getByRole('button', { name: 'Delete 1 and archive 1' }).click()
  await expect(page.getByText('1 product deleted and 1 archived')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /^Tea/ })).toHaveCount(0)
  expect(await pricesOf(person)).toEqual(['Tea 03 10', 'Tea 04 10'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 product restored')).toBeVisible()
  expect(await pricesOf(person)).toEqual(['Tea 02 10', 'Tea 03 10', 'Tea 04 10'])
  expect(await person.all(listProducts, { search: unused!.name })).toEqual([])
})

test('an undo that isn’t possible names the product, and equal values change nothing', async ({ page, person }) => {
  await addTeas(person, 3)
  await visit(page, '/products?view=table')
  const edit = async (field: string, value: string) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await bar(page).getByRole('button', { name: 'Edit' }).click()
    if (field !== 'Minimum Stock Level') {
      await dialog(page).getByRole('combobox', { name: 'Price' }).click()
      await page.getByRole('option', { name: 'Raise by' }).click()
    }
    await dialog(page).getByRole('textbox', { name: field }).fill(value)
  }
  await edit('Minimum Stock Level', '0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing changed: the 3 products already have these values')).toBeVisible()
  await expect(bar(page)).toBeHidden()

  await edit('Percent', '1001')
  await expect(dialog(page)).not.toContainText('Tea 01')
  await dialog(page).getByRole('textbox', { name: 'Percent' }).fill('5 %')
  await expect(dialog(page)).toContainText('Tea 01: $10.00 → $10.50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 products updated')).toBeVisible()
  const [, second] = await person.all(listProducts, { sort: 'name' })
  await person.call(deleteProduct, { id: second!.id })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Tea 02 was deleted in the meantime, so nothing was undone.')).toBeVisible()
})

test('a product that a colleague deletes leaves the dialog, and the others are saved', async ({ page, person }) => {
  await addTeas(person, 3)
  await visit(page, '/products?view=table')
  await box(page, 'Tea 01').check()
  await box(page, 'Tea 02').check()
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minimum Stock Level').fill('7')
  const [first] = await person.all(listProducts, { sort: 'name' })
  await person.call(deleteProduct, { id: first!.id })
  await dialog.getByRole('button', { name: 'Update 1 product', exact: true }).click()
  await expect(page.getByText('1 product updated')).toBeVisible()
  expect((await person.all(listProducts, { sort: 'name' })).map(({ stock }) => stock.minimum)).toEqual([7, 0])
})

test('the buttons of the bar stay in place while rows are selected', async ({ page, person }) => {
  await addTeas(person, 150)
  await visit(page, '/products?view=table')
  await box(page, 'Tea 01').check()
  const button = bar(page).getByRole('button', { name: 'Edit' })
  const before = await button.boundingBox()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByRole('button', { name: 'Select all 150' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('150 selected')
  expect(await button.boundingBox()).toEqual(before)
  // All that were picked by hand, more than an address could name, are printed.
  await box(page, 'Tea 02').uncheck()
  const downloaded = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Print Labels' }).click()
  const print = page.getByRole('dialog').getByRole('button', { name: 'Print Labels' })
  await expect(print).toBeInViewport({ ratio: 1 })
  await print.click()
  expect(await readFile(await (await downloaded).path(), 'latin1')).toContain('%PDF')
})

test('by keyboard: x selects, Tab leads to the actions, Escape selects nothing', async ({ page, person }) => {
  await addTeas(person, 3)
  await visit(page, '/products?view=table')
  await page.getByRole('link', { name: /^Tea 01/ }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await page.keyboard.press('x')
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await expect(page.getByRole('link', { name: /^Tea 02/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  // Escape closes the list of a filter, not the selection behind it.
  const stock = page.getByRole('main').getByRole('button', { name: 'Stock', exact: true })
  await stock.click()
  await expect(page.getByRole('option', { name: 'Low Stock' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Low Stock' })).toBeHidden()
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await page.getByRole('heading', { name: 'Products' }).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await page.getByRole('link', { name: /^Tea 02/ }).focus()
  await page.keyboard.press('x')
  // The row's menu, then the actions.
  await page.keyboard.press('Tab')
  const reached = () => bar(page).locator(':focus').count()
  for (let presses = 0; presses < 8 && (await reached()) === 0; presses++) await page.keyboard.press('Tab')
  expect(await reached()).toBe(1)
  await bar(page).getByRole('button', { name: 'Edit' }).press('Enter')
  await dialog(page).getByRole('combobox', { name: 'Price' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(bar(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Products' })).toBeFocused()
})

test('labels of some selected products are printed', async ({ page, person }) => {
  await addTeas(person, 3)
  await visit(page, '/products?view=table')
  await box(page, 'Tea 01').check()
  await box(page, 'Tea 03').check()
  await bar(page).getByRole('button', { name: 'Print Labels' }).click()
  const printed = page.waitForRequest('**/products/labels')
  const [name] = await downloadedPdf(page, () =>
    page.getByRole('dialog').getByRole('button', { name: 'Print Labels' }).click(),
  )
  expect(name).toBe('Labels.pdf')
  const { product_ids: ids } = (await printed).postDataJSON() as { product_ids: string[] }
  const skus = (await Promise.all(ids.map((id) => person.call(readProduct, { id })))).map(({ sku }) => sku)
  expect(skus.toSorted()).toEqual(['Tea-01', 'Tea-03'])
})

test('all products of a long list are selected, also those not loaded yet; another filter selects none', async ({
  page,
  person,
}) => {
  await addTeas(person, 400)
  await visit(page, '/products?view=table')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  // One or two pages are loaded by then.
  await expect(bar(page).getByRole('status')).toHaveText(/^(25|125) selected$/)
  await bar(page).getByRole('button', { name: 'Select all 400' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('400 selected')
  const downloaded = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Print Labels' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print Labels' }).click()
  expect(await readFile(await (await downloaded).path(), 'latin1')).toContain('%PDF')

  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByRole('combobox', { name: 'Price' }).click()
  await page.getByRole('option', { name: 'Set to' }).click()
  await dialog(page).getByRole('textbox', { name: 'New price' }).fill('12')
  await dialog(page).getByRole('button', { name: 'Update 400 products' }).click()
  await expect(page.getByText('400 products updated')).toBeVisible()
  expect(new Set((await person.all(listProducts, {})).map(({ price }) => price))).toEqual(new Set([12]))

  await page.getByPlaceholder('Name, SKU or description').fill('Tea 07')
  await expect(box(page, 'Tea 07')).not.toBeChecked()
  await expect(bar(page)).toBeHidden()
})

test('products are collected with several searches, shown together, and only they are changed', async ({
  page,
  person,
}) => {
  await addTeas(person, 5)
  const counted = bar(page).getByRole('status')
  const search = page.getByPlaceholder('Name, SKU or description')
  const rows = page.getByRole('row').filter({ hasText: 'Tea 0' })
  await visit(page, '/products?view=table')
  for (const tea of ['Tea 02', 'Tea 05']) {
    await search.fill(tea)
    await expect(rows).toHaveText([new RegExp(tea)])
    await box(page, tea).check()
  }
  await expect(counted).toHaveText('2 selected')
  await search.fill('No such tea')
  await expect(page.getByText('No products found')).toBeVisible()
  const show = bar(page).getByRole('button', { name: 'Show selected (2 not in this list)' })
  await show.click()
  await expect(rows).toHaveText([/Tea 02/, /Tea 05/])
  await bar(page).getByRole('button', { name: 'Show all' }).click()
  await expect(rows).toHaveCount(0)
  await search.fill('Tea 01')
  await box(page, 'Tea 01').check()
  // Unchecking the heading leaves what other searches found.
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
  await expect(counted).toHaveText('2 selected')
  await box(page, 'Tea 01').check()
  await bar(page).getByRole('button', { name: 'Show selected (2 not in this list)' }).click()
  await expect(rows).toHaveCount(3)
  await box(page, 'Tea 02').click()
  await expect(rows).toHaveText([/Tea 01/, /Tea 05/])

  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page)).toContainText('2 products')
  await dialog(page).getByRole('textbox', { name: 'Minimum Stock Level' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 products updated')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  const minimums = (await person.all(listProducts, { sort: 'name' })).map((one) => one.min_stock_level)
  expect(minimums).toEqual([4, 0, 0, 0, 4])
})
