import { explainStock } from '../contract/explained-stock.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct, type Product } from '../contract/products.ts'
import { readProductStock } from '../contract/stock.ts'
import { createTransaction, listTransactions } from '../contract/transactions.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import type { Page } from '@playwright/test'
import type { Person } from './support/person.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const historyRow = (page: Page, notes: string) =>
  page.getByRole('row').filter({ has: page.getByText(notes, { exact: true }) })

const sell = (person: Person, { id }: Product, quantity: number, notes: string) =>
  person.call(createTransaction, { product_id: id, type: 'out', quantity, reason_code: 'customer_order', notes })

/** The notes of every undone posting. */
async function undone(person: Person): Promise<(string | null)[]> {
  const rows = await person.all(listTransactions, {})
  return rows.filter((row) => row.reversed_by_posting_id !== null).map((row) => row.notes)
}

test('undo reverses the pressed row in a long history while others work, and only after asking', async ({
  page,
  person,
}) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 100_000 })
  for (let n = 1; n <= 130; n++) await sell(person, tea, (n % 9) + 1, `sale ${n}`)
  await page.goto('/transactions')
  await expect(historyRow(page, 'sale 130')).toBeVisible()

  // Scrolls to the end, so that all pages are loaded and the first rows are no longer drawn, and back up.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(historyRow(page, 'sale 1')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(historyRow(page, 'sale 130')).toHaveCount(0)
  // Chromium drops a key pressed just as its own smooth scrolling ends (nothing of ours scrolls then), so the key is
  // pressed again.
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(historyRow(page, 'sale 130')).toBeVisible({ timeout: 500 })
  }).toPass()

  // Colleagues add entries one after another: the long list updates without waiting until they stop.
  let working = true
  let entered = 130
  const colleagues = (async () => {
    while (working) await sell(person, tea, 1, `sale ${++entered}`)
  })()
  // However many there are by the time a busy browser has loaded them.
  await expect(page.getByText(/^sale (1[4-9]\d|[2-9]\d\d|\d{4,})$/).first()).toBeVisible()
  working = false
  await colleagues

  // The first row moves down under an open menu: the undo applies to the row that was pressed.
  await sell(person, tea, 7, 'pressed')
  await historyRow(page, 'pressed').getByRole('button', { name: 'Actions: Tea' }).click()
  await expect(page.getByRole('menuitem', { name: 'Undo' })).toBeVisible()
  await sell(person, tea, 1, 'came after it')
  await expect(historyRow(page, 'came after it')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await expect(dialog(page).getByText('7 of Tea go back to Main Warehouse')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 7 of Tea go back to Main Warehouse')).toBeVisible()
  expect(await undone(person)).toEqual(['pressed'])

  // The first row again, by keyboard: Escape cancels, Enter confirms.
  const first = historyRow(page, 'came after it')
  const undo = first.getByRole('button', { name: 'Undo: Tea' })
  await undo.press('Enter')
  await expect(dialog(page).getByText('1 of Tea goes back to Main Warehouse')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await undone(person)).toEqual(['pressed'])
  await undo.press('Enter')
  await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(historyRow(page, 'Undone · came after it')).toBeVisible()
  expect(await undone(person)).toEqual(['came after it', 'pressed'])
})

test('a blocked undo says why and links to the cause', async ({ page, person }) => {
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 0 })
  const came = { product_id: tea.id, type: 'in' as const, reason_code: 'customer_return' as const }
  await person.call(createTransaction, { ...came, quantity: 5, notes: 'five came' })
  const main = (await person.call(readProductStock, { product_id: tea.id })).locations[0]?.location_id ?? ''
  await sell(person, tea, 3, 'three left')
  const way = { product_id: tea.id, from_location_id: main, to_location_id: shop.id, quantity: 1 }
  await person.call(createTransfer, way)

  // The goods have left: product, location, needed and available.
  await page.goto('/transactions')
  const menuOf = async (notes: string, action: string) => {
    await historyRow(page, notes).getByRole('button', { name: 'Actions: Tea' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await menuOf('five came', 'Undo')
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  const why = page.getByText('Can’t undo: only 1 of 5 units of Tea is still available at Main Warehouse.')
  await expect(why).toBeVisible()
  expect((await person.call(readProductStock, { product_id: tea.id })).on_hand).toBe(2)

  // Already undone: the row says so and links to the undo, which links back to the original.
  await menuOf('three left', 'Undo')
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(historyRow(page, 'Undone · three left')).toBeVisible()
  await historyRow(page, 'Undone · three left').getByRole('button', { name: 'Actions: Tea' }).click()
  await expect(page.getByRole('menuitem', { name: 'Undo This was already undone.' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Show the undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Undo' })).toBeVisible()
  await expect(page.getByText('This is already an undo.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Customer → Main Warehouse' })).toContainText(/Tea.*\+3/)
  await accessible(page)
  await page.getByRole('link', { name: 'Original entry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stock Out' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Undone', { exact: true })).toBeVisible()

  // It belongs to a document: the number's panel says so and links to the transfer.
  await visit(page, `/products/${tea.id}`)
  await page.getByRole('button', { name: '1 on hand of Tea at Shop floor: explain', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Why is it 1?' })
  const transferred = panel.getByRole('listitem').filter({ hasText: 'Transferred' })
  await transferred.getByRole('button', { name: /^Actions/ }).click()
  await expect(page.getByText('This stock change belongs to a document. Undo it there.')).toBeVisible()
  await page.keyboard.press('Escape')
  await transferred.getByRole('link', { name: 'Transfer', exact: true }).click()
  const transfer = page.getByRole('dialog', { name: '1 × Tea' })
  await expect(transfer.getByText('→ Shop floor').first()).toBeVisible()
  await expect(transfer.locator('[data-autofocus]')).toBeFocused()
  await accessible(page, '[role=dialog]')
  await transfer.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo this transfer?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(transfer.getByText('This transfer is already cancelled.')).toBeVisible()
  const { items } = await person.call(explainStock, { product_id: tea.id, location_id: shop.id })
  expect(items.map(({ change }) => change)).toEqual([-1, 1])
})

test('the toast undoes immediately, and says why when it no longer can', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 10 })
  const update = async () => {
    await page.getByRole('button', { name: 'Update Stock' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Quantity/ })
      .fill('4')
    await dialog(page).getByRole('button', { name: 'Update Stock' }).click()
    await expect(page.getByText('Tea: 14 on hand')).toBeVisible()
  }
  await page.goto(`/products/${tea.id}`)
  await update()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('button', { name: '10 on hand of Tea: explain', exact: true })).toBeVisible()
  await expect(page.getByText('Tea: 14 on hand')).toBeHidden()

  // All of it is sold before Undo is pressed.
  await update()
  await sell(person, tea, 13, 'sold meanwhile')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(
    page.getByText('Can’t undo: only 1 of 4 units of Tea is still available at Main Warehouse.'),
  ).toBeVisible()
})
