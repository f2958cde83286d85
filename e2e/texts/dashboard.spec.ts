import { createCategory } from '../../contract/categories.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expect, test } from '../support/test.ts'
import { card, main } from '../support/texts.ts'

test('the dashboard: tiles that lead on, what is low, the newest transactions and changes', async ({
  page,
  person,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome to your inventory management system')).toBeVisible()
  const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
  const chang = { name: 'Chang', sku: 'NW-002', price: 19, category_id }
  const { id } = await person.call(createProduct, { ...chang, stock_quantity: 30, min_stock_level: 10 })
  await page.reload()
  for (const empty of ['No low stock items.', 'No transactions yet.']) await expect(page.getByText(empty)).toBeVisible()

  const ikura = { name: 'Ikura', sku: 'NW-010', price: 31, min_stock_level: 5 }
  await person.call(createProduct, ikura)
  await person.call(createProduct, { ...ikura, name: 'Konbu', sku: 'NW-013', stock_quantity: 4 })
  const entry = { product_id: id, quantity: 3 }
  await person.call(createTransaction, { ...entry, type: 'in', reason_code: 'customer_return' })
  await person.call(createTransaction, { ...entry, type: 'out', reason_code: 'damaged' })
  await person.call(createTransaction, { ...entry, type: 'adjustment' })
  await page.reload()
  for (const [label, number, to] of [
    ['Total Products', '3', '/products'],
    ['Total Inventory', '37', '/products'],
    ['Low Stock Items', '2', '/products?filter=low'],
    ['Recent Transactions', '3', '/transactions'],
  ] as const) {
    const tile = main(page).getByRole('link', { name: new RegExp(`^${label}`) })
    await expect(tile).toContainText(`${label}${number}`)
    await expect(tile).toHaveAttribute('href', to)
  }
  const low = card(page, 'Low Stock Items').getByRole('listitem')
  await expect(low).toHaveText([/Ikura.*0 \/ 5$/, /Konbu.*4 \/ 5$/])
  await expect(low.getByText('0 / 5')).toHaveAttribute('data-tone', 'red')
  await expect(low.getByText('4 / 5')).toHaveAttribute('data-tone', 'amber')
  await expect(card(page, 'Recent Transactions').getByRole('listitem')).toHaveText([
    /^Adj.*Chang/,
    /^Out.*Chang/,
    /^In.*ChangNW-002/,
  ])
  await expect(card(page, 'Recent Activity').getByRole('listitem')).toHaveCount(8)
  await expect(card(page, 'Recent Activity')).toContainText('Added new products')
  await expect(card(page, 'Recent Activity')).toContainText('just now')

  const breakdown = card(page, 'Category Breakdown')
  const ring = breakdown.getByRole('img')
  expect(await ring.boundingBox()).toMatchObject({ width: 200, height: 200 })
  await expect(ring.locator('path').filter({ hasText: 'Beverages: 1' })).toHaveAttribute('fill', '#EC4899')
  await expect(ring).toContainText('33%')
  await expect(breakdown.getByRole('listitem')).toHaveText([/Beverages1|Uncategorized2/, /Beverages1|Uncategorized2/])
  await low.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ikura' })).toBeVisible()
})
