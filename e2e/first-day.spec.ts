import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { listLocations } from '../contract/locations.ts'
import { readMe } from '../contract/me.ts'
import { listProducts } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { violations } from './support/database.ts'
import { expectFiguresToBeTheMovements } from './support/figures.ts'
import { dollarsText, sumExplained, unitsText } from './support/ledger.ts'
import { goodPassword, newEmail, type Person, sessionIn } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { workbook } from './support/workbook.ts'
import { hasNorthwind, northwindFolder } from '../tools/shared/northwind.ts'

// From an empty folder to the first real day of work, with a real company's workbook if it is available.

const dataFolder = process.env['JOURNEYS_DATA'] ?? ''

test.describe('the first day', () => {
  test.use({ signedIn: false })
  test.slow()

  test('sign up, import stock, sell, move, undo: every figure is the sum of its movements', async ({
    page,
    baseURL,
  }) => {
    const signedUp = await signUpInBrowser(page, baseURL ?? '')
    const person = hasNorthwind
      ? await importNorthwind(page, signedUp, 'northwind.xlsx')
      : await exploreSample(page, signedUp)
    expect((await expectFiguresToBeTheMovements(page, person)).units > 0n).toBe(true)
    const { products } = await person
      .call(listProducts, { sort: '-on_hand', limit: 10 })
      .then(({ items }) => ({ products: items }))
    const product = products[3]
    if (!product) throw new Error('There are no products to work on')
    const there = product.stock.on_hand

    await refuseTooMuch(page, product.name, there)
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Quantity/ })
      .fill('7')
    await page.getByRole('dialog').getByRole('button', { name: 'Add Transaction' }).click()
    await expect(page.getByText(`Transaction added: ${there - 7} on hand`)).toBeVisible()
    await expect(historyRow(page, product.name).first()).toContainText('−7')

    await addLocation(page, 'Market Stall')
    const stall = (await person.all(listLocations, {})).find(({ name }) => name === 'Market Stall')?.id
    await transfer(page, product.name, product.locations[0]?.name ?? '', 'Market Stall', 12, {
      filledIn: product.locations.length === 1,
    })
    expect(await sumExplained(person, product.id)).toBe(BigInt(there - 7) * 10_000n)
    expect(await sumExplained(person, product.id, stall)).toBe(120_000n)
    await expectFiguresToBeTheMovements(page, person)
    await expectProductToAddUp(page, product.name, there - 7)

    // Two undos: the transfer from its toast, the sale from the history.
    await transfer(page, product.name, product.locations[0]?.name ?? '', 'Market Stall', 3, { undo: true })
    expect(await sumExplained(person, product.id, stall)).toBe(120_000n)
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await historyRow(page, product.name)
      .filter({ hasText: '−7' })
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await expect(historyRow(page, product.name).filter({ hasText: '+7' })).toBeVisible()
    const ledger = await expectFiguresToBeTheMovements(page, person)
    expect(ledger.products.find(({ id }) => id === product.id)?.on_hand).toBe(BigInt(there) * 10_000n)
    expect(await violations(dataFolder)).toEqual([])
  })

  test('the same workbook as .xls, undone and imported again', async ({ page, baseURL }) => {
    test.skip(!hasNorthwind, 'the Northwind files are missing')
    const person = await signUpInBrowser(page, baseURL ?? '')
    await importNorthwind(page, person, 'northwind.xls')
    await undoLastImport(page, 'northwind.xls')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { name: /^Set up / })).toBeVisible()
    // The history keeps undone entries and their undos.
    await importNorthwind(page, person, 'northwind.xlsx', 3 * 17)
    expect(await violations(dataFolder)).toEqual([])
  })
})

