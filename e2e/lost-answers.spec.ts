import type { Locator, Page, Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createProduct, readProduct } from '../contract/products.ts'
import { createSalesOrder, readSalesOrder } from '../contract/sales-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { listTransactions } from '../contract/transactions.ts'
import { createWebhook } from '../contract/webhooks.ts'
import { laterForApp } from './support/database.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// A dialog whose answer is lost: the server has done it, but the browser can't know.

const dialog = (page: Page) => page.getByRole('dialog')

type Loss = Readonly<{
  /** Answers with a server error, which is repeated once: a lost connection is waited for. */
  soon?: boolean
}>

/** Loses the answers of writes to these addresses until `found` is called. The server handles each of them. */
async function loseAnswers(page: Page, address: RegExp, { soon = false }: Loss = {}) {
  const lose = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.fetch()
    return soon ? route.fulfill({ status: 500 }) : route.abort('connectionreset')
  }
  await page.route(address, lose)
  return { found: () => page.unroute(address, lose) }
}

const bolts = (person: Person) =>
  person.call(createProduct, { name: 'Bolts', sku: 'B-1', price: 10, stock_quantity: 5 })

/** An order of three bolts. */
async function orderOf(person: Person): Promise<string> {
  const { id: product_id } = await bolts(person)
  const lines = [{ product_id, quantity: 3, unit_price: 10 }]
  return (await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })).id
}

const paidFor = async (person: Person, id: string) =>
  (await person.call(readSalesOrder, { id })).payments.map(({ amount }) => amount)

