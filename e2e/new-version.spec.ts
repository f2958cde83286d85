import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { settled } from './support/visit.ts'

/** From now on the server answers as one with another build does. */
async function upgrade(page: Page): Promise<void> {
  const newer = { 'onhand-app': '/assets/first-newer.js' }
  await page.route('**/api/v1/**', async (route) => {
    // A stream has no end to wait for.
    if (route.request().url().endsWith('/events'))
      return route.fulfill({ headers: { ...newer, 'content-type': 'text/event-stream' }, body: ': still here\n\n' })
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), ...newer } })
  })
}

const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
/** While a page is being replaced, it can't be asked. */
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in globalThis).catch(() => true)

test('a tab that is open while a new version is installed keeps its form and loads the version with the next screen', async ({
  page,
}) => {
  await page.goto('/transactions')
  await settled(page)
  await markPage(page)
  await upgrade(page)
  await page.route('**/assets/day-calendar-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Add Transaction' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Notes' }).fill('by van')
  await form.getByRole('button', { name: 'Location, lot and date' }).click()
  await form.getByRole('textbox', { name: 'Lot number' }).fill('L-1')
  await form.getByRole('button', { name: 'Open calendar' }).click()
  await expect(page.getByRole('alert')).toHaveText('A new version was installed. Type the date, or reload the page.')
  await expect(form.getByRole('textbox', { name: 'Notes' })).toHaveValue('by van')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()
  expect(await isSamePage(page)).toBe(true)
  await page.getByRole('link', { name: 'Suppliers' }).click()
  // The heading may appear before the page is replaced.
  await expect.poll(() => isSamePage(page)).toBe(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  // Once per version: another server may still have the earlier one.
  await markPage(page)
  await page.getByRole('link', { name: 'Locations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
})

test('a new version waits until the message about what was saved is gone', async ({ page }) => {
  await page.goto('/categories/new')
  await settled(page)
  await markPage(page)
  await upgrade(page)
  await page.getByRole('textbox', { name: /Category Name/ }).fill('Kitchen')
  await page.getByRole('button', { name: 'Add Category' }).click()
  const message = page.getByText('Kitchen was added')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await expect(message).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
  // A message with a link stays for ten seconds.
  await expect(message).toHaveCount(0, { timeout: 20_000 })
  await page.getByRole('link', { name: 'Suppliers' }).click()
  await expect.poll(() => isSamePage(page)).toBe(false)
})
