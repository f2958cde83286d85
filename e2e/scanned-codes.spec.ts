import type { Locator, Page } from '@playwright/test'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const upc = '036000291452'
/** The same number as a scanner reports it from an EAN-13 or GS1 code. */
const [ean, gtin] = [`0${upc}`, `00${upc}`]

/** Like a scanner that acts as a keyboard: every key at once, Ctrl and ] between elements, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  for (const [index, element] of code.split('\u001d').entries()) {
    if (index > 0) await page.keyboard.press('Control+]')
    await page.keyboard.type(element)
  }
  await page.keyboard.press('Enter')
}

/**
 * The same with one key every `gapMs`, however busy this computer is: the pace of the keys is how a scan is recognized.
 */
async function scanFast(page: Page, code: string, gapMs = 1): Promise<void> {
  // A person takes a moment between typing and scanning.
  await page.evaluate(`new Promise((resume) => setTimeout(resume, 200))`)
  // The time of a key is when it was pressed, however long the page takes for the one before it.
  await page.evaluate(`const start = performance.now()
  for (const [index, key] of [...${JSON.stringify(code)}, 'Enter'].entries()) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(press, 'timeStamp', { value: start + index * ${gapMs} })
    const isTyped = document.activeElement.dispatchEvent(press) && press.key !== 'Enter'
    if (isTyped) document.execCommand('insertText', false, press.key)
  }`)
}

const soap = (person: Person, more: object = {}) =>
  person.call(createProduct, { name: 'Soap', sku: 'S-1', price: 5, cost_price: 2, barcode: upc, ...more })

