import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Download, Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createTransaction } from '../contract/transactions.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { choices, fault, mainWarehouse } from './support/texts.ts'
import { visit } from './support/visit.ts'

const dayMs = 86_400_000
const lastMonth = new Date(Date.now() - 40 * dayMs).toISOString()
const yesterday = new Date(Date.now() - dayMs).toISOString().slice(0, 10)

/**
 * Two products: chairs, received last month and partly moved today, some in transit to the shop; and tables, which are
 * out of stock.
 */
async function furnish(person: Person): Promise<{ chair: string }> {
  const { id: category_id } = await person.call(createCategory, { name: 'Seats', color: '#3B82F6' })
  const chair = await person.call(createProduct, {
    name: '=Chair, oak',
    sku: 'CH-1',
    price: 20,
    cost_price: 12.5,
    min_stock_level: 3,
    category_id,
  })
  await person.call(createProduct, { name: 'Table', sku: 'TA-1', price: 99.9, cost_price: 60 })
  const enter = { product_id: chair.id, reason_code: 'other' } as const
  await person.call(createTransaction, {
    ...enter,
    type: 'in',
    quantity: 10,
    notes: 'First load',
    happened_at: lastMonth,
  })
  await person.call(createTransaction, { ...enter, type: 'out', quantity: 4, notes: 'To the "fair"' })
  const shop = await person.call(createLocation, { name: 'Shop' })
  await person.call(createTransfer, {
    product_id: chair.id,
    quantity: 1,
    from_location_id: await mainWarehouse(person),
    to_location_id: shop.id,
    reason: 'restock',
    status: 'pending',
  })
  return { chair: chair.id }
}

/** A button's download: its name, and its text or its sheets. */
async function file(page: Page, button: string): Promise<{ name: string; text: string; rows: unknown[][] }> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const bytes = readFileSync(await download.path())
  const name = download.suggestedFilename()
  if (name.endsWith('.csv')) return { name, text: bytes.toString('utf8'), rows: [] }
  const book = read(bytes)
  return { name, text: '', rows: utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }) }
}

/** The columns that the screen lists for a file, as the file's first line. */
async function listedColumns(page: Page, file: string): Promise<string> {
  const listed = await page.locator(`[aria-label="Columns of ${file}"] li`).allTextContents()
  return `\uFEFF${listed.join(',')}\r\n`
}

