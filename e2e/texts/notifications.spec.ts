import { createProduct } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { accessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'
import { fault, main as mainOf } from '../support/texts.ts'

test('notifications: the dropdown links to all of them; the page has Back, the unread count, and marks as read', async ({
  page,
  person,
}) => {
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  const made = []
  for (const name of ['Tea', 'Chang', 'Ikura'])
    made.push(await person.call(createProduct, { name, sku: name, price: 4, stock_quantity: 1 }))
  for (const { id } of made)
    await person.call(createTransaction, { product_id: id, type: 'out', quantity: 1, reason_code: 'customer_order' })

  const main = mainOf(page)
  await expect(main.getByText('3 unread')).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Today'])
  const first = main.getByRole('link', { name: /^Out of stock: Ikura/ })
  await expect(first).toContainText(/\d{1,2}:\d{2}( [AP]M)? · just now/)
  await accessible(page)
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ikura' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const dropdown = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dropdown.getByRole('link', { name: /^Out of stock:/ })).toHaveCount(3)
  await expect(dropdown.getByRole('link').last()).toHaveText('View all notifications')
  await expect(dropdown.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(dropdown.getByRole('link', { name: 'Notification preferences' })).toHaveAttribute(
    'href',
    '/settings/notifications',
  )
  await accessible(page)
  await dropdown.getByRole('link', { name: 'View all notifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(main.getByText('2 unread')).toBeVisible()
  await main.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(main.getByText('0 unread')).toBeVisible()
  await main.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ikura' })).toBeVisible()
})

test('notifications that fail to load say so and can be retried', async ({ page }) => {
  await page.route('**/api/v1/notifications**', (route) => route.fulfill(fault))
  await page.goto('/notifications')
  await expect(page.getByText('Failed to load notifications')).toBeVisible()
  await page.unroute('**/api/v1/notifications**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
})