test('a scanner that types finds a product by an equal barcode: in its list, in pickers and in the search', async ({
  page,
  person,
}) => {
  await soap(person)
  await person.call(createProduct, { name: 'Candles', sku: 'C-1', price: 5 })
  await visit(page, '/products')
  await scan(page, ean)
  await expect(page.getByText('1 product found')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Soap' })).toBeVisible()

  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('textbox', { name: /^Product/ }).focus()
  await scan(page, ean)
  await expect(page.getByRole('textbox', { name: 'Quantity of Soap' })).toBeFocused()

  await visit(page, '/categories')
  await page.keyboard.press('Control+k')
  await scan(page, `01${gtin}10AB`)
  await expect(page.getByRole('heading', { level: 1, name: 'Soap' })).toBeVisible()
})

test('a GS1 code from a scanner that types fills in the part of its lot', async ({ page, person }) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await soap(person)
  const lines = [{ product_id: product.id, quantity: 40, unit_price: 2 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  await scan(page, `01${gtin}10AB-1\u001d173106303012`)
  await expect(page.getByText('Soap, lot AB-1: 12 of 40')).toBeVisible()
  await scan(page, `]C101${gtin}10C`)
  await expect(page.getByText('Soap, lot C: 13 of 40')).toBeVisible()
  for (const [index, [quantity, lot]] of [
    ['12', 'AB-1'],
    ['1', 'C'],
  ].entries()) {
    const part = page.getByRole('group', { name: `Soap, part ${index + 1}` })
    await expect(part.getByRole('textbox', { name: /^Quantity to receive/ })).toHaveValue(quantity ?? '')
    await expect(part.getByRole('textbox', { name: /^Lot or serial number/ })).toHaveValue(lot ?? '')
  }
  await expect(page.getByLabel('Expiry of the lot of Soap, part 1')).toHaveValue('30 Jun 2031')
  await scan(page, '0104006381333931')
  await expect(page.getByText('0104006381333931 is not in this order')).toBeVisible()
})

test('a GS1 code in a stock count leads to the field of its lot', async ({ page, person }) => {
  const { id: product_id } = await soap(person)
  for (const lot_number of ['A', 'B']) {
    const came = { product_id, type: 'in' as const, quantity: 5, reason_code: 'transfer_in' as const }
    await person.call(createTransaction, { ...came, lot_number })
  }
  await visit(page, '/stock-count')
  const find = page.getByRole('textbox', { name: 'Find or scan a product' })
  const count = (lot: string) => page.getByRole('textbox', { name: `Lot ${lot} · 5, counted units of Soap` }).first()
  await find.focus()
  await scan(page, `01${gtin}10B\u001d3012`)
  await expect(count('B')).toBeFocused()
  await page.keyboard.type('4')
  await find.focus()
  await scan(page, `01${gtin}10A`)
  await expect(count('A')).toBeFocused()
  await expect(count('B')).toHaveValue('4')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Everything is counted')).toBeVisible()
  const { locations } = await person.call(readProductStock, { product_id })
  expect(locations[0]?.lots.map(({ lot_number, on_hand }) => [lot_number, on_hand])).toEqual([
    ['A', 5],
    ['B', 4],
  ])
})

test('a scanner that types the label of a location selects it in a transfer and opens it from the search', async ({
  page,
  person,
}) => {
  await soap(person, { stock_quantity: 8 })
  const shelf = await person.call(createLocation, { name: 'Shelf A' })
  const [main] = (await person.call(listLocations, {})).items
  await visit(page, '/location-transfers')
  await page.getByRole('button', { name: 'New Transfer' }).first().click()
  const field = (name: RegExp) => page.getByRole('dialog').getByRole('textbox', { name })
  await field(/^Product/).focus()
  await scan(page, shelf.code)
  await expect(page.getByText('Shelf A is a location, not a product')).toBeVisible()
  // The code is selected, so that the next scan replaces it.
  await scan(page, upc)
  await expect(field(/^Product/)).toHaveValue('Soap')
  await field(/^From location/).focus()
  await scan(page, main?.code ?? '')
  await expect(field(/^From location/)).toHaveValue('Main Warehouse')
  await field(/^To location/).focus()
  await scan(page, main?.code ?? '')
  await expect(page.getByText('No other active location found')).toBeVisible()
  await scan(page, shelf.code)
  await expect(field(/^To location/)).toHaveValue('Shelf A')
  await page.keyboard.press('Escape')

  await visit(page, '/categories')
  await page.keyboard.press('Control+k')
  await scan(page, shelf.code)
  await expect(page).toHaveURL(new RegExp(`/products\\?location=${shelf.id}`))
})

test('a scan into the search while it is loading opens what it finds', async ({ page, person }) => {
  const shelf = await person.call(createLocation, { name: 'Shelf A' })
  const scanned = Promise.withResolvers<void>()
  await page.route(/\/assets\/palette/, async (route) => {
    await scanned.promise
    await route.continue()
  })
  await page.reload()
  await visit(page, '/categories')
  await page.keyboard.press('Control+k')
  await scan(page, shelf.code)
  scanned.resolve()
  await expect(page).toHaveURL(new RegExp(`/products\\?location=${shelf.id}`))
  await page.unrouteAll()
})

test('a picker names the inactive location whose label was scanned', async ({ page, person }) => {
  await soap(person, { stock_quantity: 8 })
  await person.call(createLocation, { name: 'Shelf A' })
  const shed = await person.call(createLocation, { name: 'Old shed', is_active: false })
  await visit(page, '/location-transfers')
  await page.getByRole('button', { name: 'New Transfer' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^To location/ })
    .focus()
  await scan(page, shed.code)
  await expect(page.getByText('Old shed is inactive')).toBeVisible()
})

test('a scanner that types the label of a location in a stock count learns that it is another one, and counts nothing', async ({
  page,
  person,
}) => {
  await soap(person, { stock_quantity: 8 })
  const shelf = await person.call(createLocation, { name: 'Shelf A' })
  await visit(page, '/stock-count')
  await page.getByRole('textbox', { name: 'Find or scan a product' }).focus()
  await scan(page, shelf.code)
  await expect(page.getByText('This is the label of Shelf A. You’re counting Main Warehouse.')).toBeVisible()
  await scan(page, upc)
  await expect(page.getByRole('textbox', { name: 'Counted units of Soap' }).first()).toBeFocused()
})

test('in receiving, the label of a location is scanned in its field; elsewhere it says so', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await soap(person)
  const shelf = await person.call(createLocation, { name: 'Shelf A' })
  const lines = [{ product_id: product.id, quantity: 40, unit_price: 2 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  await scan(page, shelf.code)
  await expect(
    page.getByText('This is the label of a location. Scan it in the field Receiving location.'),
  ).toBeVisible()
  await scan(page, upc)
  const location = page.getByRole('textbox', { name: /^Receiving location of Soap/ })
  await location.focus()
  await scan(page, shelf.code)
  await expect(location).toHaveValue('Shelf A')
})

test('a code scanned while a quantity has the focus isn’t the quantity: it finds its product, and what was typed stays', async ({
  page,
  person,
}) => {
  const eightDigits = '96385074'
  const tea = await person.call(createProduct, {
    name: 'Tea',
    sku: 'T-1',
    price: 3,
    cost_price: 1,
    barcode: eightDigits,
    stock_quantity: 5,
  })
  const { id } = await soap(person, { stock_quantity: 8 })
  await visit(page, '/stock-count')
  const count = (name: string) => page.getByRole('textbox', { name: `Counted units of ${name}` })
  await count('Soap').focus()
  await page.keyboard.type('7')
  await scanFast(page, eightDigits)
  await expect(count('Tea').first()).toBeFocused()
  await expect(count('Tea').first()).toHaveValue('')
  await expect(count('Soap')).toHaveValue('7')
  // The same product again: nothing is counted by that either.
  await scanFast(page, eightDigits)
  await expect(count('Tea').first()).toBeFocused()
  await expect(count('Tea').first()).toHaveValue('')
  const onHand = async (product_id: string) => (await person.call(readProductStock, { product_id })).on_hand
  expect([await onHand(tea.id), await onHand(id)]).toEqual([5, 8])

  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('textbox', { name: /^Product/ }).focus()
  await scanFast(page, upc)
  await expect(page.getByRole('textbox', { name: 'Quantity of Soap' })).toBeFocused()
  await scanFast(page, eightDigits)
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Quantity of Soap' })).toHaveValue('1')

  // A Bluetooth scanner is slower, and one of a phone inserts the code at once.
  await scanFast(page, upc, 70)
  await expect(page.getByRole('textbox', { name: 'Quantity of Soap' })).toBeFocused()
  await page.keyboard.insertText(eightDigits)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea' })).toBeFocused()

  // Without a field for codes beside it, it says so, and nothing is sent.
  await visit(page, `/products/${tea.id}`)
  await page.getByRole('button', { name: 'Update Stock', exact: true }).first().click()
  const quantity = page.getByRole('dialog').getByRole('textbox', { name: /^Quantity/ })
  await quantity.focus()
  await scanFast(page, eightDigits)
  await expect(page.getByText(`${eightDigits} was scanned into a field for numbers`)).toBeVisible()
  await expect(quantity).not.toHaveValue(eightDigits)
  expect(await onHand(tea.id)).toBe(5)
})

test('scanning a product again raises the quantity of its line in an order, without a request once the form has it', async ({
  page,
  person,
}) => {
  await soap(person)
  await person.call(createProduct, { name: 'Tea', sku: 'T-1', price: 3, barcode: '96385074' })
  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  const product = page.getByRole('textbox', { name: /^Product of item/ })
  const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` })
  await product.focus()
  await scanFast(page, upc)
  await expect(quantity('Soap')).toBeFocused()
  await scanFast(page, '96385074')
  await expect(quantity('Tea')).toBeFocused()
  // Into a blank line, with the barcode and with the SKU: the line goes.
  for (const [code, units] of [
    [ean, '2'],
    ['s-1', '3'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Item' }).click()
    await expect(product).toBeFocused()
    await scanFast(page, code)
    await expect(quantity('Soap')).toHaveValue(units)
    await expect(quantity('Soap')).toBeFocused()
    await expect(product).toHaveCount(0)
  }
  await page.context().setOffline(true)
  await scanFast(page, '96385074')
  await expect(quantity('Tea')).toBeFocused()
  await expect(quantity('Tea')).toHaveValue('2')
  await page.context().setOffline(false)
  // What is typed then replaces the number.
  await page.keyboard.type('7')
  await expect(quantity('Tea')).toHaveValue('7')
  await expect(quantity('Soap')).toHaveValue('3')

  // Chosen by its name, it is another line.
  await page.getByRole('button', { name: 'Add Item' }).click()
  await product.fill('soa')
  await page.getByRole('option', { name: /Soap/ }).click()
  await expect(quantity('Soap')).toHaveCount(2)
})

test('a quantity typed while its product is being looked up is a quantity, however late the answer is', async ({
  page,
  person,
}) => {
  await soap(person)
  const looked = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/products\?.*search=/, async (route) => {
    await looked.promise
    await route.continue()
  })
  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await scan(page, 's-1')
  await page.keyboard.type('120', { delay: 60 })
  await page.keyboard.press('Enter')
  looked.resolve()
  await expect(page.getByRole('textbox', { name: 'Quantity of Soap' })).toHaveValue('120')
  await expect(page.getByRole('textbox', { name: 'Product of item 2' })).toBeFocused()
  await page.unrouteAll()
})

test('a scan in receiving brings its line into view between the bars, and a mistaken one is undone beside its message', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = []
  for (let n = 1; n <= 12; n++) {
    const { id } = await person.call(createProduct, { name: `Tea ${n}`, sku: `T-${n}`, price: 3, cost_price: 1 })
    lines.push({ product_id: id, quantity: 20, unit_price: 1 })
  }
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await page.setViewportSize({ width: 390, height: 740 })
  await visit(page, `/receiving?order=${id}`)
  const field = page.getByRole('textbox', { name: 'Scan a barcode or type a SKU' })
  const quantity = (name: string) => page.getByRole('textbox', { name: `Quantity to receive of ${name}`, exact: true })
  // What the empty field says fits.
  await field.fill((await field.getAttribute('placeholder')) ?? '')
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await field.fill('')
  /** Whether a finger on the middle of an element would press it. */
  const isOpen = (found: Locator) =>
    found.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
    })
  for (const n of [9, 2, 12, 1]) {
    await scan(page, `t-${n}`)
    await expect(page.getByText(`Tea ${n}: 1 of 20`)).toBeVisible()
    await expect(quantity(`Tea ${n}`)).toHaveValue('1')
    await expect.poll(() => isOpen(quantity(`Tea ${n}`))).toBe(true)
    const name = page.locator(`[data-line="T-${n}"]`).getByText(`Tea ${n}`, { exact: true })
    expect(await isOpen(name)).toBe(true)
    expect(await isOpen(field)).toBe(true)
  }
  const undo = page.getByRole('button', { name: 'Undo the last scan' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Scan of Tea 1 undone')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(quantity('Tea 1')).toHaveValue('')
  await expect(quantity('Tea 12')).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Process Receiving · 3 units' })).toBeVisible()
})
