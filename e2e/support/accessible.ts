import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The axe included in the builder, minified. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Expects that axe finds nothing serious on the screen or, if one is open, in the dialog (`[role=dialog]`). */
export async function accessible(page: Page, part = 'main'): Promise<void> {
  expect(await seriousFaults(page, part)).toEqual([])
}

/** The same in light and dark, for dialogs that dialogs.spec.ts can't open. */
export async function accessibleInBoth(page: Page, part: string): Promise<void> {
  expect(await faultsInBoth(page, part)).toEqual([])
}

/** What axe finds in light mode, and which colors it finds in dark mode, where only colors differ. */
export async function faultsInBoth(page: Page, part?: string) {
  const light = await seriousFaults(page, part)
  await setColorScheme(page, 'dark')
  const dark = await seriousFaults(page, part, ['color-contrast'])
  await setColorScheme(page, 'light')
  return [...light, ...dark.map((fault) => ({ ...fault, id: `${fault.id}, dark` }))]
}

/** Switches to light or dark, as the system would, and waits until it is drawn. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
}

/** The serious and critical findings of axe, with all of its rules or some, in a part of the page or all of it. */
export async function seriousFaults(page: Page, part?: string, rules: string[] = []) {
  const faults = await allFaults(page, part, rules)
  return faults.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}

/** The same, with the findings that aren't serious. */
export async function allFaults(page: Page, part?: string, rules: string[] = []) {
  // The builder would send the page one and a half megabytes, twice for each run. This is less than half of that, once
  // for each loaded page.
  if (!(await page.evaluate<boolean>(`typeof axe === 'object'`))) await page.evaluate(axeSource)
  // Only violations are collected, in the page itself (there are no frames), which takes a fifth of the usual time.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (rules.length > 0) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    what: nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}
