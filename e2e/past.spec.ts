import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { readSettings, saveSettings } from '../contract/settings.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { follow } from './support/visit.ts'

const number = (page: Page, name: string) => page.getByRole('button', { name: `${name}: explain`, exact: true }).first()

test('a past day before and after a late entry, by when it happened and by when it was recorded', async ({
  page,
  person,
}) => {
  const { version } = await person.call(readSettings, {})
  await person.call(saveSettings, { version, time_zone: 'Asia/Tokyo' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 0 })
  const entry = (quantity: number, happened_at: string, type: 'in' | 'out' = 'in') =>
    person.call(createTransaction, {
      product_id: tea.id,
      type,
      quantity,
      reason_code: type === 'in' ? 'customer_return' : 'customer_order',
      happened_at,
    })
  await entry(20, '2026-03-10T12:00:00Z')

  // By keyboard: a month back in the calendar, then a day, which the address contains.
  await page.goto(`/products/${tea.id}`)
  await page.getByRole('button', { name: 'As of now' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'As of' })
  await expect(picker.getByText('Time zone: Asia/Tokyo')).toBeVisible()
  await accessible(page, '[role=dialog]')
  // The first choice moves the picker into the notice. The focus moves with it, and Escape closes it even if nothing
  // has the focus.
  const books = picker.getByRole('radio', { name: 'When it was recorded' })
  await books.press('Space')
  await expect(page).toHaveURL(/by=recorded/)
  await expect(books).toBeFocused()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('button', { name: /^As of \d/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await picker.getByRole('button', { name: 'End of last year' }).press('Enter')
  await expect(page).toHaveURL(/as_of=\d{4}-12-31/)
  await picker.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(picker).toBeHidden()
  await expect(page.getByText(/You’re viewing the past: the end of 31 Dec \d{4}/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).press('Enter')
  await expect(number(page, '20 on hand of Tea')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/[^?]*$/)

  // That day ends at 15:00 UTC in Tokyo. The page shows the stock and value at that time, and no actions that would
  // post now.
  await entry(5, '2026-03-31T14:59:00Z')
  await entry(7, '2026-03-31T15:01:00Z')
  await follow(page, `/products/${tea.id}?as_of=2026-03-31`)
  await expect(number(page, '25 on hand of Tea')).toBeVisible()
  await expect(page.getByText('$50.00')).toBeVisible()
  for (const action of ['Update Stock', 'Transfer', 'Edit Product'])
    await expect(page.getByRole('button', { name: action, exact: true })).toHaveCount(0)
  await accessible(page)

  // A colleague enters today what happened then: the view by occurrence changes immediately, the view by recording
  // doesn't.
  await entry(4, '2026-03-20T09:00:00Z', 'out')
  await expect(number(page, '21 on hand of Tea')).toBeVisible()
  await number(page, '21 on hand of Tea').click()
  const why = page.getByRole('dialog', { name: 'Why was it 21?' })
  await expect(why.getByText('as of 31 Mar 2026')).toBeVisible()
  await expect(why.getByRole('listitem').filter({ hasText: 'Sold' })).toContainText('−4')
  await expect(why.getByRole('listitem')).toHaveCount(3)
  await expect(why.getByText('Adds up. Just checked against the ledger.')).toBeVisible()
  await expect(why.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await follow(page, `/products/${tea.id}?as_of=2026-03-31&by=recorded`)
  await expect(page.getByText('Based on what was recorded by then.')).toBeVisible()
  await expect(number(page, '0 on hand of Tea')).toBeVisible()

  // Dated before the goods arrived: the figure is negative, and the notice explains why.
  await entry(3, '2026-03-01T09:00:00Z', 'out')
  await follow(page, `/products/${tea.id}?as_of=2026-03-05`)
  await expect(number(page, '−3 on hand of Tea')).toBeVisible()
  await expect(page.getByText(/Figures are negative where stock left before it arrived/)).toBeVisible()

  // The changes in March: opening figure, sums and closing figure, and the movements between.
  await follow(page, `/products/${tea.id}?as_of=2026-03-31`)
  await number(page, '18 on hand of Tea').click()
  await page.getByRole('tab', { name: 'Changes' }).click()
  const panel = page.getByRole('dialog', { name: 'Why was it 18?' })
  await panel.getByLabel('From the end of').fill('2026-02-28')
  await expect(panel.getByRole('row', { name: '28 Feb 2026' })).toContainText('0')
  await expect(panel.getByRole('row', { name: 'Customer Return' })).toContainText('2 movements+25')
  await expect(panel.getByRole('row', { name: 'Customer Order' })).toContainText('2 movements−7')
  await expect(panel.getByRole('row', { name: '31 Mar 2026' })).toContainText('18')
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await accessible(page, '[role=dialog]')
})

test('the product list as of a day: figures, value, unavailable filters, and the way back to now', async ({
  page,
  person,
}) => {
  const [tea, coffee] = [
    await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, cost_price: 1 }),
    await person.call(createProduct, { name: 'Coffee', sku: 'COF-1', price: 5, cost_price: 3 }),
  ]
  for (const [product, quantity] of [
    [tea, 10],
    [coffee, 4],
  ] as const) {
    const came = { product_id: product.id, type: 'in' as const, reason_code: 'customer_return' as const }
    await person.call(createTransaction, { ...came, quantity, happened_at: '2026-03-10T12:00:00Z' })
    await person.call(createTransaction, { ...came, quantity: 100 })
  }
  await page.goto('/products?view=table&as_of=2026-03-31')
  await expect(page.getByText('14 units · $40.00 retail value · $22.00 at cost')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Tea' })).toContainText('$20.00')
  await expect(number(page, '4 on hand of Coffee')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Product' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Stock', exact: true })).toHaveCount(0)
  await accessible(page)
  await page.getByRole('searchbox').fill('tea')
  await expect(page.getByText('1 product found')).toBeVisible()
  await expect(number(page, '10 on hand of Tea')).toBeVisible()
  await page.getByRole('link', { name: /^Tea/ }).click()
  await expect(page).toHaveURL(/as_of=2026-03-31/)
  await expect(number(page, '10 on hand of Tea')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(number(page, '110 on hand of Tea')).toBeVisible()
  await expect(page.getByRole('button', { name: 'As of now' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/products?as_of=2026-03-31')
  await expect(number(page, '4 on hand of Coffee')).toBeVisible()
  await page.getByRole('button', { name: 'As of 31 Mar 2026' }).click()
  await page.getByRole('dialog', { name: 'As of' }).getByRole('button', { name: 'Back to now' }).click()
  await expect(number(page, '104 on hand of Coffee')).toBeVisible()
})

test('the time zone is that of the person who signed up, and can be changed in the settings', async ({
  page,
  person,
}) => {
  await page.goto('/settings')
  const zone = page.getByRole('combobox', { name: 'Time Zone' })
  await expect(zone).toHaveValue('UTC')
  await zone.click()
  await zone.fill('kathm')
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  expect((await person.call(readSettings, {})).time_zone).toBe('Asia/Kathmandu')
})
