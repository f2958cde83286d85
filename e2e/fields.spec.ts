import type { Locator } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'
import { dialog } from './support/texts.ts'
import { visit } from './support/visit.ts'

test('Enter right after the text chooses what the text finds, not what was offered before', async ({
  page,
  person,
}) => {
  for (const name of ['Accessories', 'Books']) {
    await person.call(createCategory, { name, color: '#2563eb' })
    await person.call(createSupplier, { name: `${name} Ltd` })
    await person.call(createLocation, { name: `${name} shelf` })
  }
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  const choose = async (field: string, text: string, expected: string) => {
    const input = page.getByRole('textbox', { name: field })
    await input.click()
    await input.fill(text)
    await input.press('Enter')
    await expect(input).toHaveValue(expected)
  }
  await visit(page, '/products/new')
  await choose('Category', 'book', 'Books')
  await choose('Supplier', 'book', 'Books Ltd')
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  await choose('To location', 'book', 'Books shelf')
})

test('a pasted text longer than a search is searched for by its beginning', async ({ page, person }) => {
  const name = 'Long '.repeat(40).trimEnd()
  const pasted = `${name} and more`
  await person.call(createCategory, { name, color: '#2563eb' })
  await person.call(createSupplier, { name })
  await person.call(createLocation, { name })
  const { id } = await person.call(createProduct, { name, sku: 'TEA-1', price: 2, stock_quantity: 4 })
  const line = { product_id: id, quantity: 1, unit_price: 2 }
  await person.call(createSalesOrder, { customer_name: name, lines: [line] })
  const refused: string[] = []
  page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
  const fields = [
    ['/products/new', 'Category'],
    ['/products/new', 'Supplier'],
    ['/sales-orders/new', 'Customer name'],
    ['/purchase-orders/new', 'Supplier'],
    ['/purchase-orders/new', 'Deliver to'],
    ['/transactions?add=1', 'Product'],
  ] as const
  for (const [path, label] of fields) {
    await visit(page, path)
    const named = { name: label, exact: true }
    const field = page.getByRole('textbox', named).or(page.getByRole('combobox', named))
    await field.click()
    await field.fill(pasted)
    await expect(page.getByRole('option', { name }).filter({ visible: true }).first(), label).toBeVisible()
    await field.press('Escape')
  }
  await visit(page, '/products/new')
  await page.getByRole('combobox', { name: 'Location', exact: true }).fill(pasted)
  await expect(page.getByText(`“${pasted}” is a new location`)).toBeVisible()
  await visit(page, '/products')
  await page.getByRole('button', { name: 'Category' }).click()
  await page.getByRole('combobox', { name: 'Search Category' }).fill(pasted)
  await expect(page.getByRole('option', { name })).toBeVisible()
  expect(refused).toEqual([])
})

test('Escape closes a calendar without its dialog, whose goods that others shipped are left out and named', async ({
  page,
  person,
}) => {
  const product = (name: string) =>
    person.call(createProduct, { name, sku: name.toUpperCase(), price: 2, stock_quantity: 4 })
  const [tea, rice] = [await product('Tea'), await product('Rice')]
  const order = await person.call(createSalesOrder, {
    customer_name: 'Jo',
    lines: [tea, rice].map(({ id }) => ({ product_id: id, quantity: 2, unit_price: 2 })),
  })
  await visit(page, `/shipping?order=${order.id}`)
  const tracking = dialog(page).getByLabel('Tracking number')
  await tracking.fill('TRACK-1')
  const day = dialog(page).getByLabel('Estimated delivery')
  await day.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Estimated delivery' })
  await expect(calendar.getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(tracking).toHaveValue('TRACK-1')

  const [first] = order.lines
  await person.call(createShipment, {
    sales_order_id: order.id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: 'Main Street 1',
    lines: [{ sales_order_item_id: first?.id ?? '', quantity: 2 }],
  })
  await expect(dialog(page).getByText('Can’t be included anymore: 2 × Tea')).toBeVisible()
  for (const [name, option] of [
    ['Shipping method', 'Ground'],
    ['Carrier', 'UPS'],
  ] as const) {
    await dialog(page)
      .getByRole('combobox', { name: new RegExp(name) })
      .click()
    await page.getByRole('option', { name: option }).click()
  }
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  await expect(page.getByText(`${order.order_number}, shipment 2 created with 2 units`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(`${order.order_number}, shipment 2 discarded`)).toBeVisible()
})

test('a list and a calendar opened in a dialog stay at their fields while the page behind scrolls', async ({
  page,
  person,
}) => {
  const chai = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 9 })
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: [{ product_id: chai.id, quantity: 9, unit_price: 18 }],
  })
  await page.setViewportSize({ width: 1280, height: 700 })
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Ship 9 units' }).click()
  const scrollBehind = async (opened: Locator) => {
    await expect(opened).toBeVisible()
    return await opened.evaluate((element) => {
      const top = () => element.getBoundingClientRect().top
      const page = element.ownerDocument.documentElement
      const before = top()
      page.scrollTop = page.scrollTop > 0 ? 0 : 80
      return { scrolled: page.scrollTop, moved: top() - before }
    })
  }
  await dialog(page)
    .getByRole('combobox', { name: /Shipping method/ })
    .click()
  expect(await scrollBehind(page.getByRole('listbox'))).toEqual({ scrolled: 80, moved: 0 })
  await page.keyboard.press('Escape')
  await dialog(page)
    .getByRole('textbox', { name: /Estimated delivery/ })
    .press('Alt+ArrowDown')
  expect(await scrollBehind(page.getByRole('dialog', { name: 'Estimated delivery' }))).toEqual({
    scrolled: 0,
    moved: 0,
  })
})
