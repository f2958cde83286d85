import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, readPurchaseOrder, updatePurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { readProductStockAsOf } from '../contract/stock-as-of.ts'
import { changeShipmentStatus, createShipment } from '../contract/shipments.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { violations } from './support/database.ts'
import type { Person } from './support/person.ts'
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

/** Ten units from 1 March on, an order of six of them, and its pending shipment. */
async function withShipment(person: Person) {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  await person.call(createTransaction, {
    product_id: tea.id,
    type: 'in',
    quantity: 10,
    reason_code: 'production_completion',
    happened_at: '2026-03-01T09:00:00Z',
  })
  const sale = await person.call(createSalesOrder, {
    customer_name: 'Lazy K Kountry Store',
    lines: [{ product_id: tea.id, quantity: 6, unit_price: 4 }],
  })
  const shipment = await person.call(createShipment, {
    sales_order_id: sale.id,
    shipping_method: 'ground',
    carrier: 'dhl',
    shipping_address: '1 Harbour Way',
    lines: [{ sales_order_item_id: sale.lines[0]?.id ?? '', quantity: 6 }],
  })
  const onHand = async (as_of: string) =>
    (await person.call(readProductStockAsOf, { product_id: tea.id, as_of })).on_hand
  return { sale, shipment, onHand }
}

test('shipments can be dated earlier', async ({ page, person }) => {
  const { sale, onHand } = await withShipment(person)
  const choose = async (action: string) => {
    await page
      .getByRole('row')
      .filter({ hasText: sale.order_number })
      .getByRole('button', { name: /^Actions: / })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await visit(page, '/shipping')
  await choose('Shipped on an earlier day')
  const shipping = page.getByRole('dialog', { name: 'Shipped on an earlier day' })
  const shipped = shipping.getByRole('textbox', { name: 'Shipped on' })
  await expect(shipped).toBeFocused()
  await accessible(page, '[role=dialog]')
  await shipped.fill('1 Jan 2999')
  await shipping.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(shipped).toHaveAccessibleDescription('Date can’t be in the future')
  await shipped.fill('5 Mar 2026')
  await shipping.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(shipping).toBeHidden()
  expect([await onHand('2026-03-04'), await onHand('2026-03-05')]).toEqual([10, 4])

  // The message undoes it, on its own day.
  const message = page.getByRole('status').filter({ hasText: /marked as shipped/ })
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/shipment 1 is pending again$/)).toBeVisible()
  expect(await onHand('2026-03-05')).toBe(10)
  await choose('Shipped on an earlier day')
  await shipped.fill('5 Mar 2026')
  await shipped.press('Enter')
  await expect(shipping).toBeHidden()

  await choose('Delivered on an earlier day')
  const arriving = page.getByRole('dialog', { name: 'Delivered on an earlier day' })
  const delivered = arriving.getByRole('textbox', { name: 'Delivered on' })
  await delivered.fill('4 Mar 2026')
  await arriving.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(delivered).toHaveAccessibleDescription('This shipment left on 5 Mar 2026')
  await delivered.fill('9 Mar 2026')
  await arriving.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(arriving).toBeHidden()
  await page.getByRole('row').filter({ hasText: sale.order_number }).getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: `${sale.order_number}, shipment 1` })
  await expect(panel.getByText('5 Mar 2026', { exact: true })).toBeVisible()
  await expect(panel.getByText('9 Mar 2026', { exact: true })).toBeVisible()
})

test('returns can be dated earlier', async ({ page, person }) => {
  const { sale, shipment, onHand } = await withShipment(person)
  await person.call(changeShipmentStatus, {
    shipment_id: shipment.id,
    status: 'in_transit',
    happened_at: '2026-03-05',
  })
  await visit(page, `/sales-orders/${sale.id}`)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Return goods' }).click()
  const returning = page.getByRole('dialog', { name: 'Return goods' })
  await returning.getByRole('textbox', { name: /^Quantity of Tea/ }).fill('2')
  const returned = returning.getByRole('textbox', { name: 'Returned on' })
  await returned.fill('4 Mar 2026')
  await returning.getByRole('button', { name: 'Return goods' }).click()
  await expect(returned).toHaveAccessibleDescription('This order’s first shipment left on 5 Mar 2026')
  await returned.fill('10 Mar 2026')
  await returning.getByRole('button', { name: 'Return goods' }).click()
  await expect(returning).toBeHidden()
  expect([await onHand('2026-03-09'), await onHand('2026-03-10')]).toEqual([4, 6])
  expect(await violations(process.env['JOURNEYS_DATA'] ?? '')).toEqual([])
})
