import { execFileSync } from 'node:child_process'
import { expect, type Page, test as base } from '@playwright/test'
import { createCategory, listCategories } from '../contract/categories.ts'
import { storageOf } from './support/browser.ts'
import { postgresPid, violations } from './support/database.ts'
import { type Person, signUp } from './support/person.ts'
import { newServer, type Server } from './support/server.ts'

// A separate server for this file, because its outages must not affect the other journeys.
const test = base.extend<{ person: Person }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const server = await newServer()
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  person: async ({ server }, provide) => provide(await signUp(server.url)),
  storageState: async ({ server, person }, provide) => provide(storageOf(person, server.url)),
})
test.describe.configure({ mode: 'serial' })

const lost = 'Unable to connect to the database. Please check your internet connection and try again.'
/** The message in the frame around every screen during the outage; the screen itself may show it, too. */
const banner = (page: Page) => page.getByRole('status').filter({ hasText: lost })

test('PostgreSQL is killed: the screen says so, and the form is saved once it is back, without a reload', async ({
  page,
  server,
  person,
}) => {
  await page.clock.install()
  await page.goto('/categories/new')
  await page.getByLabel('Category Name').fill('Survivors')
  // A form retries only for some seconds, and PostgreSQL may take longer on a busy machine, so the browser's clock
  // waits for it.
  await page.clock.pauseAt(Date.now() + 1_000)
  process.kill(postgresPid(server.dataFolder), 'SIGKILL')
  await page.getByRole('button', { name: 'Add Category' }).click()
  // A form is sent after the next frame, which needs the clock.
  await page.clock.runFor(100)
  await expect(banner(page)).toBeVisible()

  // The supervisor restarts PostgreSQL, and the form repeats its request with the same key.
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status, { timeout: 60_000 }).toBe(200)
  await page.clock.resume()
  await expect(page).toHaveURL('/categories')
  await expect(page.getByRole('link', { name: 'Survivors', exact: true })).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect((await person.all(listCategories, {})).map(({ name }) => name)).toEqual(['Survivors'])
  expect(await violations(server.dataFolder)).toEqual([])
})

test('a connection that died while the computer was asleep delays a screen for half a minute, not until the browser gives up', async ({
  page,
  person,
}) => {
  await person.call(createCategory, { name: 'Sleepers', color: '#10B981' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let reads = 0
  await page.route(/\/api\/v1\/categories(\?|$)/, async (route) => {
    // The first one gets neither a response nor an error.
    if (++reads > 1) await route.continue()
  })
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect.poll(() => reads).toBe(1)
  await page.clock.runFor(29_000)
  await expect(banner(page)).toBeHidden()
  expect(reads).toBe(1)
  await page.clock.runFor(5_000)
  await expect(page.getByRole('link', { name: 'Sleepers', exact: true })).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

test("PostgreSQL doesn't answer: the screen says so for as long as it lasts, and recovers by itself", async ({
  page,
  server,
  person,
}) => {
  await page.goto('/suppliers')
  await expect(page.getByText('No suppliers found')).toBeVisible()
  const frozen = freeze(postgresPid(server.dataFolder))
  try {
    await page.getByRole('link', { name: 'Locations' }).click()
    await expect(banner(page)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Main Warehouse')).toHaveCount(0)
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  } finally {
    frozen.thaw()
  }
  await expect(page.getByText('Main Warehouse').first()).toBeVisible({ timeout: 30_000 })
  await expect(banner(page)).toBeHidden()
  expect(await person.all(listCategories, {})).toEqual([])
})

test("the database doesn't answer when the app starts: a banner says so, signed in or not, and the app recovers by itself", async ({
  page,
  server,
  browser,
}) => {
  const stranger = await browser.newPage({ baseURL: server.url, storageState: { cookies: [], origins: [] } })
  const frozen = freeze(postgresPid(server.dataFolder))
  try {
    await Promise.all([page.goto('/locations'), stranger.goto('/auth')])
    for (const start of [page, stranger]) {
      await expect(banner(start)).toBeVisible({ timeout: 20_000 })
      await expect(banner(start).getByRole('button', { name: 'Try again' })).toBeVisible()
    }
  } finally {
    frozen.thaw()
  }
  await expect(page.getByText('Main Warehouse').first()).toBeVisible({ timeout: 30_000 })
  for (const start of [page, stranger]) await expect(banner(start)).toBeHidden()
  await expect(stranger.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await stranger.close()
})

test('the server is down: typed input stays and can be saved once it is back', async ({ page, server, person }) => {
  await page.goto('/categories/new')
  await page.getByLabel('Category Name').fill('Kept')
  await page.getByLabel('Description').fill('Three lines\nof text\nthat no one wants to type again')
  await server.stop('SIGKILL')
  const submit = page.getByRole('button', { name: /Add Category|Saving/ })
  await submit.click()
  await expect(banner(page)).toBeVisible()
  // After some seconds it stops retrying and shows a message in the form.
  await expect(page.getByRole('alert')).toContainText('Unable to connect', { timeout: 15_000 })
  await expect(page.getByLabel('Category Name')).toHaveValue('Kept')
  await expect(page.getByLabel('Description')).toHaveValue(/no one wants to type again/)

  await server.start()
  await expect(banner(page)).toBeHidden({ timeout: 15_000 })
  await submit.click()
  await expect(page).toHaveURL('/categories')
  await expect(page.getByRole('link', { name: 'Kept', exact: true })).toBeVisible()
  expect((await person.all(listCategories, {})).map(({ name }) => name)).toEqual(['Kept'])
})

test('the server is down: a screen that was never opened waits for it within the frame, and then opens', async ({
  page,
  server,
}) => {
  await page.goto('/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await server.stop('SIGKILL')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(banner(page)).toBeVisible({ timeout: 15_000 })
  // The heading is that of the highlighted entry, with the failure in place of the content.
  await expect(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText(lost)
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()

  await server.start()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible({ timeout: 15_000 })
  await expect(failure).toHaveCount(0, { timeout: 15_000 })
  await expect(page.getByText('Inventory Status').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

test('a browser that goes offline says so, and stops once it is online again', async ({ page, context }) => {
  await page.goto('/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  const offline = page.getByRole('status').filter({ hasText: 'You’re offline.' })
  await expect(offline).toHaveCount(0)
  await context.setOffline(true)
  await expect(offline).toContainText('Reconnecting… Your changes are safe.')
  await expect(banner(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
})

test('a request whose answer was lost is repeated, the button says “Still trying…” meanwhile, and nothing is done twice', async ({
  page,
  person,
}) => {
  await page.goto('/categories/new')
  await page.getByLabel('Category Name').fill('Once')
  let sent = 0
  const waited = Promise.withResolvers<void>()
  await page.route('**/api/v1/categories', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent += 1
    if (sent > 1) {
      await waited.promise
      return route.fallback()
    }
    await route.fetch()
    return route.abort('connectionreset')
  })
  const submit = page.locator('button[type="submit"]')
  await expect(submit).toHaveText('Add Category')
  await submit.click()
  await expect(submit).toHaveText('Still trying…')
  waited.resolve()
  await expect(page).toHaveURL('/categories')
  expect(sent).toBe(2)
  expect((await person.all(listCategories, {})).map(({ name }) => name)).toEqual(['Once'])
})

/** Suspends PostgreSQL and all its processes: it neither responds nor refuses connections. */
function freeze(postmaster: number): { thaw(): void } {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  const pids = [
    postmaster,
    ...children
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  ]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return {
    thaw() {
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT')
    },
  }
}
