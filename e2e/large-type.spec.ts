import { listProducts } from '../contract/products.ts'
import { listPurchaseOrders } from '../contract/purchase-orders.ts'
import { listSalesOrders } from '../contract/sales-orders.ts'
import type { Person } from './support/person.ts'
import { textFaults } from './support/overlaps.ts'
import { inSampleCompany } from './support/sample.ts'
import { expect, test } from './support/test.ts'
import { settled } from './support/visit.ts'

/** What people look at all day: each kind of screen once. */
async function mainScreens(person: Person): Promise<string[]> {
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const [sale] = (await person.call(listSalesOrders, { status: 'processing' })).items
  const [purchase] = (await person.call(listPurchaseOrders, { status: 'partial' })).items
  return [
    '/',
    '/products?view=table',
    `/products/${product?.id}`,
    `/sales-orders/${sale?.id}`,
    `/receiving?order=${purchase?.id}`,
  ]
}

for (const width of [390, 1280])
  test(`with a larger font size in the browser, type grows and nothing overlaps or is cut off, at ${width} pixels`, async ({
    page,
    person: owner,
    baseURL,
  }) => {
    test.slow()
    const person = await inSampleCompany(page, owner, baseURL)
    const paths = await mainScreens(person)
    const session = await page.context().newCDPSession(page)
    await page.setViewportSize({ width, height: 900 })
    try {
      for (const standard of [20, 24]) {
        await session.send('Page.setFontSizes', { fontSizes: { standard } })
        for (const path of paths) {
          const at = `${path} with ${standard} px`
          await page.goto(path)
          await settled(page)
          await expect(page.locator('body'), at).toHaveCSS('font-size', `${(14 * standard) / 16}px`)
          expect.soft(await page.evaluate('document.documentElement.scrollWidth'), at).toBe(width)
          expect.soft({ at, faults: await textFaults(page) }).toEqual({ at, faults: [] })
        }
      }
    } finally {
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
      await session.detach()
    }
  })
