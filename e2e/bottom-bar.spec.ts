import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// What appears on a phone while something is being sent, and when it couldn't be.

test('on a phone a message is above both buttons at the bottom of an order', async ({ page, person }) => {
  test.setTimeout(60_000)
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 3, stock_quantity: 9 })
  const lines = [{ product_id: tea.id, quantity: 2, unit_price: 3 }]
  const { id, lines: items } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  await person.call(createShipment, {
    sales_order_id: id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: '12 Orchestra Terrace',
    lines: [{ sales_order_item_id: items[0]?.id ?? '', quantity: 2 }],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/sales-orders/${id}`)
  const upper = page.getByRole('button', { name: 'Add Payment' }).filter({ visible: true })
  await page.route('**/api/v1/shipments/*/status-changes', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Mark shipment 1 as shipped' }).click()
  const message = page.locator('[data-toast]')
  await expect(message).toBeVisible()
  await expect
    .poll(async () => {
      const [above, below] = [await message.boundingBox(), await upper.boundingBox()]
      return (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0)
    })
    .toBe(true)
  await page.unrouteAll()
})

test('units that a receipt being sent has already recorded aren’t offered as an over-delivery', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 3, cost_price: 1 })
  const lines = [{ product_id: tea.id, quantity: 40, unit_price: 1 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  const recorded = Promise.withResolvers<void>()
  await page.route('**/api/v1/purchase-orders/*/receipts', async (route) => {
    const answer = await route.fetch()
    await recorded.promise
    await route.fulfill({ response: answer })
  })
  await page.getByRole('textbox', { name: 'Quantity to receive of Tea' }).fill('30')
  await page.getByRole('button', { name: 'Process Receiving · 30 units' }).click()
  // The order is read again before the answer arrives.
  await expect(page.getByText('30 of 40 units received')).toBeVisible()
  await expect(page.getByText('10 remaining')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /more than ordered/ })).toHaveCount(0)
  recorded.resolve()
  await expect(page.getByText(/30 units of .* received/)).toBeVisible()
  await page.unrouteAll()
})
