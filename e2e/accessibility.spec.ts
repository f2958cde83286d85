import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { listProducts } from '../contract/products.ts'
import { createSampleCompany } from '../contract/sample-company.ts'
import { listSuppliers } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'

const lists = [
  '/',
  '/products',
  '/products?view=table',
  '/categories',
  '/suppliers',
  '/locations',
  '/location-transfers',
  '/transactions',
  '/reports',
  '/reports?report=transactions',
  '/reports?report=valuation',
]
const forms = ['/products/new', '/categories/new', '/suppliers/new', '/settings', '/no-such-screen']

/** Every screen of an organisation that has something in each of them. */
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

for (const [where, width] of [
  ['phones', 390],
  ['desks', 1280],
] as const) {
  test(`nothing serious by axe on any screen with data, on ${where}, in light and dark`, async ({ page, person }) => {
    test.slow()
    await person.call(createSampleCompany, {})
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    for (const path of await allScreens(person)) {
      await show(page, path, 'light')
      await expectAccessible(page, `${path} at ${width}`)
      // In the dark, nothing but colours is another.
      await turn(page, 'dark')
      await expectAccessible(page, `${path} at ${width}, dark`, ['color-contrast'])
    }
  })
}

test('nothing serious by axe on any empty screen, nor on the sign-in', async ({ page, browser, baseURL }) => {
  test.slow()
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const stranger = await context.newPage()
  await show(stranger, '/auth')
  await expectAccessible(stranger, '/auth')
  await stranger.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await stranger.getByRole('textbox', { name: 'Password' }).fill('x')
  await stranger.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expectAccessible(stranger, '/auth with errors')
  await context.close()
  for (const path of lists) {
    await show(page, path)
    await expectAccessible(page, `${path}, empty`)
  }
})

test('no screen scrolls sideways at 360 pixels', async ({ page, person }) => {
  test.slow()
  await person.call(createSampleCompany, {})
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of await allScreens(person)) {
    await show(page, path)
    const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
      number,
      number,
    ]
    expect({ path, content }).toEqual({ path, content: window })
  }
})

async function show(page: Page, path: string, theme: 'light' | 'dark' = 'light'): Promise<void> {
  await turn(page, theme)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0)
}

/** Switches to light or dark, as the system would, and waits until it is drawn. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  if (page.url().startsWith('http')) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
  }
}

async function expectAccessible(page: Page, where: string, rules: string[] = []): Promise<void> {
  // Only what is wrong is collected, in the page itself (there are no frames): a fifth of the time of the usual way.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      where,
      id,
      what: nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    }))
  expect.soft(serious).toEqual([])
}
