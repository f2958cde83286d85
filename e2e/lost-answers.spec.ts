import type { Locator, Page, Route } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder, readSalesOrder } from '../contract/sales-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { listTransactions } from '../contract/transactions.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// A dialog whose answer is lost: the server has done it, but the browser can't know.

const dialog = (page: Page) => page.getByRole('dialog')

/** Loses the answers of POST requests to these addresses until `found` is called. The server handles each of them. */
async function loseAnswers(page: Page, address: RegExp): Promise<{ found: () => Promise<void> }> {
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  }
  await page.route(address, lose)
  return { found: () => page.unroute(address, lose) }
}

const bolts = (person: Person) =>
  person.call(createProduct, { name: 'Bolts', sku: 'B-1', price: 10, stock_quantity: 5 })

/** Opens a transaction of bolts that lacks only its quantity, and returns that field. */
async function openTransaction(page: Page): Promise<Locator> {
  await visit(page, '/transactions')
  await page.getByRole('button', { name: 'Add Transaction' }).first().click()
  await dialog(page)
    .getByRole('textbox', { name: /^Product/ })
    .fill('B-1')
  await page.getByRole('option', { name: /Bolts/ }).click()
  await dialog(page).getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Production Completion' }).click()
  return dialog(page).getByRole('textbox', { name: 'Quantity' })
}

test('a payment whose answer was lost, then sent with another amount, isn’t recorded twice without saying so', async ({
  page,
  person,
}) => {
  const { id: product_id } = await bolts(person)
  const lines = [{ product_id, quantity: 3, unit_price: 10 }]
  const { id } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  const paid = async () => (await person.call(readSalesOrder, { id })).payments.map(({ amount }) => amount)
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Add Payment' }).click()
  const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
  await amount.fill('12')
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  const { found } = await loseAnswers(page, /\/payments$/)
  const add = dialog(page).getByRole('button', { name: 'Add Payment' })
  await add.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Unable to connect', { timeout: 20_000 })
  expect(await paid()).toEqual([12])

  await found()
  await amount.fill('5')
  await add.click()
  await expect(dialog(page).getByRole('alert')).toContainText('A payment was already recorded from this form')
  expect(await paid()).toEqual([12])
  await add.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await paid()).toEqual(expect.arrayContaining([12, 5]))
  expect(await paid()).toHaveLength(2)
})

test('a transaction whose answer was lost, then sent with another quantity, isn’t posted twice without saying so', async ({
  page,
  person,
}) => {
  const { id: product_id } = await bolts(person)
  const onHand = async () => (await person.call(readProductStock, { product_id })).on_hand
  const quantity = await openTransaction(page)
  await quantity.fill('4')
  const { found } = await loseAnswers(page, /\/transactions$/)
  const add = dialog(page).getByRole('button', { name: 'Add Transaction' })
  await add.click()
  await expect(dialog(page).getByRole('alert').first()).toContainText('Unable to connect', { timeout: 20_000 })
  expect(await onHand()).toBe(9)

  await found()
  await quantity.fill('6')
  await add.click()
  await expect(dialog(page).getByRole('alert').first()).toContainText('This was already saved')
  expect(await onHand()).toBe(9)
  await add.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await onHand()).toBe(15)
})

test('a transaction that was saved as pending without an answer isn’t saved a second time without saying so', async ({
  page,
  person,
}) => {
  await bolts(person)
  const saved = async () =>
    (await person.call(listTransactions, {})).items.map(({ status, quantity }) => `${status} ${quantity}`).toSorted()
  const quantity = await openTransaction(page)
  const pending = dialog(page).getByRole('button', { name: 'Save as pending' })
  await quantity.fill('4')
  const { found } = await loseAnswers(page, /\/transaction-drafts$/)
  await pending.click()
  await expect(page.getByText('Unable to connect').first()).toBeVisible({ timeout: 20_000 })
  await expect(pending).toBeEnabled({ timeout: 20_000 })
  await found()
  const before = ['completed 5', 'pending 4']
  expect(await saved()).toEqual(before)

  await quantity.fill('6')
  await pending.click()
  await expect(page.getByText('This was already saved')).toBeVisible()
  expect(await saved()).toEqual(before)
  await pending.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await saved()).toEqual([...before, 'pending 6'])
})