test('the sample company is separate: switching to and from it keeps figures and forms apart, and removing it deletes everything', async ({
  page,
  person,
  context,
}) => {
  const field = () => page.getByRole('textbox', { name: 'Category Name' })
  const banner = page.getByRole('region', { name: 'Sample company' })
  await page.goto('/categories/new')
  await field().fill('Begun at home')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const sample = await exploreSample(page, person)
  await page.goto('/categories/new')
  await expect(field()).toHaveValue('')
  await field().fill('Begun in the sample')
  await page.reload()
  await expect(banner).toBeVisible()
  await expect(field()).toHaveValue('Begun in the sample')
  await page.getByRole('button', { name: 'Add Category' }).click()
  await expect(page.getByRole('heading', { name: 'Begun in the sample' })).toBeVisible()
  expect((await person.all(listCategories, {})).length).toBe(0)
  expect((await sample.all(listCategories, {})).length).toBe(7)

  // A newly opened tab starts in the sample company, and stays there when the first tab leaves it.
  const second = await context.newPage()
  await second.goto('/categories')
  await expect(second.getByRole('heading', { name: 'Begun in the sample' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to ' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Set up / })).toBeVisible()
  await page.goto('/categories/new')
  await expect(field()).toHaveValue('Begun at home')

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Cedar Street Cycles' }).click()
  await banner.getByRole('button', { name: 'Remove sample company' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the sample company?' })
  await expect(question).toContainText('Cedar Street Cycles and everything in it will be permanently deleted.')
  await question.getByRole('button', { name: 'Remove sample company' }).click()
  await expect(page.getByText('Sample company removed')).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect((await person.call(readMe, {})).organizations).toHaveLength(1)
  // The second tab leaves by itself and shows nothing of the removed company.
  await expect(second.getByText('That company is no longer available. You’re now in your own company.')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Explore with sample data' })).toBeVisible()
  await expect(second.getByText('Begun in the sample')).toHaveCount(0)
  expect(await violations(dataFolder)).toEqual([])
})

const goods = [
  {
    name: 'Walnut shelf',
    sku: 'SHE-1',
    category_name: 'Furniture',
    price: 49.5,
    stock_quantity: 12,
    min_stock_level: 4,
  },
  { name: 'Oak stool', sku: 'STO-1', category_name: 'Furniture', price: 79, stock_quantity: 5, min_stock_level: 6 },
  { name: 'Wax, 250 ml', sku: 'WAX-1', category_name: 'Care', price: 12.25, stock_quantity: 0, min_stock_level: 0 },
]
const categories = [{ name: 'Furniture', description: 'Made of wood', color: '#3B82F6' }]
const entries = [
  { product_id: 'WAX-1', type: 'in', quantity: 24, notes: 'From the chandler', status: 'completed', currency: 'USD' },
]

test("a workbook with problems isn't imported; once fixed it is imported, undone and imported again", async ({
  page,
  person,
}) => {
  const faulty = workbook({
    products: [
      ...goods,
      { ...goods[0], name: 'Walnut shelf, long', sku: 'she-1' },
      { ...goods[1], sku: 'STO-2', stock_quantity: -4 },
    ] as typeof goods,
    categories,
    transactions: [
      ...entries,
      { ...entries[0], product_id: 'NOT-THERE' },
      { ...entries[0], product_id: 'STO-1', type: 'out', quantity: 6 },
    ] as typeof entries,
  })
  const fixed = () => workbook({ products: goods, categories, transactions: entries })
  await page.goto('/import')
  await page.getByLabel('Excel or CSV file').setInputFiles(faulty)
  const problems = page.getByRole('region', { name: 'Fix these first' })
  await expect(problems.getByRole('row')).toHaveCount(1 + 4)
  await expect(problems.getByRole('row').filter({ hasText: 'she-1' })).toContainText('B5')
  await expect(problems.getByRole('row').filter({ hasText: '-4' })).toContainText('Stock quantity cannot be negative')
  await expect(problems.getByRole('row').filter({ hasText: 'NOT-THERE' })).toContainText('A3')
  await expect(problems.getByRole('row').filter({ hasText: '6' }).last()).toContainText('5')
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toBeDisabled()
  expect(await person.all(listProducts, {})).toEqual([])

  await page.getByLabel('Excel or CSV file').setInputFiles(fixed())
  await confirmImport(page)
  const first = await expectFiguresToBeTheMovements(page, person)
  expect(first).toMatchObject({ units: 410_000n, value_cents: 128_300n, low: 1, out: 0 })
  await undoLastImport(page, 'stock.xlsx')
  expect(await person.all(listProducts, {})).toEqual([])

  await page.goto('/import')
  await page.getByLabel('Excel or CSV file').setInputFiles(fixed())
  await confirmImport(page)
  const again = await expectFiguresToBeTheMovements(page, person)
  expect(again.products.map(({ id }) => id)).toEqual(first.products.map(({ id }) => id))
  expect(again).toMatchObject({ units: first.units, value_cents: first.value_cents })
  expect(await violations(dataFolder)).toEqual([])
})

async function signUpInBrowser(page: Page, url: string): Promise<Person> {
  const email = newEmail()
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return sessionIn(page, url, email)
}

/** Microsoft's sample company, whose figures are known. */
async function importNorthwind(page: Page, person: Person, file: string, transactions = 17): Promise<Person> {
  await page.getByRole('link', { name: 'Import your data' }).click()
  await page.getByLabel('Excel or CSV file').setInputFiles(join(northwindFolder, file))
  await expect(figure(page, 'Products')).toContainText('77')
  await expect(figure(page, 'Categories')).toContainText('8')
  await expect(figure(page, 'Transactions')).toContainText('17780 units in')
  await confirmImport(page)
  const ledger = await expectFiguresToBeTheMovements(page, person)
  expect(ledger).toMatchObject({ transactions, units: 38_990_000n, value_cents: 8_833_085n, low: 6, out: 4 })
  expect(ledger.products).toHaveLength(77)
  expect(new Set(ledger.products.map(({ category }) => category)).size).toBe(8)
  expect([unitsText(ledger.units), dollarsText(ledger.value_cents)]).toEqual(['3,899', '$88,330.85'])
  return person
}

/** Creates and enters the sample company, and returns its owner. */
async function exploreSample(page: Page, person: Person): Promise<Person> {
  await page.getByRole('button', { name: 'Explore with sample data' }).click()
  await expect(page.getByText('You’re in the sample company')).toBeVisible({ timeout: 30_000 })
  // The button disappears with its screen, so the keyboard continues from the heading.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  await accessible(page)
  const { organizations } = await person.call(readMe, {})
  return person.in(organizations.find(({ is_sample }) => is_sample)?.org_id ?? '')
}

const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: new RegExp(`^${label}[\\d,]+`) })
    .last()

async function confirmImport(page: Page): Promise<void> {
  await expect(page.getByText('ready to import', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByText('Data imported successfully!')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Close' }).first().click()
}

async function undoLastImport(page: Page, file: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Excel Data Import' }).click()
  await page.getByRole('link', { name: file }).first().click()
  await page.getByRole('button', { name: `Undo import of ${file}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible({ timeout: 30_000 })
}

const historyRow = (page: Page, product: string) =>
  page.getByRole('table', { name: 'Transaction History' }).locator('tbody tr').filter({ hasText: product })

/** Opens the dialog of Add Transaction and fills in everything except the quantity. */
async function refuseTooMuch(page: Page, product: string, there: number): Promise<void> {
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await page.getByRole('button', { name: 'Add Transaction' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Transaction' })
  await dialog.getByRole('textbox', { name: /^Product/ }).fill(product)
  const height = () => dialog.evaluate(({ scrollHeight }) => scrollHeight)
  const before = await height()
  await page.getByRole('option', { name: product }).click()
  await expect(dialog.getByText(`Current stock: ${there}`)).toBeVisible()
  expect(await height(), 'nothing moves under the pointer when the stock comes').toBe(before)
  await dialog.getByText('Stock Out').click()
  await dialog.getByRole('combobox', { name: /^Reason/ }).click()
  await page.getByRole('option', { name: 'Customer Order' }).click()
  await expect(dialog.getByRole('combobox', { name: /^Reason/ })).toHaveValue('Customer Order')
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill(String(there + 1))
  await expect(dialog.getByText(`Cannot remove more than current stock (${there})`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Transaction' })).toBeDisabled()
}

async function addLocation(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Locations' }).click()
  await page.getByRole('button', { name: 'Add Location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Location' })
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  await dialog.getByRole('button', { name: 'Add Location' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

async function transfer(
  page: Page,
  product: string,
  from: string,
  to: string,
  quantity: number,
  { undo = false, filledIn = false } = {},
): Promise<void> {
  await page.getByRole('link', { name: 'Transfers', exact: true }).click()
  await page.getByRole('button', { name: 'New Transfer' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Transfer Inventory' })
  await dialog.getByRole('textbox', { name: /^Product/ }).fill(product)
  await page.getByRole('option', { name: product }).click()
  const choose = async (label: RegExp, location: string) => {
    const field = dialog.getByRole('textbox', { name: label })
    // Opened even if this location is already selected: choosing it then changes nothing.
    await field.click()
    await field.fill(location)
    await page.getByRole('option', { name: location }).click()
  }
  if (filledIn) await expect(dialog.getByRole('textbox', { name: /^From location/ })).toHaveValue(from)
  else await choose(/^From location/, from)
  await choose(/^To location/, to)
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill(String(quantity))
  await dialog.getByRole('button', { name: /^Transfer/ }).click()
  const toast = page
    .getByRole('status')
    .filter({ hasText: `moved to ${to}` })
    .filter({ hasText: `${quantity} unit` })
  await expect(toast).toBeVisible()
  if (!undo) return
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Transfer undone')).toBeVisible()
}

/** The product's page: its number, and the panel that opens from it. */
async function expectProductToAddUp(page: Page, product: string, onHand: number): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').last().fill(product)
  await page.getByRole('button', { name: product }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible()
  await page
    .getByRole('button', { name: `${onHand} on hand of ${product}: explain` })
    .first()
    .click()
  const panel = page.getByRole('dialog', { name: `Why is it ${onHand}?` })
  await expect(panel.getByText('Adds up. Just checked against the ledger.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
}
