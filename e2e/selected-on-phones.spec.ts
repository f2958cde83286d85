import type { Page } from '@playwright/test'
import { createImport } from '../contract/imports.ts'
import { listProducts } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { storageOf } from './support/browser.ts'
import { downloadedPdf } from './support/downloaded-pdf.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { smallTargets } from './support/touch-targets.ts'
import { visit } from './support/visit.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const select = (page: Page) => page.getByRole('button', { name: 'Select', exact: true })

/** Products "Tea 01", "Tea 02" and "Tea 03". */
async function addTeas(person: Person) {
  await person.call(createImport, {
    products: ['01', '02', '03'].map((number) => ({ name: `Tea ${number}`, sku: `T-${number}`, price: 10 })),
    categories: [],
    transactions: [],
  })
}

test('on a phone, a tap selects a product instead of opening it, and the selected ones are printed and archived', async ({
  browser,
  person,
  baseURL,
}) => {
  await addTeas(person)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: baseURL ?? '',
    storageState: storageOf(person, baseURL ?? ''),
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await visit(page, '/products')
  await expect(page.getByRole('link', { name: 'Add Product' })).toBeInViewport()
  await expect(box(page, 'Tea 01')).toHaveCount(0)
  await select(page).tap()
  await expect(bar(page).getByRole('status')).toHaveText('0 selected')
  await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeHidden()
  await page.getByRole('heading', { name: 'Tea 01' }).tap({ force: true })
  await page.getByRole('heading', { name: 'Tea 03' }).tap({ force: true })
  await expect(page).toHaveURL(/\/products$/)
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await expect(box(page, 'Tea 02')).not.toBeChecked()
  // The actions are in the place of the primary one.
  await expect(page.getByRole('link', { name: 'Add Product' })).toBeHidden()
  await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
  expect(await smallTargets(page)).toEqual([])
  await accessible(page)

  await bar(page).getByRole('button', { name: 'Print Labels' }).tap()
  const printed = page.waitForRequest('**/products/labels')
  await downloadedPdf(page, () => page.getByRole('dialog').getByRole('button', { name: 'Print Labels' }).tap())
  const ids = ((await printed).postDataJSON() as { product_ids: string[] }).product_ids
  const products = await person.all(listProducts, { sort: 'name' })
  expect(ids.toSorted()).toEqual([products[0]!.id, products[2]!.id].toSorted())

  await bar(page).getByRole('button', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 products' }).tap()
  await expect(page.getByText('2 products deleted')).toBeVisible()
  expect((await person.all(listProducts, {})).map(({ name }) => name)).toEqual(['Tea 02'])
  // The selection has served its purpose: the product opens again.
  await expect(bar(page)).toBeHidden()
  await page.getByRole('heading', { name: 'Tea 02' }).tap()
  await expect(page).toHaveURL(/\/products\/[^/]+$/)
  await context.close()
})

test('cards have checkboxes after Select; they stay selected in the table, and Escape ends the selection', async ({
  page,
  person,
}) => {
  await addTeas(person)
  await visit(page, '/products?view=grid')
  await select(page).press('Enter')
  await box(page, 'Tea 02').press('Space')
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await accessible(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(box(page, 'Tea 02')).toBeChecked()
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await expect(box(page, 'Tea 02')).toBeChecked()
  await expect(select(page)).toHaveAttribute('aria-pressed', 'true')
  await bar(page).getByRole('button', { name: 'Select all 3' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(box(page, 'Tea 02')).toHaveCount(0)
  await expect(select(page)).toHaveAttribute('aria-pressed', 'false')
  // Nothing has been selected yet: Escape ends it, too.
  await select(page).click()
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})
