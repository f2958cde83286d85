import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { expect, test } from './support/test.ts'

type TraceEvent = Readonly<{ name: string; args?: { elementCount?: number } }>

/** The most elements whose style the browser recalculated in one step of `work`. */
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
