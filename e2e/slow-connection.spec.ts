import type { Page } from '@playwright/test'
import { createTransfer, readTransfer } from '../contract/location-transfers.ts'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder, readSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'

/** From now on nothing is read again, as on a connection so slow that the next press comes first. */
const nothingIsRead = (page: Page) =>
  page.route('**/api/v1/**', (route) => (route.request().method() === 'GET' ? undefined : route.fallback()))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a press right after another one takes effect before anything is read again', async ({ page, person }) => {
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 2, stock_quantity: 10 })
  const line = { product_id: tea.id, quantity: 4, unit_price: 2 }

  // A shipment within its order.
  const sale = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines: [line] })
  const [item] = sale.lines
  await person.call(createShipment, {
    sales_order_id: sale.id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: '12 Orchestra Terrace',
    lines: [{ sales_order_item_id: item?.id ?? '', quantity: 4 }],
  })
  await page.goto(`/sales-orders/${sale.id}`)
  await expect(button(page, 'Mark shipment 1 as shipped')).toBeVisible()
  await nothingIsRead(page)
  await button(page, 'Mark shipment 1 as shipped').click()
  await button(page, 'Mark 4 units as delivered').click()
  await expect(page.getByText(/shipment 1 marked as delivered$/)).toBeVisible()
  expect(await person.call(readSalesOrder, { id: sale.id })).toMatchObject({ status: 'delivered' })
  await page.unrouteAll()

  // An order's own status.
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const draft = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines: [line] })
  const { id, order_number } = await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await page.goto(`/purchase-orders/${id}`)
  await button(page, `More actions for ${order_number}`).click()
  await nothingIsRead(page)
  await page.getByRole('menuitem', { name: 'Back to draft' }).click()
  await button(page, 'Submit Order').click()
  await expect(page.getByText(`${order_number} is ordered`)).toBeVisible()
  expect(await person.call(readPurchaseOrder, { id })).toMatchObject({ status: 'ordered' })
  await page.unrouteAll()

  // A record without a version, in a list.
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  const main = (await person.all(listLocations, {})).find(({ is_default }) => is_default)
  const locations = { from_location_id: main?.id ?? '', to_location_id: shop.id }
  const sent = { ...locations, product_id: tea.id, quantity: 1, reason: 'restock', status: 'pending' } as const
  const transfer = await person.call(createTransfer, sent)
  await page.goto('/location-transfers')
  const row = page.getByRole('row').filter({ hasText: 'Tea' })
  await row.hover()
  await nothingIsRead(page)
  await row.getByRole('button', { name: /^Receive/ }).click()
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('dialog', { name: 'Undo this transfer?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/returned to/)).toBeVisible()
  expect(await person.call(readTransfer, { transfer_id: transfer.id })).toMatchObject({ status: 'cancelled' })
  await page.unrouteAll()
})