/** Opens a transaction of bolts that lacks only its quantity, and returns that field. */
async function openTransaction(page: Page): Promise<Locator> {
  if (new URL(page.url()).pathname !== '/transactions') await visit(page, '/transactions')
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
  const id = await orderOf(person)
  const paid = () => paidFor(person, id)
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

test('a payment whose answer was lost isn’t recorded twice without saying so after a reload', async ({
  page,
  person,
}) => {
  const id = await orderOf(person)
  await visit(page, `/sales-orders/${id}`)
  const pay = async () => {
    await page.getByRole('button', { name: 'Add Payment' }).click()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('12')
    await dialog(page).getByRole('radio', { name: 'Cash' }).click()
    await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  }
  const { found } = await loseAnswers(page, /\/payments$/)
  await pay()
  await expect(dialog(page).getByRole('alert')).toContainText('Unable to connect', { timeout: 20_000 })
  await found()
  await page.reload()
  await pay()
  await expect(dialog(page).getByRole('alert')).toContainText('A payment was already recorded from this form')
  expect(await paidFor(person, id)).toEqual([12])
})

test('a payment that is refused after its dialog was closed says so', async ({ page, person }) => {
  const id = await orderOf(person)
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Add Payment' }).click()
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('12')
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  let answer = () => {}
  const isClosed = new Promise<void>((resolve) => {
    answer = resolve
  })
  const error = { code: 'forbidden', message: 'Only people of this location may do that.' }
  await page.route(/\/payments$/, async (route) => {
    await isClosed
    await route.fulfill({ status: 403, json: { error } })
  })
  await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  answer()
  await expect(page.getByText(error.message)).toBeVisible()
  await page.unroute(/\/payments$/)
  expect(await paidFor(person, id)).toEqual([])
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

test('a transaction that was added without an answer isn’t saved as pending, too, without saying so', async ({
  page,
  person,
}) => {
  await bolts(person)
  await openTransaction(page)
  await loseAnswers(page, /\/transactions$/, { soon: true })
  const alert = dialog(page).getByRole('alert').first()
  await dialog(page).getByRole('button', { name: 'Add Transaction' }).click()
  await expect(alert).toContainText('Failed to add transaction')
  const pending = dialog(page).getByRole('button', { name: 'Save as pending' })
  await pending.click()
  await expect(alert).toContainText('Your last attempt may have been saved. Check it first')
  expect((await person.call(listTransactions, {})).items).toHaveLength(2)
  await pending.click()
  await expect(dialog(page)).toHaveCount(0)
  expect((await person.call(listTransactions, {})).items).toHaveLength(3)
})

test('what was done without an answer isn’t done twice by opening its dialog again', async ({ page, person }) => {
  const id = await orderOf(person)
  await visit(page, `/sales-orders/${id}`)
  const pay = async (amount: string) => {
    await page.getByRole('button', { name: 'Add Payment' }).click()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialog(page).getByRole('radio', { name: 'Cash' }).click()
    await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  }
  const payments = await loseAnswers(page, /\/payments$/, { soon: true })
  await pay('12')
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to process payment')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await payments.found()
  await pay('5')
  await expect(dialog(page).getByRole('alert')).toContainText('A payment was already recorded from this form')
  expect(await paidFor(person, id)).toEqual([12])
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  const quantity = await openTransaction(page)
  await quantity.fill('4')
  const transactions = await loseAnswers(page, /\/transactions$/, { soon: true })
  await dialog(page).getByRole('button', { name: 'Add Transaction' }).click()
  await expect(dialog(page).getByRole('alert').first()).toContainText('Failed to add transaction')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await transactions.found()
  await (await openTransaction(page)).fill('4')
  await dialog(page).getByRole('button', { name: 'Add Transaction' }).click()
  await expect(page.getByText('Transaction added: 9 on hand')).toBeVisible()

  // A second rotation would end the secret that the program still has.
  await person.call(createWebhook, { name: 'Warehouse', url: 'https://example.com/hook', nouns: ['product'] })
  await visit(page, '/settings/webhooks')
  const rotate = async () => {
    await page.getByRole('button', { name: 'Actions: Warehouse' }).click()
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
    await dialog(page).getByRole('button', { name: 'Rotate secret' }).click()
  }
  const rotations = await loseAnswers(page, /\/secret-rotations$/, { soon: true })
  await rotate()
  await expect(page.getByText('Failed to rotate the secret')).toBeVisible()
  await rotations.found()
  await rotate()
  await expect(page.getByText('A new secret for Warehouse was created, but the connection was lost')).toBeVisible()
})

test('a record that was saved without an answer is no one else’s change when its form is sent again', async ({
  page,
  person,
}) => {
  const order = await orderOf(person)
  const nuts = await person.call(createProduct, { name: 'Nuts', sku: 'N-1', price: 2, stock_quantity: 9 })
  await visit(page, `/products/${nuts.id}?edit=1`)
  const name = page.getByRole('textbox', { name: /^Product Name/ })
  await name.fill('Wing nuts')
  const products = await loseAnswers(page, /\/products\/[^/]+$/, { soon: true })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to save product')
  await products.found()
  await name.fill('Hex nuts')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeVisible()
  expect(await person.call(readProduct, { id: nuts.id })).toMatchObject({ name: 'Hex nuts' })

  // Merged as another person’s, the new line would be there twice.
  await visit(page, `/sales-orders/${order}?edit=1`)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page
    .getByRole('textbox', { name: /^Product/ })
    .last()
    .fill('N-1')
  await page.getByRole('option', { name: /Hex nuts/ }).click()
  const orders = await loseAnswers(page, /\/sales-orders\/[^/]+$/, { soon: true })
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to save sales order')
  await orders.found()
  await page.getByRole('textbox', { name: 'Quantity of Hex nuts', exact: true }).fill('7')
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page.getByText(/^SO-.* was saved$/)).toBeVisible()
  const { lines } = await person.call(readSalesOrder, { id: order })
  expect(lines.map(({ product_name, quantity }) => `${quantity} ${product_name}`)).toEqual(['3 Bolts', '7 Hex nuts'])
})

test('two-factor authentication that was turned on without an answer says so, and continues with the next code', async ({
  page,
  person,
}) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = dialog(page).getByLabel('Setup key', { exact: true })
  await expect(secret).toHaveValue(/^[A-Z2-7]{16,}$/)
  const app = new TOTP({ secret: Secret.fromBase32(await secret.inputValue()) })
  const code = dialog(page).getByLabel('Code from the app')
  const turnOn = dialog(page).getByRole('button', { name: 'Turn on' })
  const { found } = await loseAnswers(page, /\/factors\/[^/]+\/verify$/)
  await code.fill(app.generate())
  await turnOn.click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Two-factor authentication is on, but the connection was lost',
  )
  await found()
  await laterForApp(person)
  await code.fill(app.generate())
  await turnOn.click()
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
})
