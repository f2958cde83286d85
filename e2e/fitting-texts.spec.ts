import type { Locator } from '@playwright/test'
import { createTransfer } from '../contract/location-transfers.ts'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, submitPurchaseOrder } from '../contract/purchase-orders.ts'
import { createReceipt } from '../contract/receiving.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Short texts that a screen must show whole, and figures that must be level.

const isCut = (element: Locator) => element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

/** An order on account, of which one of two products was received. */
async function partlyReceived(person: Person): Promise<string> {
  const [main] = await person.all(listLocations, {})
  const buy = async (name: string) => {
    const { id: product_id } = await person.call(createProduct, { name, sku: name.slice(0, 3), price: 4 })
    return { product_id, quantity: 5, unit_price: 2, location_id: main?.id }
  }
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const draft = await person.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    payment_terms_days: 14,
    lines: [await buy('Porcelain cups with a lid'), await buy('Oolong tea')],
  })
  const { id, version } = draft
  const { lines } = await person.call(submitPurchaseOrder, { id, version })
  const received = { purchase_order_item_id: lines[0]?.id ?? '', quantity: 5, location_id: main?.id ?? '' }
  await person.call(createReceipt, { purchase_order_id: id, lines: [received] })
  return id
}

test('on a wide screen the table of products cuts off no heading and no count of locations', async ({
  page,
  person,
}) => {
  const [main] = await person.all(listLocations, {})
  const fields = { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 }
  const { id: product_id } = await person.call(createProduct, fields)
  for (const name of ['Shop Floor', 'Workbench']) {
    const { id: to_location_id } = await person.call(createLocation, { name })
    const from_location_id = main?.id ?? ''
    await person.call(createTransfer, {
      product_id,
      quantity: 2,
      from_location_id,
      to_location_id,
      status: 'completed',
    })
  }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await visit(page, '/products?view=table')
  const count = page.getByRole('row', { name: /Chang/ }).getByText('+1', { exact: true })
  await expect(count).toBeInViewport({ ratio: 1 })
  const cell = count.locator('xpath=ancestor::td')
  expect(await isCut(cell)).toBe(false)

  await visit(page, `/products?view=table&as_of=${new Date().toISOString().slice(0, 10)}`)
  const heading = page.getByRole('columnheader', { name: 'Price at that time' })
  await expect(heading).toBeVisible()
  expect(await isCut(heading)).toBe(false)
})

test('figures beside each other are level, whatever the length of their notes', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await visit(page, '/reports?report=transactions')
  const topOf = async (label: string) => {
    const box = await page.getByRole('term').filter({ hasText: label }).boundingBox()
    return Math.round(box?.y ?? Number.NaN)
  }
  expect(await topOf('Net change')).toBe(await topOf('Units out'))
})

test('on a phone the longest title of a screen has its place in the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/shipping')
  const title = page.getByRole('banner').getByText('Shipping Management')
  await expect(title).toBeVisible()
  expect(await isCut(title)).toBe(false)
})

test('a transfer in the history shows both locations, at 1280 pixels, too', async ({ page, person }) => {
  const [main] = await person.all(listLocations, {})
  const fields = { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 }
  const { id: product_id } = await person.call(createProduct, fields)
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const from_location_id = main?.id ?? ''
  await person.call(createTransfer, { product_id, quantity: 2, from_location_id, to_location_id: shop.id })
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/transactions')
  const cell = page.getByRole('cell', { name: 'Main Warehouse → Shop floor' })
  await expect(cell.getByText('→ Shop floor', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('on a phone the name of a received product keeps the width of its words', async ({ page, person }) => {
  const id = await partlyReceived(person)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/receiving?order=${id}`)
  await expect(page.getByRole('button', { name: 'Add extra units of Porcelain cups with a lid' })).toBeVisible()
  const name = page.getByRole('listitem').getByText('Porcelain cups with a lid', { exact: true })
  expect((await name.boundingBox())?.height ?? Number.NaN).toBeLessThanOrEqual(40)
})

test('a name written from right to left leaves the amount beside it in its order', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, { name: 'إبريق نحاسي', sku: 'POT', price: 129.99 })
  const order = await person.call(createSalesOrder, {
    customer_name: 'Ana Trujillo',
    lines: [{ product_id, quantity: 2, unit_price: 129.99 }],
  })
  await visit(page, `/sales-orders/${order.id}`)
  await expect(page.getByRole('insertion').filter({ hasText: '2 × $129.99' })).toBeVisible()
  const lefts = await page.evaluate<number[]>(`[0, 4, 9].map((at) => {
    const element = [...document.querySelectorAll('ins')].find(({ textContent }) => textContent === '2 × $129.99')
    const letter = new Range()
    letter.setStart(element.firstChild, at)
    letter.setEnd(element.firstChild, at + 1)
    return letter.getBoundingClientRect().left
  })`)
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
})

test('on a phone the location of received goods is readable beside its buttons', async ({ page, person }) => {
  const id = await partlyReceived(person)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/receiving?order=${id}`)
  const location = page.getByRole('textbox', { name: /^Receiving location of Oolong tea/ })
  await expect(location).toHaveValue('Main Warehouse')
  expect(await isCut(location)).toBe(false)
  const scan = page.getByRole('button', { name: 'Scan a location’s label' }).last()
  const box = await location.boundingBox()
  const paddingPx = await page.evaluate<number>(
    `Number.parseInt(getComputedStyle(document.getElementById('${await location.getAttribute('id')}')).paddingRight, 10)`,
  )
  const textEnds = (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN) - paddingPx
  expect(textEnds).toBeLessThanOrEqual((await scan.boundingBox())?.x ?? Number.NaN)
})

test('the badges of an order are on one line of a phone, and its payment has a heading of one line', async ({
  page,
  person,
}) => {
  const id = await partlyReceived(person)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/purchase-orders/${id}`)
  const middleOf = async (text: string) => {
    const box = await page.locator('main header').getByText(text).first().boundingBox()
    return box ? Math.round(box.y + box.height / 2) : Number.NaN
  }
  const difference = (await middleOf('Partially Received')) - (await middleOf('Payment due'))
  expect(Math.abs(difference)).toBeLessThanOrEqual(2)
  await page.setViewportSize({ width: 1280, height: 800 })
  const heading = page.getByRole('heading', { name: 'Payment Information' })
  expect((await heading.boundingBox())?.height ?? Number.NaN).toBeLessThanOrEqual(24)
})

test('the title of a panel is as high as its letters', async ({ page }) => {
  await visit(page, '/receiving')
  await page.keyboard.press('?')
  const title = page.getByRole('dialog').getByText('Receiving', { exact: true }).first()
  await expect(title).toBeVisible()
  expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
})
