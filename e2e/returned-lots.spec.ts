import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('of several lots that were shipped, the one that comes back is chosen and shown', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })
  for (const lot_number of ['A', 'B'])
    await person.call(createTransaction, {
      product_id: tea.id,
      type: 'in',
      quantity: 2,
      reason_code: 'production_completion',
      lot_number,
    })
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    status: 'delivered',
    lines: [{ product_id: tea.id, quantity: 4, unit_price: 2 }],
  })
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Return goods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return goods' })
  await expect(dialog.getByText('2 of lot B shipped, not returned')).toBeVisible()
  await accessible(page, '[role=dialog]')
  await dialog.getByRole('textbox', { name: 'Quantity of Tea (lot B)' }).fill('2')
  await dialog.getByRole('button', { name: 'Return goods' }).click()
  await page.getByRole('link', { name: 'Return 1', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Returned goods' })).toContainText('TEA-1 · Lot B · Main Warehouse')
})
