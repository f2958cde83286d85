import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { readFeed } from '../../contract/feed.ts'
import { createProduct } from '../../contract/products.ts'
import { readSettings } from '../../contract/settings.ts'
import { createWebhook, listWebhooks } from '../../contract/webhooks.ts'
import { expect, test } from '../support/test.ts'
import { fault, main } from '../support/texts.ts'

type Page = { getComputedStyle(drawn: unknown): { color: string } }

/** Which of red, green and blue is strongest in an element's color. */
async function hue(element: Locator): Promise<string> {
  const color = await element.evaluate((drawn) => (globalThis as unknown as Page).getComputedStyle(drawn).color)
  const channels = (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number)
  return ['red', 'green', 'blue'][channels.indexOf(Math.max(...channels))] ?? ''
}

test('settings: every field is saved; success is green, failure red', async ({ page, person }) => {
  await page.goto('/settings')
  const fields = {
    'Company Name': 'Northwind',
    Email: 'office@nw.example',
    Phone: '555-0100',
    Address: '1 Quay\nSalem',
  }
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.route('**/api/v1/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(fault) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const failed = page.getByRole('alert')
  await expect(failed).toHaveText('Failed to update settings. Please try again.')
  expect(await hue(failed.locator('svg'))).toBe('red')
  await page.unroute('**/api/v1/settings')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const done = page.getByRole('status').filter({ hasText: 'Settings updated successfully!' })
  await expect(done).toBeVisible()
  expect(await hue(done.locator('svg').first())).toBe('green')
  await expect(failed).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await page.reload()
  for (const [label, value] of Object.entries(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)

  await page.getByRole('link', { name: 'Notification Preferences' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Preferences' })).toBeVisible()
  await expect(page).toHaveURL('/settings/notifications')
  for (const flag of ['Low Stock Alerts', 'Transaction Notifications', 'Email Notifications'])
    await expect(page.getByRole('switch', { name: flag })).toBeChecked()
  await page.getByRole('switch', { name: 'Low Stock Alerts' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(done.first()).toBeVisible()
  // The alert options are disabled while all alerts are off.
  await expect(page.getByRole('checkbox', { name: 'Out of stock: In the app' })).toBeDisabled()
  await expect(page.getByRole('rowheader', { name: 'Low Stock Alerts Turned off in the switches above' })).toBeVisible()
  expect(await person.call(readSettings, {})).toMatchObject({
    company_name: 'Northwind',
    company_address: '1 Quay\nSalem',
    low_stock_alerts: false,
    transaction_notifications: true,
  })
  await page.getByRole('checkbox', { name: 'Transfers: In the app' }).click()
  await expect(page.getByRole('checkbox', { name: 'Transfers: In the app' })).not.toBeChecked()

  // On a phone the menu of sections names the page, so the top bar doesn't repeat it.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('banner').getByText('Settings', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settings section: Notification Preferences' })).toBeVisible()
})

test('settings and import: texts before, during and after', async ({ page }) => {
  await page.goto('/settings')
  for (const label of ['Company Name', 'Email', 'Phone', 'Address'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Excel Data Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Excel Data Import' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  expect((await download).suggestedFilename()).toBe('inventory_template.xlsx')
  const template = await (await download).path()
  const file = page.getByLabel('Excel or CSV file')
  await expect(file).toHaveAttribute('accept', '.xlsx,.xls,.csv,.tsv,.tab,.txt')

  await file.setInputFiles({
    name: 'list.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('name,sku\nBolt,B-1\n'),
  })
  await expect(page.getByRole('alert')).toHaveText('Choose an Excel file (.xlsx or .xls) or a CSV file.')
  await page.route('**/api/v1/import-files**', (route) => route.fulfill(fault))
  const workbook = {
    name: 'stock.xlsx',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(template),
  }
  await file.setInputFiles(workbook)
  await expect(page.getByRole('alert')).toHaveText('Failed to parse Excel file')
  await page.unroute('**/api/v1/import-files**')
  await file.setInputFiles(workbook)
  await expect(page).toHaveURL(/\/import\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const counted of [/Products1/, /Categories1/, /Transactions1/]) await expect(main(page)).toContainText(counted)
  // The next file can't be read: its message is shown, and the previous preview is gone.
  await file.setInputFiles({ ...workbook, buffer: Buffer.from('PK\u0003\u0004 cut off') })
  await expect(page.getByRole('alert')).toHaveText(/\S/)
  await expect(page.getByRole('alert')).not.toHaveText('Failed to parse Excel file')
  await expect(main(page)).not.toContainText(/Products1/)
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toHaveCount(0)
  await file.setInputFiles(workbook)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/import')
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toHaveCount(0)

  await file.setInputFiles(workbook)
  await page.route('**/api/v1/imports', (route) =>
    route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to import data')
  await page.unroute('**/api/v1/imports')
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByText('Data imported successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toHaveCount(0)
})

test('webhooks: events are sent again from a feed number', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Bolt', sku: 'B-1', price: 1 })
  await expect.poll(async () => (await person.call(readFeed, { nouns: 'product' })).items.length).toBeGreaterThan(0)
  await person.call(createWebhook, { name: 'Shop', url: 'https://receiver.example/', nouns: ['product'] })
  const waiting = async () => (await person.call(listWebhooks, {})).items[0]?.waiting
  const resume = async (after: string) => {
    await page.getByRole('textbox', { name: 'Last event received' }).fill(after)
    await page.getByRole('button', { name: 'Resend events', exact: true }).click()
  }
  expect(await waiting()).toBe(0)
  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: 'Actions: Shop' }).click()
  await page.getByRole('menuitem', { name: 'Resend from an event' }).click()
  await resume('99999')
  await expect(page.getByRole('alert')).toContainText('There is no event 99999 yet. The newest is')
  await resume('0')
  await expect(page.getByRole('status').filter({ hasText: 'Resending events after 0' })).toBeVisible()
  // Its address doesn't exist.
  await expect.poll(waiting).toBe(1)
})
