import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, readPurchaseOrder, updatePurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { readProductStockAsOf } from '../contract/stock-as-of.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { violations } from './support/database.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('payments and receipts can be dated earlier', async ({ page, person }) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const lines = [{ product_id: tea.id, quantity: 10, unit_price: 2.5 }]
  const { id, order_number } = await person.call(createPurchaseOrder, { supplier_id, lines })
  const dialog = page.getByRole('dialog')
  const history = page.getByRole('region', { name: 'Payment History' })

  await visit(page, `/purchase-orders/${id}`)
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  const paid = dialog.getByRole('textbox', { name: 'Payment date' })
  await expect(paid).toHaveValue(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
  for (const [typed, problem] of [
    ['soon', 'Enter a date like 20 Nov 2026'],
    ['1 Jan 2999', 'Date can’t be in the future'],
  ] as const) {
    await paid.fill(typed)
    await dialog.getByRole('button', { name: 'Complete Payment' }).click()
    await expect(paid).toHaveAccessibleDescription(problem)
  }
  await paid.fill('5 Mar 2026')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  await expect(history).toContainText('5 Mar 2026')

  // Paid for the rest, dated earlier: Undo in the message takes back this payment, not the one that is listed first.
  const order = await person.call(readPurchaseOrder, { id })
  const dearer = order.lines.map(({ id: line, product_id, quantity }) => ({
    id: line,
    product_id,
    quantity,
    unit_price: 3,
  }))
  await person.call(updatePurchaseOrder, { id, version: order.version, supplier_id, lines: dearer })
  await visit(page, `/purchase-orders/${id}`)
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await paid.fill('4 Mar 2026')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await page
    .getByRole('status')
    .filter({ hasText: `${order_number} is paid` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(history.getByRole('listitem').nth(1)).toContainText(/\$5\.00.*4 Mar 2026.*undone/)
  expect((await person.call(readPurchaseOrder, { id })).payments).toMatchObject([
    { amount: 25, is_undone: false },
    { amount: 5, is_undone: true },
  ])

  await page.getByRole('link', { name: 'Receive 10 units' }).click()
  const arrived = page.getByRole('textbox', { name: 'Received on' })
  await page.getByRole('textbox', { name: /^Quantity to receive of Tea/ }).fill('6')
  await arrived.fill('1 Jan 2999')
  await arrived.press('Enter')
  await page.getByRole('button', { name: 'Process Receiving · 6 units' }).click()
  await expect(arrived).toHaveAccessibleDescription('Date can’t be in the future')
  await arrived.fill('4 Mar 2026')
  await page.getByRole('button', { name: 'Process Receiving · 6 units' }).click()
  await expect(page.getByText('6 of 10 units received')).toBeVisible()
  await visit(page, '/receiving')
  const receipt = page.getByRole('link', { name: new RegExp(`^${order_number}, receipt 1`) })
  await expect(receipt).toContainText('4 Mar 2026')
  await receipt.click()
  await expect(page.getByRole('heading', { level: 1, name: `Receipt 1 of ${order_number}` })).toBeVisible()
  await expect(page.getByText('4 Mar 2026', { exact: true })).toBeVisible()
  const onHand = async (as_of: string) =>
    (await person.call(readProductStockAsOf, { product_id: tea.id, as_of })).on_hand
  expect([await onHand('2026-03-03'), await onHand('2026-03-04')]).toEqual([0, 6])

  const sale = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: tea.id, quantity: 2, unit_price: 4 }],
  })
  await visit(page, `/sales-orders/${sale.id}`)
  await page.getByRole('button', { name: 'Add Payment' }).click()
  await dialog.getByRole('radio', { name: 'Cash' }).click()
  await dialog.getByRole('textbox', { name: 'Payment date' }).fill('6 Mar 2026')
  await dialog.getByRole('button', { name: 'Add Payment' }).click()
  await expect(history).toContainText('6 Mar 2026')
  expect(await violations(process.env['JOURNEYS_DATA'] ?? '')).toEqual([])
})
