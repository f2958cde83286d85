import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious, by axe, in what the screen shows; with a dialog open, in the dialog (`[role=dialog]`). */
export async function accessible(page: Page, part = 'main'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}