const lines = (page: Page, report: string) => page.getByRole('table', { name: report }).locator('tbody [data-row-link]')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('three reports are opened, read, sorted and downloaded in both formats, now and as of a past day', async ({
  page,
  person,
}) => {
  const { chair } = await furnish(person)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()

  // Inventory Status
  const inventory = page.getByRole('radio', { name: 'Inventory Status' })
  await expect(inventory).toBeChecked()
  await expect(inventory).toHaveAccessibleDescription(/Every product with its category, prices, current stock/)
  await expect(lines(page, 'Inventory Status')).toHaveText(['=Chair, oak', 'Table'])
  await expect(row(page, '2 products')).toContainText('5')
  await expect(row(page, 'Table')).toContainText('Out')
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(lines(page, 'Inventory Status')).toHaveText(['Table', '=Chair, oak'])
  expect(await listedColumns(page, 'inventory_report')).toContain('Min Stock Level,Barcode')
  expect(await file(page, 'Download CSV')).toMatchObject({
    name: 'inventory_report.csv',
    text:
      (await listedColumns(page, 'inventory_report')) +
      'Table,TA-1,Uncategorized,99.90,60.00,0,0,\r\n' +
      `"'=Chair, oak",CH-1,Seats,20.00,12.50,5,3,\r\n`,
  })
  expect(await file(page, 'Download Excel')).toMatchObject({
    name: 'inventory_report.xlsx',
    rows: [
      ['Product Name', 'SKU', 'Category', 'Price', 'Cost Price', 'Current Stock', 'Min Stock Level', 'Barcode'],
      ['Table', 'TA-1', 'Uncategorized', 99.9, 60, 0, 0],
      ['=Chair, oak', 'CH-1', 'Seats', 20, 12.5, 5, 3],
    ],
  })

  // Transaction History, by keyboard
  await inventory.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Transaction History' })).toBeFocused()
  await expect(page).toHaveURL('/reports?report=transactions')
  await expect(row(page, '3 transactions')).toContainText('+5')
  await expect(page.getByRole('table', { name: 'Units in and out over time' }).getByRole('row').nth(1)).toContainText(
    '10',
  )
  await page.getByRole('button', { name: 'Transaction Type' }).first().click()
  expect(await choices(page)).toEqual(['All', 'Stock In', 'Stock Out', 'Adjustments', 'Opening', 'Transfer'])
  await page.getByRole('option', { name: 'Stock In' }).click()
  await expect(row(page, '1 transaction')).toContainText('+10')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(yesterday)
  const history = await file(page, 'Download CSV')
  expect(history.name).toBe('transactions_report.csv')
  expect(await listedColumns(page, 'transactions_report')).toContain('Quantity,Notes,SKU,Location,Reason,Document')
  expect(history.text).toBe(
    (await listedColumns(page, 'transactions_report')) +
      `${lastMonth},${chair},"'=Chair, oak",in,10,First load,CH-1,Main Warehouse,other,,10\r\n`,
  )

  // Inventory Valuation, now and yesterday
  await page.getByRole('radio', { name: 'Inventory Valuation' }).click()
  await expect(row(page, 'Total on hand')).toContainText(/5\$62\.50\$100\.00\$37\.50/)
  await expect(row(page, 'In transit').first()).toContainText(/1\$12\.50\$20\.00\$7\.50/)
  expect((await file(page, 'Download CSV')).text).toBe(
    (await listedColumns(page, 'inventory_valuation')) +
      `"'=Chair, oak",CH-1,5,12.50,62.50,20.00,100.00,37.50,Yes,0,0.00,1,12.50\r\n` +
      'Table,TA-1,0,60.00,0.00,99.90,0.00,0.00,Yes,0,0.00,0,0.00\r\n',
  )
  // Units of unknown cost have a retail value but no profit.
  await person.call(createProduct, { name: 'Found rug', sku: 'RU-1', price: 7, stock_quantity: 3 })
  await expect(page.getByText('3 units have no known cost')).toBeVisible()
  await expect(row(page, 'Found rug')).toHaveText(/Found rug.*3––\$7\.00\$21\.00–$/)
  await expect(row(page, 'Total on hand')).toContainText(/8\$62\.50\$121\.00\$37\.50/)
  await page.getByRole('button', { name: 'As of now' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('You’re viewing the past')).toBeVisible()
  await expect(row(page, 'Total on hand')).toContainText(/10\$125\.00\$200\.00\$75\.00/)
  await expect(lines(page, 'Inventory Valuation')).toHaveText(['=Chair, oak'])
  await page.getByRole('button', { name: '10 on hand of =Chair, oak: explain', exact: true }).click()
  const why = page.getByRole('dialog', { name: 'Why was it 10?' })
  await expect(why.getByText('Adds up. Just checked against the ledger.')).toBeVisible()
  await why.getByRole('button', { name: 'Close' }).click()
  const past = await file(page, 'Download Excel')
  expect(past).toMatchObject({
    name: `inventory_valuation_${yesterday}.xlsx`,
    rows: [expect.anything(), ['=Chair, oak', 'CH-1', 10, 12.5, 125, 20, 200, 75, 'Yes', 0, 0, 0, 0]],
  })

  // By recording: nothing had been recorded yet.
  await page
    .getByRole('button', { name: /^As of/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /When it was recorded/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing had been recorded at that time.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Back to now' }).click()
  await expect(row(page, 'Total on hand')).toContainText('$121.00')
})

test('a report that is empty, fails to load or fails to download says so in place', async ({ page, person }) => {
  await page.goto('/reports?report=transactions')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await page.goto('/reports')
  await expect(page.getByText('No products')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Product' })).toBeVisible()

  await furnish(person)
  await expect(row(page, '=Chair, oak')).toBeVisible()
  await page.route('**/api/v1/reports/inventory/file*', (route) => route.fulfill(fault))
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'inventory_report couldn’t be downloaded' })
  await expect(alert).toContainText('Failed to download the report. Please try again.')
  await page.unroute('**/api/v1/reports/inventory/file*')
  // A connection that ends before the file does.
  await page.evaluate(`{
    const real = fetch
    globalThis.fetch = async (...input) => {
      const answer = await real(...input)
      if (!String(input[0]).includes('/file')) return answer
      const broken = new ReadableStream({ pull: (control) => control.error(new TypeError('network error')) })
      return new Response(broken, { headers: answer.headers })
    }
    globalThis.healed = () => { globalThis.fetch = real }
  }`)
  await page.getByRole('button', { name: 'Download Excel' }).click()
  await expect(alert).toContainText('The download was interrupted. Please try again.')
  await page.evaluate('healed()')
  expect((await file(page, 'Download CSV')).name).toBe('inventory_report.csv')
  await expect(alert).toBeHidden()

  await page.route('**/api/v1/reports/valuation?*', (route) => route.fulfill(fault))
  await page.route('**/api/v1/reports/valuation/summary*', (route) => route.fulfill(fault))
  await page.getByRole('radio', { name: 'Inventory Valuation' }).click()
  await expect(page.getByText('Failed to load the report')).toBeVisible()
  await expect(page.getByText('Failed to load the totals')).toBeHidden()
  await page.unroute('**/api/v1/reports/valuation?*')
  // One failure is reported, and retried, once; the totals only if they still fail.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to load the totals')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(row(page, 'Total on hand')).toContainText('$100.00')

  // On the smallest phone nothing is wider than the screen.
  await page.setViewportSize({ width: 360, height: 740 })
  for (const report of ['Inventory Status', 'Transaction History', 'Inventory Valuation']) {
    await page.getByRole('radio', { name: report }).click()
    await expect(page.getByRole('list', { name: report }).getByRole('listitem').first()).toContainText('=Chair, oak')
    expect(await page.evaluate('document.documentElement.scrollWidth'), report).toBeLessThanOrEqual(360)
  }
})

test('on a phone, where a report has no headings to click, a menu sorts it', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chair', sku: 'CHR-1', price: 90, stock_quantity: 1 })
  await person.call(createProduct, { name: 'Table', sku: 'TBL-1', price: 400, stock_quantity: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/reports?report=valuation')
  const lines = page.getByRole('list', { name: 'Inventory Valuation' }).getByRole('listitem')
  await expect(lines.first()).toContainText('Chair')
  await page.getByRole('button', { name: 'Sort by Product Name' }).click()
  await page.getByRole('menuitemradio', { name: 'Total Retail' }).click()
  await expect(lines.first()).toContainText('Table')
  await expect(page).toHaveURL(/sort=-total_retail/)
})
