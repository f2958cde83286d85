import { createCategory } from '../../contract/categories.ts'
import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { expect, test } from '../support/test.ts'
import { choices, fault, main } from '../support/texts.ts'

test('the audit trail: filters behind their toggle, twenty rows a page, old and new values, and a record’s history', async ({
  page,
  person,
}) => {
  for (let n = 1; n <= 16; n++) await person.call(createCategory, { name: `Category ${n}`, color: '#3B82F6' })
  const chai = await person.call(createProduct, { name: 'Chai', sku: 'C-1', price: 5, stock_quantity: 9 } as never)
  await person.call(createTransaction, { product_id: chai.id, type: 'in', quantity: 7, reason_code: 'purchase_order' })

  const list = /\/api\/v1\/audit-trail(\?|$)/
  await page.route(list, (route) => route.fulfill(fault))
  await page.goto('/audit-trail')
  await expect(main(page).getByRole('alert')).toContainText('Failed to load the audit trail')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Audit Trail' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Date & Time', 'User', 'Item', 'Category', 'Changes'])
  const row = (item: string, change: string) =>
    page.getByRole('row').filter({ hasText: item }).filter({ hasText: change })
  await expect(row('Chai', 'Stock +7')).toContainText(person.email)
  await expect(row('Chai', 'Created product')).toContainText('Product')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText(/Showing 1 to 20 of \d\d results/)
  await expect(pages).toContainText('Page 1 of 2')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('Page 2 of 2')
  await expect(pages).toContainText(/Showing 21 to/)
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()

  const search = page.getByPlaceholder('Search by item name, changes, or user...')
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  for (const name of ['From Date', 'To Date']) await expect(page.getByRole('textbox', { name })).toBeVisible()
  await page.getByRole('textbox', { name: 'From Date' }).fill('1 Jan 2020')
  await page.getByRole('button', { name: 'Choose From Date in a calendar' }).click()
  await expect(page).toHaveURL(/from=2020-01-01/)
  await page
    .getByRole('dialog', { name: 'From Date' })
    .getByRole('button', { name: '2 January 2020', exact: true })
    .click()
  await expect(page).toHaveURL(/from=2020-01-02/)
  await expect(page.getByRole('textbox', { name: 'From Date' })).toHaveValue('2 Jan 2020')
  await expect(page.getByRole('button', { name: 'User', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  expect(await choices(page)).toEqual(['All Actions', 'Created', 'Updated', 'Deleted', 'Exported', 'Shared'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  expect((await choices(page)).slice(0, 3)).toEqual(['All Types', 'Products', 'Categories'])
  await page.getByRole('option', { name: 'Stock Changes' }).click()
  // Changing a filter returns to the first page.
  await expect(pages).toContainText('Page 1 of 1')
  await expect(page).not.toHaveURL(/page=/)
  await search.fill('chai')
  await expect(pages).toContainText('Showing 1 to 2 of 2 results')

  // A click anywhere in the row opens its change, like its button.
  await row('Chai', 'Stock +7').getByText(person.email).first().click()
  await expect(page.getByRole('dialog').getByRole('table', { name: 'Changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stock +7' }).click()
  const changes = page.getByRole('dialog').getByRole('table', { name: 'Changes' })
  await expect(changes).toContainText(/Available at Main Warehouse.*9.*16/)
  await page.getByRole('dialog').getByRole('link', { name: 'Open product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chai' })).toBeVisible()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText(
    /Received 7 units \(Purchase Order Receipt\).*Available at Main Warehouse 9 → 16/,
  )
  // The page is live: changes made elsewhere appear by themselves.
  await person.call(createTransaction, { product_id: chai.id, type: 'out', quantity: 3, reason_code: 'customer_order' })
  await expect(history.getByRole('listitem').first()).toContainText('Sold 3 units')
})
