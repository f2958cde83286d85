import { createLocation } from '../contract/locations.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { mainWarehouse, dialog } from './support/texts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('a transfer opens from its list, with its filters, and Back closes it; on a phone from its card', async ({
  page,
  person,
}) => {
  const from_location_id = await mainWarehouse(person)
  const shop = await person.call(createLocation, { name: 'Shop' })
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  const way = { product_id: id, from_location_id, to_location_id: shop.id }
  await person.call(createTransfer, { ...way, quantity: 1, status: 'pending' })
  await visit(page, '/location-transfers?status=pending')
  const panel = dialog(page).filter({ has: page.getByRole('heading', { name: /^1 × Tea/ }) })
  await page.getByRole('button', { name: 'Actions: Tea' }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/location-transfers?status=pending')
  await page.getByRole('row').filter({ hasText: 'Tea' }).getByText('Shop').click()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/location-transfers?status=pending')

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('article')
  await expect(card.getByRole('button', { name: 'Receive', exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Tea' }).click()
  await expect(panel).toBeVisible()
})

test('on phones, products have the menu of their row, and a stock change leads to its movements', async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 4 })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/products')
  await page.getByRole('button', { name: 'Actions: Tea' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Update Stock/,
    /^Transfer/,
    /^Edit Product/,
    /^Delete Product/,
  ])
  await page.keyboard.press('Escape')
  await visit(page, '/transactions')
  const card = page.getByRole('article')
  // Each fact on a line of its own.
  const facts = [
    card.getByRole('link', { name: 'Tea' }),
    ...['TEA-1', 'Main Warehouse', ':'].map((text) => card.getByText(text)),
  ]
  const tops = await Promise.all(facts.map(async (fact) => (await fact.boundingBox())?.y ?? 0))
  expect([...new Set(tops)].toSorted((one, other) => one - other)).toEqual(tops)
  await card.getByRole('link', { name: 'Tea' }).click()
  await expect(page).toHaveURL(/\/postings\//)
})

test('cancelling a receipt offers its quantities again', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const product = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2 })
  const lines = [{ product_id: product.id, quantity: 4, unit_price: 2 }]
  const draft = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  const quantity = page.getByRole('textbox', { name: /^Quantity to receive of Tea/ })
  await visit(page, `/receiving?order=${draft.id}`)
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Changes discarded')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Your changes are kept.')).toBeVisible()
  await visit(page, `/receiving?order=${draft.id}`)
  await expect(quantity).toHaveValue('3')
})
