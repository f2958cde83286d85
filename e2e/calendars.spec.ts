import type { Locator, Page } from '@playwright/test'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

/** Opens a calendar twice: its code is loaded the first time. Both times Escape leads back to what opened it. */
async function opensAtItsDay(page: Page, calendar: Locator, from: Locator, open: () => Promise<void>, day: RegExp) {
  for (const time of ['first', 'second']) {
    await open()
    await expect(calendar.getByRole('button', { name: day }), `the ${time} time`).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(from, `the ${time} time`).toBeFocused()
  }
}

test('a calendar opens with the focus on its day, and Escape leads back to what opened it', async ({
  page,
  person,
}) => {
  await person.call(createSupplier, { name: 'Exotic Liquids' })
  await visit(page, '/purchase-orders/new')
  const field = page.getByLabel('Expected delivery date')
  await field.fill('24 Dec 2031')
  await field.press('Tab')
  const calendar = page.getByRole('dialog', { name: 'Expected delivery date' })
  const button = page.getByRole('button', { name: 'Open calendar' }).last()
  await opensAtItsDay(page, calendar, button, () => button.press('Enter'), /^24 December 2031/)
  await opensAtItsDay(page, calendar, field, () => field.press('Alt+ArrowDown'), /^24 December 2031/)
  // From there, arrows choose another one.
  await button.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('25 Dec 2031')
  await expect(field).toBeFocused()

  await visit(page, '/transactions?from=2026-11-20')
  const chip = page.getByRole('button', { name: 'Choose From in a calendar' })
  const dates = page.getByRole('dialog', { name: 'From' })
  await opensAtItsDay(page, dates, chip, () => chip.press('Enter'), /^20 November 2026/)
  await opensAtItsDay(page, dates, chip, () => chip.click(), /^20 November 2026/)
})
