import { listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { changeSalesOrderStatus, createSalesOrder } from '../contract/sales-orders.ts'
import { createSalesReturn } from '../contract/sales-returns.ts'
import { addPayment } from '../contract/sales-payments.ts'
import { accessibleInBoth } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('goods that came back are refunded from the order, whose badge stays Paid', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 9 })
  const { id, lines } = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    status: 'delivered',
    lines: [{ product_id: tea.id, quantity: 5, unit_price: 2 }],
  })
  await person.call(addPayment, { sales_order_id: id, amount: 10, payment_method: 'cash' })
  const { items: locations } = await person.call(listLocations, {})
  const returned = { sales_order_item_id: lines[0]?.id ?? '', quantity: 2, location_id: locations[0]?.id ?? '' }
  await person.call(createSalesReturn, { sales_order_id: id, lines: [returned] })
  await visit(page, `/sales-orders/${id}`)
  const note = page.getByText(/^Returns don’t change the total/)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Record Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Refund' })
  await expect(dialog.getByText('Paid for returned goods: $4.00')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('4.00')
  await dialog.getByRole('radio', { name: 'Cash' }).click()
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(page.getByText('$6.00 paid')).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Record Refund' })).toHaveCount(0)
})

test('the refund of a cancelled order is recorded, and undone after a question', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 9 })
  const { id } = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: tea.id, quantity: 5, unit_price: 2 }],
  })
  const { version } = await person.call(addPayment, { sales_order_id: id, amount: 10, payment_method: 'cash' })
  await person.call(changeSalesOrderStatus, { id, version, status: 'cancelled' })
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Record Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Refund' })
  await expect(dialog.getByText('Refund due: $10.00')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('10.00')
  await dialog.getByRole('radio', { name: 'Bank Transfer' }).click()
  await accessibleInBoth(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  const history = page.getByRole('region', { name: 'Payment History' })
  await expect(history).toContainText('Refund · Bank Transfer')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record Refund' })).toHaveCount(0)
  await history.getByRole('button', { name: 'Undo the refund of $10.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo refund' }).click()
  await expect(page.getByRole('button', { name: 'Record Refund' })).toBeVisible()
})
