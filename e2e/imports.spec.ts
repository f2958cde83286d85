import { read, utils } from '@e965/xlsx'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createProduct, listProducts, readProduct, updateProduct } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { violations } from './support/database.ts'
import { sumMovements } from './support/ledger.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { workbook } from './support/workbook.ts'
import { hasNorthwind, northwindFolder } from '../tools/shared/northwind.ts'

// The same workbook imported repeatedly, as a company maintains its list: nothing new, changed prices, a counted shelf,
// and an undo.

type Row = Record<string, string | number>
type Company = { products: Row[]; categories: Row[]; transactions: Row[]; suppliers?: Row[]; locations?: Row[] }

const dataFolder = process.env['JOURNEYS_DATA'] ?? ''

/** A real company's workbook if it is available, otherwise a small generated one. */
function company(): Company {
  if (!hasNorthwind) return ownCompany()
  const { Sheets } = read(readFileSync(join(northwindFolder, 'northwind.xlsx')))
  const rows = (name: string) => utils.sheet_to_json<Row>(Sheets[name] ?? {})
  return { products: rows('Products'), categories: rows('Categories'), transactions: rows('Transactions') }
}

function ownCompany(): Company {
  const products = Array.from({ length: 12 }, (_, n) => ({
    name: `Walnut shelf ${n}`,
    sku: `SHE-${n}`,
    category_name: 'Furniture',
    price: 40 + n,
    stock_quantity: 10 + n,
    min_stock_level: 2,
  }))
  const delivery = {
    product_id: 'SHE-1',
    type: 'in',
    quantity: 24,
    notes: 'Delivery',
    status: 'completed',
    currency: 'USD',
  }
  return { products, categories: [{ name: 'Furniture', color: '#3B82F6' }], transactions: [delivery] }
}

const field = (page: Page) => page.getByLabel('Excel or CSV file')
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Import' })
const changes = (page: Page) => page.getByRole('region', { name: 'What will change' })
const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: new RegExp(`^${label}[\\d,]+`) })
    .last()

/** The last step: its totals equal those in the preview. */
async function expectDone(page: Page): Promise<void> {
  await expect(page.getByText('All totals match the preview.')).toBeVisible({ timeout: 30_000 })
}

async function chooseAnother(page: Page, sheets: Company): Promise<void> {
  await page.getByRole('link', { name: 'Import another file' }).click()
  await expect(page.getByText('Drop your file here')).toBeVisible()
  await field(page).setInputFiles(workbook(sheets, 'company.xlsx'))
}

async function edit(person: Person, sku: string, price: number): Promise<void> {
  const { items } = await person.call(listProducts, { search: sku })
  const { id = '' } = items.find((item) => item.sku === sku) ?? {}
  const { name, category_id, location, version, description, cost_price, stock } = await person.call(readProduct, {
    id,
  })
  const kept = { name, sku, category_id, location, description, cost_price, min_stock_level: stock.minimum }
  await person.call(updateProduct, { id, version, ...kept, price })
}

