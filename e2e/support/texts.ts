import type { Page } from '@playwright/test'
import { listLocations } from '../../contract/locations.ts'
import type { Person } from './person.ts'
import { expect } from './test.ts'

// Shared by the journeys in e2e/texts, which check the texts of the written requirements screen by screen: labels,
// choices, empty states, failures. Behavior is tested by the other journeys.

export const main = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')
export const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
/**
 * A proxy's error page instead of a response. It contains no explanation, and unlike after a server error, the command
 * isn't retried.
 */
export const fault = { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }

export async function mainWarehouse(person: Person): Promise<string> {
  const { items } = await person.call(listLocations, {})
  return items.find(({ is_default }) => is_default)?.id ?? ''
}

/** The choices of a filter chip or a select, as shown in its open list. */
export async function choices(page: Page): Promise<string[]> {
  await expect(page.getByRole('option').first()).toBeVisible()
  return page.getByRole('option').allInnerTexts()
}
