import type { Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { setLocationStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransactionDraft } from '../contract/transaction-drafts.ts'
import { createTransaction } from '../contract/transactions.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { settled, visit } from './support/visit.ts'

const names = {
  'markup, quotes and two directions': [
    `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`,
    `"><svg onload=alert(1)> 'single' \`back\` {{7*7}} \${7*7} javascript:alert(1)`,
    'مخزن \u202Eevil\u202C שלום 🧃👩‍👩‍👧‍👦',
  ].join(' '),
  'ten thousand letters': 'Endless'.repeat(1_428),
} as const

type Records = { product: string; category: string; supplier: string; shipment: string }

/** Creates one record of every kind, all with this name. */
async function fill(person: Person, name: string): Promise<Records> {
  const { id: category } = await person.call(createCategory, { name, description: name, color: '#EC4899' })
  const { id: supplier } = await person.call(createSupplier, {
    name,
    contact_person: name.slice(0, 500),
    phone: name.slice(0, 500),
    address: name,
    payment_terms: name.slice(0, 500),
    notes: name,
  })
  const { id: location_id } = await person.call(createLocation, { name, description: name, address: name })
  const product = await person.call(createProduct, {
    name,
    sku: name.slice(0, 200),
    description: name,
    price: 99_999_999.99,
    category_id: category,
    supplier_id: supplier,
    stock_quantity: 9,
    min_stock_level: 9,
    additional_locations: [{ location_id, quantity: 12 }],
    location: 'Main Warehouse',
    image: 'https://img.example/x.png',
    purchase_url: `https://shop.example/?q=${encodeURIComponent(name.slice(0, 200))}`,
  })
  await person.call(createProduct, {
    name: `${name.slice(0, 9_000)} 2`,
    sku: 'second',
    price: 1,
    category_id: category,
  })
  const entry = { product_id: product.id, quantity: 2, notes: name, location_id, lot_number: name.slice(0, 200) }
  await person.call(createTransaction, { ...entry, type: 'in', reason_code: 'other' })
  await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'qc_hold' })
  await person.call(createTransactionDraft, { ...entry, type: 'in', reason_code: 'other' })
  await person.call(setLocationStock, { product_id: product.id, location_id, min_stock_level: 50 })
  const home = product.home_location?.id ?? ''
  const moving = {
    product_id: product.id,
    from_location_id: home,
    to_location_id: location_id,
    quantity: 1,
    notes: name,
  }
  await person.call(createTransfer, moving)
  await person.call(createTransfer, { ...moving, status: 'pending' })
  const order = await person.call(createSalesOrder, {
    customer_name: name.slice(0, 500),
    lines: [{ product_id: product.id, quantity: 1, unit_price: 1 }],
  })
  const shipment = await person.call(createShipment, {
    sales_order_id: order.id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: name,
    lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 1 }],
  })
  return { product: product.id, category, supplier, shipment: shipment.id }
}

const screens = ({ product, category, supplier, shipment }: Records) => [
  '/',
  '/products',
  '/products?view=table',
  `/products?category=${category}&view=grid`,
  `/products/${product}`,
  `/products/${product}?edit=1`,
  '/categories',
  '/categories?view=table',
  `/categories/${category}`,
  '/suppliers',
  '/suppliers?view=table',
  `/suppliers/${supplier}`,
  '/locations',
  '/locations?view=table',
  '/location-transfers',
  '/stock-count',
  `/transactions?product=${product}`,
  `/transactions?add=1&product=${product}`,
  `/shipping?shipment=${shipment}`,
]

/** Nothing in the name was executed, and nothing is pushed out of the window, its card or its panel. */
async function expectInert(page: Page, where: string): Promise<void> {
  const found = (await page.evaluate(`({
    title: document.title === 'owned',
    elements: document.querySelectorAll('img[src="x"], svg[onload], [onerror], #root script, a[href^="javascript:"]').length,
    sideways: document.documentElement.scrollWidth - innerWidth,
    // A name of ten thousand letters is truncated, so the screen keeps its size.
    endless: document.documentElement.scrollHeight > 12_000,
    outside: [...document.querySelectorAll('article :is(a, button)')].filter((one) =>
      one.getBoundingClientRect().right > one.closest('article').getBoundingClientRect().right + 1).length,
    // A button is as wide as its label, or the label ends in an ellipsis.
    cut: [...document.querySelectorAll('.mantine-Button-label')].filter((label) =>
      label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).textOverflow !== 'ellipsis').length,
    panel: Math.max(0, ...[...document.querySelectorAll('[role=dialog]')].map((one) => one.scrollWidth - one.clientWidth)),
  })`)) as object
  expect({ where, ...found }).toEqual({
    where,
    title: false,
    elements: 0,
    sideways: 0,
    endless: false,
    outside: 0,
    cut: 0,
    panel: 0,
  })
}

for (const [what, name] of Object.entries(names))
  test(`a name of ${what} is text on every screen, on desks and phones`, async ({ page, person }) => {
    test.slow()
    const problems: string[] = []
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push('a dialog')))
    page.on('pageerror', ({ message }) => problems.push(message))
    // The product's picture is on another server, which doesn't exist.
    await page.route('https://img.example/**', (route) => route.abort())
    const records = await fill(person, name)
    for (const path of screens(records)) {
      await visit(page, path)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await settled(page)
        await expectInert(page, `${path} at ${width}`)
      }
      await page.setViewportSize({ width: 1280, height: 844 })
    }
    // Shown exactly as typed; truncated text can be read in full.
    await visit(page, `/products/${records.product}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(name)
    if (what === 'ten thousand letters') {
      const cut = (await heading.boundingBox())?.height ?? 0
      await heading.getByRole('button', { name: 'Show all' }).click()
      expect((await heading.boundingBox())?.height).toBeGreaterThan(cut * 5)
      await heading.getByRole('button', { name: 'Show less' }).click()
    }
    await page.getByRole('button', { name: 'Update Stock' }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Quantity/ })
      .fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Update Stock' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectInert(page, 'after a toast')
    await page
      .getByRole('button', { name: /on hand of/ })
      .first()
      .click()
    await expect(page.getByText(/^Adds up/)).toBeVisible()
    await expectInert(page, 'explained')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search products, categories...').fill('second')
    await expect(page.getByRole('dialog').getByRole('button', { name: /second/ })).toBeVisible()
    await expectInert(page, 'the palette')
    expect(problems).toEqual([])
  })
