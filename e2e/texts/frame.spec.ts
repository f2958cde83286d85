import type { Request } from '@playwright/test'
import { createCategory } from '../../contract/categories.ts'
import { createProduct } from '../../contract/products.ts'
import { expect, test } from '../support/test.ts'
import { dialog, fault } from '../support/texts.ts'

test.describe('a stranger', () => {
  test.use({ signedIn: false })

  test('sees one form with two modes', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveAttribute('type', 'email')
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await expect(page.getByRole('heading', { name: 'Create a new account' })).toBeVisible()
    await expect(page.getByLabel('Company name (optional)')).toBeVisible()
    await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(page.getByLabel('Company name (optional)')).toHaveCount(0)
  })

  test('reads the spec’s text for each sign-in refusal', async ({ page }) => {
    await page.goto('/auth')
    await page.getByLabel('Email address').fill('anna@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('a password')
    for (const [status, code, words] of refusals) {
      await page.route('**/auth/v1/token**', (route) =>
        route.fulfill({
          status,
          headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
          body: JSON.stringify({ code, message: `the server’s own words for ${code}` }),
        }),
      )
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(words)
      await page.unroute('**/auth/v1/token**')
    }
  })
})

const refusals = [
  [400, 'invalid_credentials', 'The email or password you entered is incorrect. Please try again.'],
  [400, 'email_not_confirmed', 'Please check your email and confirm your account before signing in.'],
  [429, 'over_request_rate_limit', 'Too many attempts. Please wait a minute and try again.'],
  [503, 'unavailable', 'Unable to connect. Please check your internet connection and try again.'],
  [400, 'something_new', 'An error occurred during authentication. Please try again.'],
] as const

test.describe('the frame', () => {
  test('the sidebar has its entries in the order of the spec, the menu leads to Settings, calls name the application', async ({
    page,
    person,
  }) => {
    const call = page.waitForRequest('**/api/v1/dashboard')
    await page.goto('/')
    const headers = await (await call).allHeaders()
    expect([headers['onhand-client'], headers['authorization']?.split(' ')[0]]).toEqual(['onhand-web', 'Bearer'])
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const entries = await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(entries).toEqual([
      ['Dashboard', '/'],
      ['Products', '/products'],
      ['Categories', '/categories'],
      ['Sales Orders', '/sales-orders'],
      ['Purchase Orders', '/purchase-orders'],
      ['Receiving', '/receiving'],
      ['Shipping', '/shipping'],
      ['Suppliers', '/suppliers'],
      ['Locations', '/locations'],
      ['Transfers', '/location-transfers'],
      ['Transactions', '/transactions'],
      ['Reports', '/reports'],
      ['Audit Trail', '/audit-trail'],
      ['Settings', '/settings'],
    ])
    await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Profile', /Help and shortcuts/, 'Sign out'])
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings/company')
    await page.getByRole('button', { name: `User menu, ${person.email}` }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })

  test('when the profile fails to load at the start, a banner says so, offers to retry and recovers by itself', async ({
    page,
  }) => {
    await page.clock.install()
    const failed = page.getByRole('alert').filter({ hasText: 'Your profile couldn’t be loaded.' })
    const profile = page.waitForRequest('**/api/v1/me')
    await page.route('**/api/v1/me', (route) => route.fulfill(fault))
    await page.goto('/locations')
    await profile
    await expect(failed).toBeVisible()
    await page.unroute('**/api/v1/me')
    await page.clock.runFor(6_000)
    await expect(failed).toBeHidden()
    await expect(page.getByText('Main Warehouse').first()).toBeVisible()

    await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
    await page.route('**/ready', (route) => route.abort('connectionrefused'))
    const asking = new Set<Request>()
    page.on('request', (request) => {
      if (/\/ready$|\/api\/v1\//.test(request.url())) asking.add(request)
    })
    for (const end of ['requestfailed', 'requestfinished'] as const)
      page.on(end as 'requestfailed', (request) => void asking.delete(request))
    await page.reload()
    const lost = page.getByRole('status').filter({ hasText: 'Unable to connect to the database.' })
    await expect(lost).toBeVisible()
    // From here on the clock doesn't help, only the button.
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/ready'))
    await page.clock.pauseAt(Date.now() + 600_000)
    await asked
    // Requests from before the clock stopped would recover by themselves.
    await expect.poll(() => asking.size).toBe(0)
    await page.unroute('**/ready')
    await page.unroute('**/api/v1/**')
    await lost.getByRole('button', { name: 'Try again' }).click()
    await expect(lost).toBeHidden()
    await page.clock.resume()
    await expect(page.getByText('Main Warehouse').first()).toBeVisible()
  })

  test('search finds five products by name or SKU and three categories by name, ignoring case, and opens the chosen one', async ({
    page,
    person,
  }) => {
    for (const [n, color] of ['#3B82F6', '#10B981', '#F59E0B', '#EF4444'].entries())
      await person.call(createCategory, { name: `Fish ${n}`, color })
    for (let n = 0; n < 6; n++)
      await person.call(createProduct, { name: n < 3 ? `Dried fish ${n}` : `Salmon ${n}`, sku: `FISH-${n}`, price: 1 })
    await person.call(createProduct, { name: 'Zander', sku: 'Fish', price: 1 })
    await person.call(createProduct, { name: 'Bait', sku: 'BAIT', description: 'for every fish', price: 1 })
    await page.goto('/locations')
    await page.getByRole('banner').getByText('Search products, categories...').first().click()
    const found = dialog(page)
    await found.getByPlaceholder('Search products, categories...').fill('FISH')
    // Five results, including the one with exactly this SKU although its name comes last; descriptions aren't searched.
    await expect(found.getByRole('button', { name: /FISH/i }).filter({ hasNotText: /^Fish \d/ })).toHaveText([
      'ZanderFish0 available',
      /^Dried fish 0/,
      /^Dried fish 1/,
      /^Dried fish 2/,
      /^Salmon 3/,
    ])
    await expect(found.getByText('Bait')).toHaveCount(0)
    await expect(found.getByRole('button', { name: /^Fish \d/ })).toHaveCount(3)
    await found.getByPlaceholder('Search products, categories...').fill('fish 2')
    await found.getByRole('button', { name: 'Fish 2', exact: true }).click()
    await expect(page).toHaveURL(/\/categories\/[0-9a-f-]{36}$/)
    await page.keyboard.press('Control+k')
    await found.getByPlaceholder('Search products, categories...').fill('fish-5')
    await found.getByRole('button', { name: /^Salmon 5/ }).click()
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/)
  })
})
