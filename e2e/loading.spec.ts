import { createProduct } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { expect, test } from './support/test.ts'

test('a form loads as fields, and the orders of a customer as rows below the customer', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const { id, customer_id } = await person.call(createSalesOrder, {
    customer_name: 'Ana Trujillo',
    lines: [{ product_id, quantity: 2, unit_price: 4 }],
  })
  await page.route(/\/api\/v1\/(customers|sales-orders|products)(\/|\?|$)/, () => {})
  const loading = page.getByRole('status', { name: 'Loading' })
  for (const path of [`/sales-orders/${id}?edit`, `/products/${product_id}?edit=1`]) {
    await page.goto(path)
    await expect(loading).toBeVisible()
    // Nothing of the document or the product's page, which the form doesn't have.
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  }
  await page.goto(`/sales-orders?customer=${customer_id}`)
  // The customer and the rows.
  await expect(loading.filter({ visible: true })).toHaveCount(2)
  const [customer, rows] = [await loading.first().boundingBox(), await loading.last().boundingBox()]
  expect(rows?.y).toBeGreaterThan(customer?.y ?? 0)
  expect(rows?.height).toBeGreaterThan(400)
})
