import type { Page } from '@playwright/test'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct, type Product } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessibleInBoth } from './support/accessible.ts'
import { storageOf } from './support/browser.ts'
import { showCode, watchCameras } from './support/camera.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'
import { smallTargets } from './support/touch-targets.ts'
import { visit } from './support/visit.ts'

// There is one camera.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ context }) => {
  await showCode()
  await context.grantPermissions(['camera'])
})
test.afterEach(({ context }) => context.clearPermissions())

const codes = { tea: '4006381333931', coffee: '5000159407236' }

const product = (person: Person, name: string, sku: string, barcode: string): Promise<Product> =>
  person.call(createProduct, { name, sku, price: 5, cost_price: 2, barcode })

const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan with camera' })
const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan with camera' })
const says = (page: Page, text: string) => expect(scanner(page).getByRole('status')).toHaveText(text)

/** Takes the code away, and waits until it may be scanned again. */
async function takeAway(page: Page): Promise<void> {
  await showCode()
  await expect(scanner(page).locator('[data-found]')).toHaveCount(0)
}

/** Waits until five more pictures were read, the last one more than a second from now. */
const picturesForOverASecond = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const context = CanvasRenderingContext2D.prototype
    const [draw, startedAt] = [context.drawImage, performance.now()]
    let count = 0
    context.drawImage = function (...picture) {
      count += 1
      if (count > 5 && performance.now() - startedAt > 1_100) {
        context.drawImage = draw
        resolve()
      }
      return draw.apply(this, picture)
    }
  })`)

/** Opens the camera and waits until it reads codes. */
async function startCamera(page: Page): Promise<void> {
  await scanButton(page).first().click()
  await says(page, 'Hold a barcode or QR code inside the frame.')
}

test('a scanned barcode opens its product from the search, an unknown code is searched for, and the camera is off', async ({
  page,
  person,
}) => {
  await product(person, 'Tea', 'T-1', codes.tea)
  await visit(page, '/categories')
  const camerasOn = await watchCameras(page)
  await page.keyboard.press('Control+k')
  await startCamera(page)
  expect(await camerasOn()).toBe(1)
  await showCode(codes.tea)
  await expect(page.getByRole('heading', { level: 1, name: 'Tea' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await camerasOn()).toBe(0)

  await showCode('LOT-2041', 'QRCode')
  await page.keyboard.press('Control+k')
  await scanButton(page).click()
  await expect(scanner(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Search products, categories...' })).toHaveValue('LOT-2041')
  expect(await camerasOn()).toBe(0)
})

test('deliveries are scanned one after the other: each code counts once, a UPC-A finds the EAN-13, Back ends it', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await product(person, 'Tea', 'T-1', codes.tea)
  const soap = await product(person, 'Soap', 'S-1', '036000291452')
  const lines = [tea, soap].map(({ id: product_id }) => ({ product_id, quantity: 10, unit_price: 2 }))
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, '/categories')
  await visit(page, `/receiving?order=${id}`)
  const camerasOn = await watchCameras(page)
  await startCamera(page)
  await showCode(codes.tea)
  await says(page, 'Tea: 1 of 10')
  await showCode('0036000291452')
  await says(page, 'Soap: 1 of 10')
  await showCode(codes.coffee)
  await says(page, `${codes.coffee} is not in this order`)
  await takeAway(page)
  await showCode(codes.tea)
  await says(page, 'Tea: 2 of 10')
  await picturesForOverASecond(page)
  await says(page, 'Tea: 2 of 10')
  await page.goBack()
  await expect(scanner(page)).toHaveCount(0)
  expect(await camerasOn()).toBe(0)
  await expect(scanButton(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: /^Quantity to receive of Tea/ })).toHaveValue('2')
  await expect(page.getByRole('button', { name: 'Process Receiving · 3 units' })).toBeEnabled()
  await page.goBack()
  await expect(page).toHaveURL(/\/categories$/)
})

test('GS1 codes of every format fill in lot, expiry date and quantity, each lot as a part of its own', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await product(person, 'Tea', 'T-1', codes.tea)
  const lines = [{ product_id: tea.id, quantity: 40, unit_price: 2 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  await startCamera(page)
  await showCode(`(01)0${codes.tea}(17)310630(10)AB-1(30)12`, 'DataMatrix')
  await says(page, 'Tea, lot AB-1: 12 of 40')
  await showCode(`(01)0${codes.tea}(10)C(17)320200`, 'QRCode')
  await says(page, 'Tea, lot C: 13 of 40')
  await showCode(`(01)0${codes.tea}(10)AB-1`, 'Code128')
  await says(page, 'Tea, lot AB-1: 14 of 40')
  await showCode(`https://id.gs1.org/01/0${codes.tea}/10/C?30=2`, 'QRCode')
  await says(page, 'Tea, lot C: 16 of 40')
  await scanner(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Process Receiving · 16 units' }).click()
  await expect(page.getByText(/^16 units of .* received$/)).toBeVisible()
  const { locations } = await person.call(readProductStock, { product_id: tea.id })
  const lots = locations.flatMap((location) => location.lots).filter(({ on_hand }) => on_hand > 0)
  expect(lots.map(({ lot_number, expires_on, on_hand }) => [lot_number, expires_on, on_hand])).toEqual([
    ['AB-1', '2031-06-30', 13],
    ['C', '2032-02-29', 3],
  ])
})

