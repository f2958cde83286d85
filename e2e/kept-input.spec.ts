import { createLocation, listLocations, readLocation, updateLocation } from '../contract/locations.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import { createProduct, readProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { readProductStock, updateLot } from '../contract/stock.ts'
import { createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction } from '../contract/transactions.ts'
import { suggestPrice } from './support/database.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const chang = { name: 'Chang', sku: 'NW-002', price: 19 }
const came = { type: 'in', reason_code: 'sample_return' } as const

async function mainLocation(person: Person): Promise<string> {
  return (await person.all(listLocations, {})).find(({ is_default }) => is_default)?.id ?? ''
}

test('a count of one lot stays when the new quantity of another is taken, and says which orders lost units', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, chang)
  const entry = { ...came, product_id: id, quantity: 5, location_id: await mainLocation(person) }
  for (const lot_number of ['A', 'B']) await person.call(createTransaction, { ...entry, lot_number })
  await person.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: [{ product_id: id, quantity: 10, unit_price: 19 }],
  })
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'Edit stock at Main Warehouse' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Location Stock' })
  const count = (lot: string) => form.getByRole('textbox', { name: `Current Quantity, lot ${lot}` })
  const [first, second] = [count('A'), count('B')]
  await expect(second).toHaveValue('5')
  await first.fill('3')
  // A movement that arrives with the form's first read isn't one during the count: then there is another.
  await expect(async () => {
    await person.call(createTransaction, { ...entry, quantity: 1, lot_number: 'B' })
    await expect(form.getByText('Stock moved while you were counting')).toBeVisible({ timeout: 3_000 })
  }).toPass({ intervals: [0] })
  await form.getByRole('button', { name: 'Use new quantity' }).click()
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(first).toHaveValue('3')
  await form.getByRole('button', { name: 'Save · −2 units' }).click()
  await expect(page.getByText(/on hand, 1 order line is now backordered/)).toBeVisible()
})

test('a quantity that was typed before the stock was spread over locations is refused, not dropped', async ({
  page,
  person,
}) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const { id } = await person.call(createProduct, { ...chang, stock_quantity: 10 })
  await page.goto(`/products/${id}?edit=1`)
  const stock = page.locator('[data-path="stock_quantity"]')
  await stock.fill('12')
  await person.call(createTransfer, {
    product_id: id,
    from_location_id: await mainLocation(person),
    to_location_id: shop.id,
    quantity: 3,
    reason: 'restock',
  })
  await expect(page.getByText('Stored in several locations.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Stored in several locations or lots. Change the stock of each')).toBeVisible()
  await stock.fill('10')
  await expect(stock).toBeDisabled()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeVisible()
})

test('a product is saved with the picture whose upload was still running', async ({ page, person }) => {
  const { id } = await person.call(createProduct, chang)
  const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>()
  await page.route('**/files?**', async (route) => {
    await uploaded
    await route.continue()
  })
  await page.goto(`/products/${id}?edit=1`)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const file = { name: 'chang.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await page.getByLabel('Image file').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Uploading image...' })).toBeDisabled()
  upload()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeVisible()
  expect((await person.call(readProduct, { id })).image).toMatch(/^\/files\//)
})

test('rejecting a fetched price returns the price that was typed before, or leaves what was typed since', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, chang)
  const { session } = person
  const url = 'https://shop.example/chang'
  const whose = { org_id: session.user.app_metadata.org_id, user_id: session.user.id, product_id: id }
  await page.route('**/functions/v1/fetch-price', async (route) => {
    await route.fulfill({ json: { priceUpdateId: await suggestPrice(whose, { url, new_price: 21, currency: 'USD' }) } })
  })
  await page.goto(`/products/${id}?edit=1`)
  const price = page.getByRole('textbox', { name: 'Price ($)', exact: true })
  await price.fill('20')
  await page.getByRole('textbox', { name: 'Purchase URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Purchase URL' }).blur()
  await expect(price).toHaveValue('21.00')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(price).toHaveValue('20')

  await page.getByRole('button', { name: 'Fetch latest price' }).click()
  await expect(price).toHaveValue('21.00')
  await price.fill('22')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Price updated to')).toBeHidden()
  await expect(price).toHaveValue('22')
})