test('importing the same workbook twice changes nothing; new prices are listed, and all of it is undone', async ({
  page,
  person,
}) => {
  test.slow()
  const first = company()
  const [one, two] = [String(first.products[1]?.['sku']), String(first.products[3]?.['sku'])]
  const price = Number(first.products[1]?.['price'])
  await page.goto('/settings/import')
  await field(page).setInputFiles(workbook(first, 'company.xlsx'))
  // Until the server has the confirmation, the page doesn't say that the import continues without it.
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/v1/imports', async (route) => {
    await sent.promise
    await route.continue()
  })
  await confirm(page).click()
  await expect(page.getByText('Starting the import…')).toBeVisible()
  sent.resolve()
  await expectDone(page)
  await page.unroute('**/api/v1/imports')
  const added = page.getByRole('table', { name: 'Products that were added' })
  await expect(added.getByRole('link', { name: String(first.products[0]?.['name']) })).toBeVisible()
  await accessible(page)
  const before = await sumMovements(person)

  await chooseAnother(page, first)
  await expect(page.getByText('Everything in this file is already imported.')).toBeVisible()
  await expect(page.getByText(/already imported \(.*company\.xlsx\)/)).toBeVisible()
  await expect(figure(page, 'Products')).toContainText(`${first.products.length} unchanged`)
  await expect(figure(page, 'Problems')).toContainText('nothing to import')
  await expect(confirm(page)).toBeDisabled()

  // Changed prices, a supplier, and a counted shelf.
  const second: Company = {
    ...first,
    products: first.products.map((product, n) =>
      n < 30 ? { ...product, price: Number(product['price']) + 1 } : product,
    ),
    suppliers: [{ name: 'Cedar Mill', email: 'orders@cedarmill.example', payment_terms: 'Net 30' }],
  }
  second.products[3] = { ...second.products[3], stock_quantity: 777 }
  await field(page).setInputFiles(workbook(second, 'company.xlsx'))
  const changed = Math.min(30, first.products.length)
  await expect(changes(page)).toContainText(`${changed} records`)
  const row = changes(page).locator('tbody').filter({ hasText: one })
  await expect(row).toContainText(`Price$${price.toFixed(2)}$${(price + 1).toFixed(2)}`)
  await expect(changes(page).locator('tbody')).toHaveCount(10)
  await changes(page)
    .getByRole('button', { name: `Show all ${changed}` })
    .click()
  await expect(changes(page).locator('tbody')).toHaveCount(changed)
  await page.getByLabel('Set stock to the quantities in the file').check()
  const counted = changes(page).locator('tbody').filter({ hasText: two })
  await expect(counted).toContainText(/Stock[\d,]+777\s*[+−][\d,]+ at /)
  await accessible(page)
  // A reload shows the same step again, unchanged.
  await page.reload()
  await expect(page.getByLabel('Set stock to the quantities in the file')).toBeChecked()

  // Someone else changes a product in the meantime.
  await edit(person, one, price + 5)
  await confirm(page).click()
  const conflict = page.getByRole('alert')
  await expect(conflict).toContainText('Some records have changed since the preview. Nothing was imported.')
  await expect(conflict).toContainText(
    `Price is $${(price + 5).toFixed(2)} now; the preview showed $${price.toFixed(2)}`,
  )
  await expect(row).toContainText(`Price$${(price + 5).toFixed(2)}$${(price + 1).toFixed(2)}`)
  await confirm(page).click()
  await expectDone(page)
  await page.reload()
  await expectDone(page)
  const done = page.getByRole('tabpanel', { name: /^Changed/ })
  await expect(done.locator('tbody').filter({ hasText: one })).toContainText(
    `Price$${(price + 5).toFixed(2)}$${(price + 1).toFixed(2)}`,
  )
  const after = await sumMovements(person)
  const priceOf = (ledger: typeof after, sku: string) =>
    ledger.products.find((product) => product.sku === sku)?.price_cents
  expect(priceOf(after, one)).toBe(BigInt(Math.round((price + 1) * 100)))
  expect(after.products.find(({ sku }) => sku === two)?.on_hand).toBe(7_770_000n)

  // After the undo, everything that no one has changed since is as before.
  await edit(person, two, 1_234)
  await page.getByRole('button', { name: 'Undo import of company.xlsx' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  const stayed = page.getByRole('list', { name: 'What couldn’t be undone' })
  await expect(stayed).toContainText('Price has changed since: it’s now $1,234.00', { timeout: 30_000 })
  await expect(stayed.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: /^Partly undone/ })).toBeVisible()
  await expect(page.getByText(/^Undone except for 1 item ·/)).toBeVisible()
  await expect(page.getByText('Everything else was undone. Fix this, then choose “Undo the rest”.')).toBeVisible()
  await accessible(page)
  const undone = await sumMovements(person)
  expect(undone.units).toBe(before.units)
  expect(priceOf(undone, one)).toBe(BigInt(Math.round((price + 5) * 100)))
  expect(undone.products.map(({ sku, on_hand }) => [sku, on_hand])).toEqual(
    before.products.map(({ sku, on_hand }) => [sku, on_hand]),
  )
  expect(await violations(dataFolder)).toEqual([])
})

test('the inventory report is downloaded as CSV, edited and imported', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Oak shelf', sku: 'SHE-1', price: 40, stock_quantity: 7 })
  await page.goto('/reports')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const report = readFileSync(await (await downloaded).path(), 'utf8').replace(',40.00,', ',45.00,')
  const csv = (row: string) => ({
    name: 'inventory_report.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${report}${row}\r\n`),
  })

  await page.goto('/import')
  await field(page).setInputFiles(csv('Pine shelf, long,SHE-2,Shelves,30,12.5,4,1,4006381333931'))
  const problems = page.getByRole('region', { name: 'Fix these first' })
  await expect(problems).toContainText('This row has 9 cells, but the first row has 8.')
  // A CSV file has no sheets to name.
  await expect(problems.getByRole('columnheader')).toHaveText(['Cell', 'Value', 'Problem'])
  await expect(confirm(page)).toBeDisabled()
  await expect(confirm(page)).toHaveAccessibleDescription(/^Fix \d+ problems? to import$/)
  await field(page).setInputFiles(csv('"Pine shelf, long",SHE-2,Shelves,30,12.5,4,1,4006381333931'))
  await expect(changes(page)).toContainText('Price$40.00$45.00')
  await expect(changes(page)).toContainText('SHE-1 · Row 2')
  await confirm(page).click()
  await expectDone(page)
  const { items } = await person.call(listProducts, {})
  expect(items.map(({ name, price, barcode, stock }) => [name, price, barcode, stock.on_hand])).toEqual([
    ['Oak shelf', 45, null, 7],
    ['Pine shelf, long', 30, '4006381333931', 4],
  ])
})
