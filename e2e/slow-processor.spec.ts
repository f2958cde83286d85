import type { Locator, Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { runFirst } from './support/tab.ts'
import { expect, test } from './support/test.ts'

type TraceEvent = Readonly<{ name: string; args?: { elementCount?: number } }>

/** The maximum number of elements whose style the browser recalculated in one step of `work`. */
async function mostRestyled(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const steps = trace.traceEvents.filter(({ name }) => name === 'UpdateLayoutTree')
  expect(steps.length).toBeGreaterThan(0)
  return Math.max(...steps.map(({ args }) => args?.elementCount ?? 0))
}

// Recalculating 1,500 elements takes 50 ms on a processor slowed four times.
test('a dialog and a toast open and close without restyling the rest of the page', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 10 })
  await page.goto(`/products/${id}`)
  const edit = page.getByRole('button', { name: /^Edit stock at / })
  await expect(edit).toBeVisible()
  const all = await page.locator('*').count()
  const restyled = await mostRestyled(page, async () => {
    await edit.click()
    await page.getByRole('textbox', { name: 'Current Quantity' }).fill('12')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The page makes room for the message once it is in place.
    await expect(page.getByRole('status').filter({ hasText: '12 on hand' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveAttribute('style', /--oh-toast-room: [1-9]/)
  })
  expect(restyled).toBeLessThan(all / 2)
})

/** Presses the control, and counts the elements just before the next frame is drawn. */
const countedBeforeNextFrame = (control: Locator, elements: string): Promise<number> =>
  control.evaluate(
    (element, selector) =>
      new Promise<number>((done) => {
        const page = element.ownerDocument
        element.click()
        page.defaultView?.requestAnimationFrame(() => done(page.querySelectorAll(selector).length))
      }),
    elements,
  )

// On a processor slowed four times, mounting this form takes 100 ms, and checking and sending 20 lines as long.
test('a press is drawn before its dialog is mounted and before its form is sent', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 10 })
  await page.goto(`/products/${id}`)
  const edit = page.getByRole('button', { name: /^Edit stock at / })
  await expect(edit).toBeVisible()
  expect(await countedBeforeNextFrame(edit, '[role="dialog"]')).toBe(0)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current Quantity' }).fill('12')
  const save = dialog.getByRole('button', { name: /^Save/ })
  expect(await countedBeforeNextFrame(save, '[data-pending]')).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: '12 on hand' })).toBeVisible()
})

/** Collects the fields whose value React compares: those that it renders again. */
const noteRendered = `
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  const rendered = new Set()
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...value,
    get() {
      rendered.add(this)
      return value.get.call(this)
    },
  })
  document.addEventListener('count-rendered', () => {
    document.documentElement.dataset.rendered = String(rendered.size)
    rendered.clear()
  })
`

test('typing a quantity of a large shipment renders its line only', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Tea',
    sku: 'TEA-1',
    price: 2,
    stock_quantity: 100,
  })
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: Array.from({ length: 40 }, () => ({ product_id, quantity: 2, unit_price: 2 })),
  })
  await runFirst(page, noteRendered)
  await page.goto(`/shipping?order=${id}&add=1`)
  const quantities = page.getByRole('dialog').getByRole('textbox', { name: 'Quantity of Tea' })
  await expect(quantities).toHaveCount(40)
  const countRendered = () =>
    page.evaluate<number>(
      `document.dispatchEvent(new Event('count-rendered')), Number(document.documentElement.dataset.rendered)`,
    )
  await quantities.first().click()
  await countRendered()
  await page.keyboard.press('1')
  await expect(quantities.first()).toHaveValue('1')
  const rendered = await countRendered()
  expect(rendered).toBeGreaterThan(0)
  // Besides the line, those that are always there: the carrier, the address and so on.
  expect(rendered).toBeLessThan(20)
})
