import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious, by axe, in what the screen shows; with a dialog open, in the dialog (`[role=dialog]`). */
export async function accessible(page: Page, part = 'main'): Promise<void> {
  expect(await seriousFaults(page, part)).toEqual([])
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
