import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, listPurchaseOrders, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { createReceipt } from '../contract/receiving.ts'
import { createSupplier, listSuppliers } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { mainWarehouse } from './support/texts.ts'
import { visit } from './support/visit.ts'

/** Receives everything of the only order, some days ago. */
async function receiveAll(person: Person, daysAgo: number): Promise<void> {
  const { items } = await person.call(listPurchaseOrders, {})
  const order = await person.call(readPurchaseOrder, { id: items[0]?.id ?? '' })
  const location_id = await mainWarehouse(person)
  const happened_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  await person.call(createReceipt, {
    purchase_order_id: order.id,
    happened_at,
    lines: order.lines.map(({ id, quantity }) => ({ purchase_order_item_id: id, quantity, location_id })),
  })
}

test('an order is bought on account from a supplier added in its form, received, and shown as overdue until it is paid', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const field = (name: RegExp) => page.getByRole('textbox', { name })

  await visit(page, '/purchase-orders/new')
  await field(/^Notes/).fill('By truck')
  // Enter doesn't add what nothing matches.
  await field(/^Supplier/).fill('Lakeside Tea')
  await expect(page.getByRole('option', { name: 'Add “Lakeside Tea”' })).toBeVisible()
  await field(/^Supplier/).press('Enter')
  expect((await person.call(listSuppliers, {})).items).toEqual([])
  await page.getByRole('option', { name: 'Add “Lakeside Tea”' }).click()
  await expect(page.getByText('Lakeside Tea was added')).toBeVisible()
  await expect(field(/^Supplier/)).toHaveValue('Lakeside Tea')
  await expect(field(/^Notes/)).toHaveValue('By truck')
  await expect(page.getByRole('button', { name: 'Submit Order' })).toHaveCount(0)

  // The supplier's text is understood, and new orders take the days.
  const { items } = await person.call(listSuppliers, {})
  await visit(page, `/suppliers/${items[0]?.id}`)
  await field(/^Payment Terms/).fill('Prepaid')
  await expect(page.getByText('No number of days found: orders are paid when they’re placed')).toBeVisible()
  await field(/^Payment Terms/).fill('2/10 net 30')
  await expect(page.getByText('Payment is due 30 days after the first goods arrive')).toBeVisible()
  await page.getByRole('button', { name: 'Update Supplier' }).click()
  await expect(page.getByText('Lakeside Tea was saved')).toBeVisible()

  await visit(page, `/purchase-orders/new?supplier=${items[0]?.id}`)
  await expect(field(/^Payment terms \(days\)/)).toHaveValue('30')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await field(/^Product of item 1/).fill('TEA-1')
  await page.getByRole('option', { name: /Tea/ }).click()
  // A mistake in the number is reported when the field is left.
  await field(/^Quantity of Tea/).fill('1.5')
  await expect(page.getByText('Use a whole number for Tea')).toHaveCount(0)
  await field(/^Notes/).click()
  await expect(page.getByText('Use a whole number for Tea')).toBeVisible()
  await field(/^Quantity of Tea/).fill('4')
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByText(/is ordered$/)).toBeVisible()
  await expect(page.getByText('Due 30 days after the first goods arrive')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Complete Payment' })).toBeVisible()

  await receiveAll(person, 40)
  await visit(page, '/purchase-orders?payment=due')
  const row = page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Overdue', { exact: true })).toHaveAttribute('data-tone', 'red')
  await visit(page, '/')
  await page.getByRole('link', { name: 'Review: 1 payment is overdue' }).click()
  await expect(page).toHaveURL('/purchase-orders?payment=due&sort=payment_due_date')
  await row.getByRole('link').first().click()
  await expect(page.getByText(/^Overdue, was due /)).toBeVisible()
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete Payment' }).click()
  await expect(page.getByText(/is paid$/)).toBeVisible()
  await expect(page.getByText(/^Overdue/)).toHaveCount(0)
})

test('a draft that has to be paid when it’s ordered leads to payment terms, and is then placed unpaid', async ({
  page,
  person,
}) => {
  const product = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const supplier = await person.call(createSupplier, { name: 'Lakeside Tea' })
  const { id } = await person.call(createPurchaseOrder, {
    supplier_id: supplier.id,
    lines: [{ product_id: product.id, quantity: 4, unit_price: 2.5 }],
  })

  await visit(page, `/purchase-orders/${id}`)
  await expect(page.getByText('To order first and pay later, add payment terms.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Order' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add payment terms' }).click()
  await page.getByRole('textbox', { name: 'Payment terms (days)' }).fill('30')
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page.getByText('Due 30 days after the first goods arrive')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add payment terms' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit Order' }).click()
  await expect(page.getByText(/is ordered$/)).toBeVisible()
})
