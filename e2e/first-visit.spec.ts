import type { Page } from '@playwright/test'
import { createProduct, listProducts } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { observe, shifts } from './support/layout-shifts.ts'
import { inSampleCompany } from './support/sample.ts'
import { settled } from './support/visit.ts'

/** Script size as sent (compressed), in thousands of bytes. */
const limits = { signIn: 150, dashboard: 260 }

type Script = { name: string; kB: number }

/** The scripts of this page, at the size the server sends them. Scripts from the browser's cache count as well. */
const sentScripts = (page: Page): Promise<Script[]> =>
  page.evaluate<Script[]>(`performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, kB: encodedBodySize / 1000 }))`)

const sum = (scripts: readonly Script[]) => scripts.reduce((total, { kB }) => total + kB, 0)

test('sign-in and dashboard stay within their budgets of script', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const stranger = await context.newPage()
  await stranger.goto('/')
  await expect(stranger.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expect(stranger.locator('#first-frame')).toHaveCount(0)
  const ofSignIn = await sentScripts(stranger)
  await context.close()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.locator('#first-frame')).toHaveCount(0)
  const ofDashboard = await sentScripts(page)
  for (const [scripts, limit] of [
    [ofSignIn, limits.signIn],
    [ofDashboard, limits.dashboard],
  ] as const) {
    // Less than half the budget would mean that some scripts weren't counted.
    expect(sum(scripts), JSON.stringify(scripts)).toBeGreaterThan(limit / 2)
    expect(sum(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(limit)
  }
})

test('the files of the screen that opens are requested with the first script, not after it', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/first-*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/suppliers', { waitUntil: 'commit' })
  for (const file of [/\/app-[^/]*\.js$/, /\/screens-[^/]*\.js$/, /\/suppliers-page-[^/]*\.js$/])
    await expect.poll(() => requested.filter((path) => file.test(path))).toHaveLength(1)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
})

test('the scripts of every visit ask the browser to compile their functions while they arrive', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const names = (await sentScripts(page)).map(({ name }) => name)
  for (const file of [/\/first-[^/]*\.js$/, /\/app-[^/]*\.js$/]) {
    const [name = ''] = names.filter((one) => file.test(one))
    const text = await (await page.request.get(name)).text()
    expect(text.slice(0, 40).split('\n')[0], name).toBe('//# allFunctionsCalledOnLoad')
  }
})

/** The reads that the page sends ahead, by the address of a screen with `*` for a record's id. */
async function readsOfPage(url: string): Promise<Record<string, string[]>> {
  const html = await (await fetch(url)).text()
  return JSON.parse(/var reads = (\{.*\})/.exec(html)?.[1] ?? '') as Record<string, string[]>
}

/** A record for each screen: by the beginning of its address. */
async function records(person: Person): Promise<(screen: string) => string> {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  const line = { product_id: product.id, quantity: 2, unit_price: 19 }
  const sale = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines: [line] })
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines: [line] })
  const purchase = await person.call(payPurchaseOrder, { id, version })
  return (screen) =>
    screen.startsWith('/products') ? product.id : screen.startsWith('/sales-orders') ? sale.id : purchase.id
}

test('what a screen shows first is requested before any script, once, and the screen takes it', async ({
  page,
  person,
  baseURL,
}) => {
  test.slow()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url().replace(new URL(request.url()).origin, '')))
  let held = Promise.withResolvers<void>()
  await page.route('**/assets/first-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const { everywhere = [], ...screens } = await readsOfPage(baseURL ?? '')
  expect(everywhere).toContain('/api/v1/me')
  expect(Object.keys(screens)).toContain('/products/*')
  const idFor = await records(person)
  for (const [screen, own] of Object.entries(screens)) {
    held = Promise.withResolvers()
    requested.length = 0
    const first = [...everywhere, ...own].map((url) => url.replace('*', idFor(screen)))
    await page.goto(screen.replace('*', idFor(screen)), { waitUntil: 'commit' })
    await expect.poll(() => requested.filter((url) => url.startsWith('/api/')).toSorted()).toEqual(first.toSorted())
    held.resolve()
    await settled(page)
    // The screen needs each of them, and asks for none again.
    const left = await page.evaluate('Object.keys(onhandFirstReads.reads)')
    const twice = first.filter((url) => requested.filter((one) => one === url).length !== 1)
    expect.soft({ screen, left, twice }).toEqual({ screen, left: [], twice: [] })
  }
})

test('in a new company nothing shifts while a list, the settings or the dashboard load', async ({ page }) => {
  test.slow()
  await observe(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/suppliers', '/transactions', '/purchase-orders', '/settings', '/settings/members']) {
      await page.goto(path)
      await settled(page)
      expect.soft({ path, width, shifts: await shifts(page) }).toEqual({ path, width, shifts: [] })
    }
  }
})

/** Those that moved something up or down, or made it higher: `p "Total" 24,180,90,20 → 24,212,90,20`. */
const movedDown = (found: readonly string[]) =>
  found.filter((shift) =>
    [...shift.matchAll(/-?\d+,(-?\d+),\d+,(\d+) → -?\d+,(-?\d+),\d+,(\d+)/g)].some(
      ([, top, height, newTop, newHeight]) => top !== newTop || height !== newHeight,
    ),
  )

test('when the font arrives after a screen, nothing moves up or down', async ({ page, person: owner, baseURL }) => {
  test.slow()
  const person = await inSampleCompany(page, owner, baseURL)
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  let held = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await held.promise
    await route.continue()
  })
  await observe(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/products?view=table', `/products/${product?.id}`, '/sales-orders', '/settings']) {
      held = Promise.withResolvers()
      // The page is loaded only when its font is.
      await page.goto(path, { waitUntil: 'commit' })
      await settled(page)
      expect(await page.evaluate('document.fonts.status'), path).toBe('loading')
      held.resolve()
      await page.evaluate('document.fonts.ready.then(() => true)')
      await settled(page)
      expect.soft({ path, width, moved: movedDown(await shifts(page)) }).toEqual({ path, width, moved: [] })
    }
  }
})

test('what the server refuses at first is requested again by the screen', async ({ page, person }) => {
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  const refused = new Set<string>()
  await page.route('**/api/v1/{me,dashboard}', async (route) => {
    const url = route.request().url()
    if (refused.has(url)) return route.continue()
    refused.add(url)
    return route.fulfill({ status: 401, json: { error: { code: 'not_signed_in', message: 'Sign in' } } })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await settled(page)
  expect(refused.size).toBe(2)
})

test('the frame is drawn before any script, and shows a message if scripts can’t be loaded', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/auth', { waitUntil: 'commit' })
  await expect(page.locator('.first-card')).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 16, 18)')
  held.resolve()
  await expect(page.getByRole('alert')).toHaveText('Onhand couldn’t be loaded. Try again')
  await context.close()
})
