import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

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

test('the frame is drawn before any script, and says so when none can be loaded', async ({ browser, baseURL }) => {
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
