import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { listSuppliers } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { seriousFaults, setColorScheme } from './support/accessible.ts'
import { observe, shifts } from './support/layout-shifts.ts'
import { inSampleCompany } from './support/sample.ts'
import { expect, test } from './support/test.ts'
import { settled, visit } from './support/visit.ts'

const lists = [
  '/',
  '/products',
  '/products?view=table',
  '/categories',
  '/suppliers',
  '/locations',
  '/location-transfers',
  '/stock-count',
  '/purchase-orders/reorder',
  '/transactions',
  '/reports',
  '/audit-trail',
  '/reports?report=transactions',
  '/reports?report=valuation',
]
const forms = [
  '/products/new',
  '/categories/new',
  '/suppliers/new',
  '/settings/company',
  '/settings/notifications',
  '/settings/import',
  '/settings/ledger',
  '/import',
  '/settings/members',
  '/settings/api-keys',
  '/notifications',
  '/profile',
  '/no-such-screen',
]

/** Every screen of an organization that has data on each of them. */
async function allScreens(person: Person): Promise<string[]> {
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const [category] = (await person.call(listCategories, {})).items
  const [supplier] = (await person.call(listSuppliers, {})).items
  const records = [
    `/products/${product?.id}`,
    `/products/${product?.id}?edit=1`,
    `/categories/${category?.id}`,
    `/suppliers/${supplier?.id}`,
  ]
  // A few rows show what many would, in a fraction of the time.
  const narrowed = lists.map((path) => path.replace(/^\/products\b/, '/products?q=chain').replace('chain?', 'chain&'))
  return [
    ...narrowed.filter((path) => path !== '/transactions'),
    `/transactions?product=${product?.id}`,
    ...records,
    '/transactions?add=1',
    ...forms,
  ]
}

// Split in two halves, so that both workers have one.
for (const half of [0, 1])
  test(`axe finds nothing serious on any screen with data, nothing scrolls sideways at 360 pixels, no list, form or record shifts while it loads, in light and dark (half ${half + 1})`, async ({
    page,
    person: owner,
    baseURL,
  }) => {
    test.slow()
    const person = await inSampleCompany(page, owner, baseURL)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await observe(page)
    for (const path of (await allScreens(person)).filter((_path, index) => index % 2 === half)) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await settled(page)
      expect.soft({ path, shifts: await shifts(page) }).toEqual({ path, shifts: [] })
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await setColorScheme(page, 'light')
        await settled(page)
        const content = await page.evaluate('document.documentElement.scrollWidth')
        expect({ path, content }).toEqual({ path, content: width })
        await expectAccessible(page, `${path} at ${width}`)
        // Dark mode changes only colors.
        await setColorScheme(page, 'dark')
        await expectAccessible(page, `${path} at ${width}, dark`, ['color-contrast'])
      }
    }
  })

test('with colors chosen by the system, selected and switched-on elements can still be distinguished', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, min_stock_level: 4 })
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, '/settings/notifications')
  const look = (part: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(part)})].map((one) => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(one)
      return backgroundColor + ' ' + borderTopWidth
    })`)
  const [active = ''] = await look('nav [aria-current="page"]')
  expect(await look('nav li a:not([aria-current])')).not.toContain(active)
  const [section = ''] = await look('nav[aria-label="Settings"] [aria-current="page"]')
  expect(await look('nav[aria-label="Settings"] a:not([aria-current])')).not.toContain(section)
  const on = await look('.mantine-Switch-input:checked + .mantine-Switch-track')
  const off = await look('.mantine-Switch-input:not(:checked) + .mantine-Switch-track')
  expect(on.length).toBeGreaterThan(0)
  for (const one of [...on, ...off]) expect(one).toMatch(/ 1px$/)
  for (const one of off) expect(on).not.toContain(one)
  await visit(page, '/reports')
  expect(await look('[role="radio"][aria-checked="true"]')).toEqual([expect.stringMatching(/ 3px$/)])
  for (const one of await look('[role="radio"][aria-checked="false"]')) expect(one).toMatch(/ 1px$/)
  await visit(page, '/')
  await expect(page.getByRole('listitem').filter({ hasText: 'out of stock' }).first()).toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.getByRole('link', { name: 'Products', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid')
})

test('nothing moves while a list loads for someone who prefers reduced motion', async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/products?*', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/products')
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  // A skeleton's animation is stopped after its first frame.
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
  answered.resolve()
  await settled(page)
})

test('with reduced motion, the spinner of a busy button is centered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, '/')
  await page.route('**/api/v1/sample-company', () => {})
  const button = page.getByRole('button', { name: 'Explore with sample data' })
  await button.click()
  const spinner = button.locator('.mantine-Loader-root')
  await expect(spinner).toBeVisible()
  const [around, inside] = await Promise.all([button.boundingBox(), spinner.boundingBox()])
  if (!around || !inside) throw new Error('the button or its spinner isn’t shown')
  expect(Math.abs(inside.x + inside.width / 2 - around.x - around.width / 2)).toBeLessThan(2)
  expect(Math.abs(inside.y + inside.height / 2 - around.y - around.height / 2)).toBeLessThan(2)
})

test('axe finds nothing serious on any empty screen or the sign-in page', async ({ page, browser, baseURL }) => {
  test.slow()
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const stranger = await context.newPage()
  await show(stranger, '/auth')
  await expectAccessible(stranger, '/auth')
  await stranger.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await stranger.getByRole('textbox', { name: 'Password' }).fill('x')
  await stranger.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expectAccessible(stranger, '/auth with errors')
  for (const path of ['/auth/forgot', '/auth/reset', '/auth/confirm']) {
    await show(stranger, path)
    await expectAccessible(stranger, path)
  }
  await context.close()
  for (const path of lists) {
    await show(page, path)
    await expectAccessible(page, `${path}, empty`)
  }
})

async function show(page: Page, path: string, theme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await visit(page, path)
  await setColorScheme(page, theme)
}

async function expectAccessible(page: Page, where: string, rules: string[] = []): Promise<void> {
  const serious = await seriousFaults(page, undefined, rules)
  expect.soft(serious.map((fault) => ({ where, ...fault }))).toEqual([])
}
