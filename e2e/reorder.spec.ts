import { createProduct } from '../contract/products.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('what to reorder is listed by supplier, and one press opens an order with it', async ({ page, person }) => {
  const [lake, tokyo] = [
    await person.call(createSupplier, { name: 'Lakeside Tea' }),
    await person.call(createSupplier, { name: 'Tokyo Traders' }),
  ]
  const add = (sku: string, stock_quantity: number, supplier_id: string | null) =>
    person.call(createProduct, {
      name: `Tea ${sku}`,
      sku,
      price: 4,
      cost_price: 2.5,
      stock_quantity,
      min_stock_level: 10,
      supplier_id,
    })
  await add('A', 2, lake.id)
  await add('B', 9, lake.id)
  await add('C', 30, lake.id)
  await add('D', 4, tokyo.id)
  await add('E', 0, null)

  // From low stock on the dashboard.
  await visit(page, '/')
  await page.getByRole('link', { name: 'Reorder', exact: true }).click()
  await expect(page.getByText(/^4 products to reorder/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Lakeside Tea', 'Tokyo Traders', 'No supplier'])
  const rows = page.getByRole('table', { name: 'Lakeside Tea' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first().getByRole('cell').last()).toHaveText('18')
  await expect(rows.last().getByRole('cell').last()).toHaveText('11')

  await page.getByRole('link', { name: 'Create order for Lakeside Tea' }).click()
  await expect(page.getByRole('textbox', { name: /^Supplier/ })).toHaveValue('Lakeside Tea')
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea A' })).toHaveValue('18')
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea B' })).toHaveValue('11')
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByText(/was created$/)).toBeVisible()
  const { items } = await person.call(listPurchaseOrders, {})
  const { lines } = await person.call(readPurchaseOrder, { id: items[0]?.id ?? '' })
  expect(lines.map(({ product_sku, quantity, unit_price }) => [product_sku, quantity, unit_price])).toEqual([
    ['A', 18, 2.5],
    ['B', 11, 2.5],
  ])

  // A draft isn't incoming yet: it is named beside its supplier.
  await page.getByRole('link', { name: 'Reorder', exact: true }).click()
  await expect(page.getByRole('link', { name: '1 draft' })).toHaveAttribute(
    'href',
    `/purchase-orders?status=draft&supplier=${lake.id}`,
  )
  // From the list of products, where the same products are found.
  await visit(page, '/products?filter=reorder')
  await expect(page.getByText('4 products found')).toBeVisible()
  await page.getByRole('link', { name: 'Reorder', exact: true }).click()
  await page.getByRole('link', { name: 'Create order for products without a supplier' }).click()
  await expect(page.getByRole('textbox', { name: 'Quantity of Tea E' })).toHaveValue('20')
  await expect(page.getByRole('textbox', { name: /^Supplier/ })).toHaveValue('')
})

test('with nothing to reorder, the page says so', async ({ page }) => {
  await visit(page, '/purchase-orders/reorder')
  await expect(page.getByText('Nothing to reorder')).toBeVisible()
})