test('choosing another product clears the transfer’s lot', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const beer = await person.call(createProduct, chang)
  const tea = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 4 })
  const entry = { ...came, product_id: beer.id, quantity: 5, location_id: await mainLocation(person) }
  for (const lot_number of ['A', 'B']) await person.call(createTransaction, { ...entry, lot_number })
  await page.goto('/location-transfers')
  await page.getByRole('button', { name: 'New Transfer' }).first().click()
  const form = page.getByRole('dialog', { name: 'Transfer Inventory' })
  const choose = async (product: string) => {
    await form.getByRole('textbox', { name: /Product/ }).fill(product)
    await page.getByRole('option', { name: new RegExp(product) }).click()
  }
  await choose('Chang')
  await form.getByRole('combobox', { name: 'Lot' }).click()
  await page.getByRole('option', { name: /Lot A/ }).click()
  await choose('Chai')
  await expect(form.getByRole('textbox', { name: /To location/ })).toHaveValue('Shop floor')
  await form.getByRole('button', { name: /^Transfer/ }).click()
  await expect(form).toBeHidden()
  const { locations } = await person.call(readProductStock, { product_id: tea.id })
  expect(locations.find(({ location_id }) => location_id === shop.id)).toMatchObject({ on_hand: 1 })
})

test('an inactive location is not called new, and the product’s own may stay', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const own = await person.call(createProduct, { ...chang, location: 'Shop floor' })
  const { version } = await person.call(readLocation, { id: shop.id })
  await person.call(updateLocation, { id: shop.id, version, name: 'Shop floor', is_active: false })
  await page.goto('/products/new')
  const location = page.locator('[data-path="location"]')
  await location.fill('shop floor')
  await expect(page.getByText('Shop floor isn’t active')).toBeVisible()
  await visit(page, `/products/${own.id}?edit=1`)
  await expect(location).toHaveValue('Shop floor')
  await expect(page.getByText('Where it’s stored.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeVisible()
})

test('what prevents a deletion is one link away: pending transactions, and units on hold', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const { id } = await person.call(createProduct, chang)
  await person.call(createTransactionDraft, { ...came, product_id: id, quantity: 2 })
  await page.goto(`/products/${id}?edit=1`)
  await page.getByRole('button', { name: 'Delete Product' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Pending transactions' }).click()
  await expect(page).toHaveURL(`/transactions?status=pending&product=${id}`)
  await expect(page.getByRole('main').getByText('Chang').first()).toBeVisible()

  const entry = { product_id: id, quantity: 3, location_id: shop.id }
  await person.call(createTransaction, { ...entry, ...came })
  await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'qc_hold' })
  await visit(page, '/locations')
  await page.getByRole('button', { name: 'Actions: Shop floor' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Can’t delete Shop floor' })
  await expect(dialog).toContainText('3 on hold. Release, scrap or return the units on hold first')
  await dialog.getByRole('link', { name: 'Transactions at this location' }).click()
  await expect(page).toHaveURL(`/transactions?location=${shop.id}`)
})

test('an expiry date that a colleague changed meanwhile is not overwritten silently; a correction can be undone', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, chang)
  const entry = { ...came, product_id: id, quantity: 5, location_id: await mainLocation(person) }
  await person.call(createTransaction, { ...entry, lot_number: 'A' })
  const lotOf = async () => (await person.call(readProductStock, { product_id: id })).locations[0]?.lots[0]
  const lot = { product_id: id, id: (await lotOf())?.lot_id ?? '' }
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'Edit lot A' }).click()
  const form = page.getByRole('dialog', { name: 'Lot A' })
  await form.getByLabel('Expiry date').fill('2090-01-31')
  await person.call(updateLot, { ...lot, expires_on: '2091-02-28' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert').getByRole('row')).toHaveText([
    'FieldYoursTheirs',
    'Expiry date31 Jan 209028 Feb 2091',
  ])
  await form.getByRole('button', { name: 'Overwrite' }).click()
  await expect(form).toBeHidden()
  expect((await lotOf())?.expires_on).toBe('2090-01-31')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Lot A has its previous expiry date')).toBeVisible()
  expect((await lotOf())?.expires_on).toBe('2091-02-28')
})

test('what was typed in a dialog when the session ended is there after signing in', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, chang)
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: [{ product_id, quantity: 1, unit_price: 19 }],
  })
  await visit(page, `/sales-orders/${id}`)
  const form = page.getByRole('dialog', { name: 'Add Payment' })
  const reference = form.getByRole('textbox', { name: 'Reference number' })
  const add = form.getByRole('button', { name: 'Add Payment' })
  await page.getByRole('button', { name: 'Add Payment' }).click()
  await form.getByRole('radio', { name: 'Cash' }).click()
  await reference.fill('Receipt 17')
  await page.request.post('/auth/v1/logout?scope=global', {
    headers: { authorization: `Bearer ${person.session.access_token}` },
  })
  await add.click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('button', { name: 'Add Payment' }).click()
  await expect(form.getByText('We restored your unsaved changes')).toBeVisible()
  await expect(reference).toHaveValue('Receipt 17')
  await add.click()
  await expect(page.getByText(/^\$19\.00 recorded for SO-/)).toBeVisible()
})
