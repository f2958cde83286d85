import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { listProducts } from '../contract/products.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
import { listSuppliers } from '../contract/suppliers.ts'
import { setRole } from './support/database.ts'
import { expect, test } from './support/test.ts'

/** What changes something, by the first word of its name. */
const changing =
  /^(Add|Edit|Delete|Update|Transfer$|New|Import|Undo|Discard|Complete\b|Receive\b|Cancel transfer|Restore|Save|Set|Create|Release|Scrap|Return|Explore|Actions:|More:|Less:)/

/** The names of everything on the screen that can be pressed. */
async function pressable(page: Page): Promise<string[]> {
  const found = await page.getByRole('main').locator('button:visible, a:visible').all()
  return Promise.all(found.map(async (one) => (await one.getAttribute('aria-label')) ?? (await one.innerText())))
}

test('a viewer sees everything and is offered nothing that would be refused', async ({ page, person }) => {
  test.slow()
  await person.call(createSampleCompany, {})
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const [category] = (await person.call(listCategories, {})).items
  const [supplier] = (await person.call(listSuppliers, {})).items
  const show = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
  }
  // So that what is looked for below is known to be there for others.
  await show('/categories')
  expect((await pressable(page)).filter((name) => changing.test(name))).toEqual(
    expect.arrayContaining(['Add Category', `Edit ${category?.name}`, `Delete ${category?.name}`]),
  )

  await setRole(person.session.user.id, 'viewer')
  for (const path of [
    '/',
    '/products?q=chain',
    '/products?view=table&q=chain',
    `/products/${product?.id}`,
    `/products/${product?.id}?edit=1`,
    '/categories',
    '/categories?view=table',
    '/suppliers',
    '/suppliers?view=table',
    '/locations',
    '/locations?view=table',
    '/location-transfers',
    '/transactions',
    '/settings',
  ]) {
    await show(path)
    const offered = (await pressable(page)).filter((name) => changing.test(name))
    expect({ path, offered }).toEqual({ path, offered: [] })
  }

  for (const [path, label, value] of [
    [`/categories/${category?.id}`, 'Category Name', category?.name],
    [`/suppliers/${supplier?.id}`, 'Supplier Name', supplier?.name],
    [`/suppliers/${supplier?.id}/edit`, 'Supplier Name', supplier?.name],
    ['/products/new', 'Product Name', ''],
    ['/categories/new', 'Category Name', ''],
    ['/suppliers/new', 'Supplier Name', ''],
    ['/transactions?add=1', 'Notes', ''],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('You can look at this. Your role does not allow changing it.')).toBeVisible()
    const field = page.getByRole('textbox', { name: label })
    await expect(field).toBeDisabled()
    await expect(field).toHaveValue(value ?? 'no such record')
    await expect(page.locator('button[type="submit"]')).toHaveCount(0)
  }
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill('add')
  await expect(page.getByText('Nothing found for “add”')).toBeVisible()
})