test('a stock count is scanned unit by unit, and saved after a look at it', async ({ page, person }) => {
  const tea = await product(person, 'Tea', 'T-1', codes.tea)
  await product(person, 'Coffee', 'C-1', codes.coffee)
  await visit(page, '/stock-count')
  await startCamera(page)
  await showCode(codes.tea)
  await says(page, 'Tea: 1 scanned')
  await showCode(codes.coffee)
  await says(page, 'Coffee: 1 scanned')
  await takeAway(page)
  await showCode(codes.tea)
  await says(page, 'Tea: 2 scanned')
  await scanner(page).getByRole('button', { name: 'Done' }).click()
  await expect(scanner(page)).toHaveCount(0)
  const counted = page.getByRole('textbox', { name: /^Counted units of/ })
  await expect(counted).toHaveCount(2)
  await expect(counted.first()).toHaveAccessibleName('Counted units of Tea')
  await expect(counted.first()).toHaveValue('2')
  await expect(page.getByText('T-1 · 0 on hand · 2 scanned')).toBeVisible()
  await counted.first().press('Enter')
  await expect(counted).toHaveCount(1)
  await expect(counted).toHaveAccessibleName('Counted units of Coffee')
  expect((await person.call(readProductStock, { product_id: tea.id })).on_hand).toBe(2)
})

test('the label of a location selects it; in a count, the label of another one is named and counts nothing', async ({
  page,
  person,
}) => {
  const tea = await product(person, 'Tea', 'T-1', codes.tea)
  const shelf = await person.call(createLocation, { name: 'Shelf A' })
  const [main] = (await person.call(listLocations, {})).items
  const old = await person.call(createLocation, { name: 'Old shelf', is_active: false })
  await visit(page, '/stock-count')
  await page.getByRole('button', { name: 'Scan a location’s label' }).click()
  await showCode(codes.tea)
  await says(page, `${codes.tea} isn’t the label of a location`)
  await showCode(old.code, 'QRCode')
  await says(page, 'Old shelf is inactive')
  await showCode('LOC-00000000', 'Code128')
  await says(page, 'No location has the code LOC-00000000')
  await showCode(shelf.code, 'Code128')
  await expect(scanner(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Location', exact: true })).toHaveValue('Shelf A')
  await expect(page).toHaveURL(new RegExp(`location=${shelf.id}`))

  await showCode()
  await startCamera(page)
  await showCode(main?.code ?? '', 'QRCode')
  await says(page, 'This is the label of Main Warehouse. You’re counting Shelf A.')
  await showCode(shelf.code, 'Code128')
  await says(page, 'This is the label of Shelf A, which you’re counting. Scan a product.')
  await showCode(codes.tea)
  await says(page, 'Tea: 1 scanned')
  await scanner(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('textbox', { name: /^Counted units of/ })).toHaveCount(1)

  await showCode()
  await visit(page, `/products/${tea.id}`)
  await page.keyboard.press('Control+k')
  await startCamera(page)
  await showCode(shelf.code, 'QRCode')
  await expect(page).toHaveURL(new RegExp(`/products\\?location=${shelf.id}`))
})

test('a line of an order is added by scanning; a code without a product keeps the camera on; Escape closes only it', async ({
  page,
  person,
}) => {
  await product(person, 'Tea', 'T-1', codes.tea)
  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await startCamera(page)
  await showCode(codes.coffee)
  await says(page, `No product has the code ${codes.coffee}`)
  await showCode(codes.tea)
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea' })).toBeFocused()

  await visit(page, '/transactions')
  await page.getByRole('button', { name: 'Add Transaction' }).first().click()
  await showCode()
  await dialog(page).getByLabel('Notes').first().fill('Found behind the shelf')
  await startCamera(page)
  await page.keyboard.press('Escape')
  await expect(scanner(page)).toHaveCount(0)
  await showCode(codes.tea)
  await scanButton(page).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Product' })).toHaveValue('Tea')
  await expect(dialog(page).getByLabel('Notes').first()).toHaveValue('Found behind the shelf')
})

test('without permission the scanner says what to do, and tries again', async ({ page, context }) => {
  await context.clearPermissions()
  await visit(page, '/stock-count')
  await scanButton(page).click()
  await expect(scanner(page).getByRole('alert')).toContainText('Camera access is blocked')
  await expect(scanner(page).getByRole('alert')).toContainText('Allow the camera for this site')
  await accessibleInBoth(page, '[role=dialog]')
  await context.grantPermissions(['camera'])
  await scanner(page).getByRole('button', { name: 'Try again' }).click()
  await says(page, 'Hold a barcode or QR code inside the frame.')
  await accessibleInBoth(page, '[role=dialog]')
})

test('the camera is off while the tab is hidden', async ({ page }) => {
  await visit(page, '/stock-count')
  const camerasOn = await watchCameras(page)
  await startCamera(page)
  const show = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await show('hidden')
  await expect.poll(camerasOn).toBe(0)
  await show('visible')
  await expect.poll(camerasOn).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(camerasOn).toBe(0)
})

test('on a phone the camera fills the screen, and everything a finger presses is large enough', async ({
  browser,
  person,
  baseURL,
}) => {
  await product(person, 'Tea', 'T-1', codes.tea)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: baseURL ?? '',
    storageState: storageOf(person, baseURL ?? ''),
    reducedMotion: 'reduce',
    permissions: ['camera'],
  })
  const page = await context.newPage()
  await visit(page, '/stock-count')
  const button = await scanButton(page).boundingBox()
  expect([button?.width, button?.height].every((size) => (size ?? 0) >= 44)).toBe(true)
  await startCamera(page)
  expect(await scanner(page).boundingBox()).toMatchObject({ width: 390, height: 844 })
  expect(await smallTargets(page, '[role=dialog]')).toEqual([])
  await showCode(codes.tea)
  await says(page, 'Tea: 1 scanned')
  await context.close()
})
