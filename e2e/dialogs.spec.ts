import type { Page } from '@playwright/test'
import { screens } from '../tools/screens/list.ts'
import { fillCompany } from '../tools/screens/company.ts'
import { overlays } from '../tools/screens/overlays.ts'
import type { Screen } from '../tools/screens/screen.ts'
import { workTogether } from '../tools/screens/teamwork.ts'
import { faultsInBoth } from './support/accessible.ts'
import { remember } from './support/browser.ts'
import { signUp } from './support/person.ts'
import { emptyDocument } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const above = ':is([role=dialog], [role=menu], [role=listbox]):visible'
const aboveInPage = ':is([role=dialog], [role=menu], [role=listbox]):not([aria-hidden=true])'

// tools/screens/overlays.test.ts ensures that the list has every dialog, menu and panel in the source.
test('axe finds nothing serious in any dialog, menu or panel, in light and dark', async ({ page, person, baseURL }) => {
  test.setTimeout(600_000)
  page.setDefaultTimeout(20_000)
  const url = baseURL ?? ''
  const full = await fillCompany(person)
  const links = await workTogether(full, await signUp(url), url)
  await remember(page, full, url)
  const shown = new Set(Object.values(overlays))
  const opened = screens.filter(({ name }) => shown.has(name))
  const found = await Promise.all(opened.map(async (screen) => ({ screen, path: await screen.path(full, links) })))
  // Overlays at the same address are checked together, so the page is loaded once.
  for (const { screen, path } of found.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    // An overlay that doesn't open or close is reported by name, and the others are still checked.
    const faults = await look(page, screen, path).catch(async (error: unknown) => {
      await page.goto(emptyDocument)
      return [String(error).slice(0, 400)]
    })
    expect.soft(faults, screen.name).toEqual([])
  }
})

async function look(page: Page, screen: Screen, path: string) {
  await page.setViewportSize(screen.phone ? phone : wide)
  if (!page.url().endsWith(path)) await visit(page, path)
  await screen.prepare?.(page)
  await page.locator(above).first().waitFor()
  const faults = await faultsInBoth(page, aboveInPage)
  await page.unrouteAll()
  await close(page)
  return faults
}

/** Escape closes what is open; an overlay that is shown only once ends with its page. */
async function close(page: Page): Promise<void> {
  const isHeld = (await page.locator('[aria-modal=true]:visible').count()) > 0 && !(await canClose(page))
  if (isHeld) return void (await page.goto(emptyDocument))
  for (let left = await page.locator(above).count(); left > 0; left -= 1) await page.keyboard.press('Escape')
  await expect(page.locator(above)).toHaveCount(0)
}

const canClose = async (page: Page) =>
  (await page.locator('[aria-modal=true]:visible').getByRole('button', { name: 'Close' }).count()) > 0
