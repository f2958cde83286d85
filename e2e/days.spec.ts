import type { Page } from '@playwright/test'
import { dateFormat } from '../contract/date-format.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { readSettings, saveSettings } from '../contract/settings.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import { storageOf } from './support/browser.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

/** 25 hours apart: the company is always at least one day ahead of its reader. */
const [company, reader] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const

/** A day of the company, as it is stored and as screens show it. */
function companyDay(daysAgo: number): { stored: string; shown: string } {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const stored = new Intl.DateTimeFormat('en-CA', { timeZone: company }).format(at)
  return { stored, shown: dateFormat({ timeZone: company, dateStyle: 'medium' })(at) }
}

const journey = test.extend<{ elsewhere: Page; tea: string }>({
  /** A browser of the person, far from their company. */
  elsewhere: async ({ browser, person, baseURL }, provide) => {
    const { version } = await person.call(readSettings, {})
    await person.call(saveSettings, { version, time_zone: company })
    const url = baseURL ?? ''
    const context = await browser.newContext({
      baseURL: url,
      storageState: storageOf(person, url),
      timezoneId: reader,
      reducedMotion: 'reduce',
    })
    await provide(await context.newPage())
    await context.close()
  },
  tea: async ({ person }, provide) =>
    provide((await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })).id),
})

/** An order for tea that should have arrived yesterday, by the company's days. */
async function lateOrder(person: Person, product_id: string) {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const draft = await person.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    expected_date: companyDay(1).stored,
    lines: [{ product_id, quantity: 4, unit_price: 2 }],
  })
  return person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
}

journey("an order is late by its company's days, and so is what waits for it", async ({ elsewhere, person, tea }) => {
  const order = await lateOrder(person, tea)
  const waiting = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: tea, quantity: 3, unit_price: 2 }],
  })
  const { shown } = companyDay(1)
  await visit(elsewhere, '/receiving')
  await expect(elsewhere.getByText(`late, due ${shown}`)).toBeVisible()
  await visit(elsewhere, `/purchase-orders/${order.id}`)
  await expect(elsewhere.getByText(`${shown}, late`)).toBeVisible()
  await visit(elsewhere, `/products/${tea}`)
  // Without the year, if it is this one.
  await expect(elsewhere.getByText(`late, due ${shown.replace(/ \d{4}$/, '')}`)).toBeVisible()
  await expect(elsewhere.getByText(`${shown}, late`)).toBeVisible()
  await visit(elsewhere, `/sales-orders/${waiting.id}`)
  await expect(elsewhere.getByText(/late, all due by/)).toBeVisible()
  await expect(elsewhere.getByRole('cell').getByText(/late, due/)).toBeVisible()
})

journey(
  "a typed today, the highlighted day and the latest one are the company's",
  async ({ elsewhere, person, tea }) => {
    await lateOrder(person, tea)
    const { shown } = companyDay(0)
    await visit(elsewhere, '/purchase-orders/new')
    const field = elsewhere.getByLabel('Order date')
    await field.fill('today')
    await field.blur()
    await expect(field).toHaveValue(shown)
    await field.press('Alt+ArrowDown')
    const calendar = elsewhere.getByRole('dialog', { name: 'Order date' })
    await expect(calendar.getByText(`Days of ${company}`)).toBeVisible()
    const today = calendar.locator('[data-highlight-today]')
    await expect(today).toHaveCount(1)
    await expect(today).toHaveAttribute('data-today', 'true')
    await expect(today).toHaveText(String(Number(companyDay(0).stored.slice(8))))
    await expect(today).toBeEnabled()
  },
)

journey("lists are filtered by the company's days", async ({ elsewhere, person, tea }) => {
  // The second of March for the company, the first for its reader.
  const happened_at = '2026-03-01T10:30:00Z'
  const entry = { product_id: tea, type: 'in', quantity: 5, reason_code: 'customer_return', happened_at } as const
  await person.call(createTransaction, entry)
  await visit(elsewhere, '/transactions?from=2026-03-02&to=2026-03-02')
  await expect(elsewhere.getByRole('cell').getByText('TEA-1')).toHaveCount(1)
  await expect(elsewhere.getByRole('search').getByText(`Days of ${company}`)).toBeVisible()
  // On a phone the filters are one line: a note as narrow as its letters would push the list off the screen.
  await elsewhere.setViewportSize({ width: 390, height: 844 })
  const filters = elsewhere.getByRole('search')
  const heights = await Promise.all(
    [filters.getByText(`Days of ${company}`), filters.getByRole('button', { name: /^Product/ })].map(
      async (part) => (await part.boundingBox())?.height ?? Number.NaN,
    ),
  )
  expect(heights[0]).toBeLessThanOrEqual(heights[1] ?? 0)
  await elsewhere.setViewportSize({ width: 1280, height: 720 })
  await visit(elsewhere, '/transactions?from=2026-03-01&to=2026-03-01')
  await expect(elsewhere.getByText('No transactions found.')).toBeVisible()
})

journey("a reader in the company's time zone isn't told whose days they are", async ({ page }) => {
  await visit(page, '/transactions?from=2026-03-02')
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toHaveValue('2 Mar 2026')
  await expect(page.getByText(/^Days of/)).toHaveCount(0)
})
