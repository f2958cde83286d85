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

test('with type twice as large, a phone shows the dashboard without scrolling sideways, and whole titles', async ({
  page,
  person: owner,
  baseURL,
}) => {
  await inSampleCompany(page, owner, baseURL)
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 390, height: 844 })
  try {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const path of ['/', '/sales-orders', '/purchase-orders', '/stock-count']) {
      await page.goto(path)
      await settled(page)
      expect.soft(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
      const bar = page.getByRole('banner')
      const cut = `[...document.querySelectorAll('header span')].filter((one) =>
        one.textContent && getComputedStyle(one).display.includes('box') &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)).map((one) => one.textContent)`
      expect.soft(await page.evaluate(cut), path).toEqual([])
      expect.soft((await bar.getByRole('button', { name: /^User menu/ }).boundingBox())?.height).toBeLessThan(57)
    }
    await page.goto('/')
    await settled(page)
    expect(await textFaults(page)).toEqual([])
  } finally {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await session.detach()
  }
})
