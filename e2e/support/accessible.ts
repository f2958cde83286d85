import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious, by axe, in what the screen shows; with a dialog open, in the dialog (`[role=dialog]`). */
export async function accessible(page: Page, part = 'main'): Promise<void> {
  expect(await seriousFaults(page, part)).toEqual([])
}

/** The same in light and dark: for dialogs that dialogs.spec.ts can't open. */
export async function accessibleInBoth(page: Page, part: string): Promise<void> {
  expect(await faultsInBoth(page, part)).toEqual([])
}

/** What axe finds in light, and which colors it finds in dark, where nothing else is another. */
export async function faultsInBoth(page: Page, part?: string) {
  const light = await seriousFaults(page, part)
  await turn(page, 'dark')
  const dark = await seriousFaults(page, part, ['color-contrast'])
  await turn(page, 'light')
  return [...light, ...dark.map((fault) => ({ ...fault, id: `${fault.id}, dark` }))]
}

/** Switches to light or dark, as the system would, and waits until it is drawn. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
}

/** What axe finds serious or critical, by all of its rules or by some; in a part of the page or in all of it. */
export async function seriousFaults(page: Page, part?: string, rules: string[] = []) {
  // Only what is wrong is collected, in the page itself (there are no frames): a fifth of the time of the usual way.
  // Half a megabyte of axe, which the builder brings into the page twice each time, stays there until another page is
  // loaded.
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`)
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      what: nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    }))
}
