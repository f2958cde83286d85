import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import type { Person } from '../support/person.ts'
import { expect, test } from '../support/test.ts'
import { fault } from '../support/texts.ts'

/** A draft of two tea, or the same order paid and so ordered. */
async function order(person: Person, ordered = false): Promise<PurchaseOrder> {
  const { id: supplier_id } = await person.call(createSupplier, { name: `Supplier ${crypto.randomUUID()}` })
  const sku = `TEA-${crypto.randomUUID()}`
  const tea = await person.call(createProduct, { name: 'Tea', sku, price: 4, cost_price: 2.5 })
  const draft = await person.call(createPurchaseOrder, {
    supplier_id,
    lines: [{ product_id: tea.id, quantity: 2, unit_price: 2.5 }],
  })
  return ordered ? person.call(payPurchaseOrder, { id: draft.id, version: draft.version }) : draft
}

test('what fails on the purchase order screens is said in the words of the spec', async ({ page, person }) => {
  test.slow()
  const [draft, placed] = [await order(person), await order(person, true)]
  const said = (text: string) => expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await page.route('**/api/v1/suppliers?*', (route) => route.fulfill(fault))
  await page.goto('/purchase-orders/new')
  await said('Failed to load suppliers')
  await page.unrouteAll()

  await page.route(`**/api/v1/purchase-orders/${draft.id}`, (route) => route.fulfill(fault))
  await page.goto(`/purchase-orders/${draft.id}`)
  await said('Failed to load purchase order')
  await page.unrouteAll()

  await page.goto(`/purchase-orders/${draft.id}`)
  await page.route(`**/api/v1/purchase-orders/${draft.id}/payments`, (route) => route.fulfill(fault))
  await button('Complete Payment').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete Payment' }).click()
  await said('Failed to process payment')
  await page.unrouteAll()
  await page.getByRole('textbox', { name: /^Notes/ }).fill('x')
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/v1/purchase-orders/${draft.id}`, async (route) => {
    await answer.promise
    await route.fulfill(fault)
  })
  await button('Update Order').click()
  await expect(button('Saving...')).toBeVisible()
  answer.resolve()
  await said('Failed to save purchase order. Please try again.')
  await page.unrouteAll()

  await page.goto(`/purchase-orders/${placed.id}`)
  await page.route('**/api/v1/purchase-orders/*/reopening', (route) => route.fulfill(fault))
  await button(/^More actions/).click()
  await page.getByRole('menuitem', { name: 'Back to draft' }).click()
  await said('Failed to update order status')
})

test('what fails on the receiving screen is said in the words of the spec', async ({ page, person }) => {
  test.slow()
  const placed = await order(person, true)
  const said = (text: string) => expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })

  await page.route('**/api/v1/purchase-orders?*', (route) => route.fulfill(fault))
  await page.goto('/receiving')
  await said('Failed to load purchase orders')
  await page.unrouteAll()

  await page.route(`**/api/v1/purchase-orders/${placed.id}`, (route) => route.fulfill(fault))
  await page.goto(`/receiving?order=${placed.id}`)
  await said('Failed to load order items')
  await page.unrouteAll()

  await page.route('**/api/v1/locations?*', (route) => route.fulfill(fault))
  await page.goto(`/receiving?order=${placed.id}`)
  await said('Failed to load locations')
  await page.unrouteAll()

  await page.goto(`/receiving?order=${placed.id}`)
  await page.route('**/api/v1/files?*', (route) => route.fulfill(fault))
  const photos = page.locator('input[type="file"]')
  await photos.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await said('Failed to upload image')
  await photos.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await said('Only image files can be added')
  await page.getByRole('textbox', { name: /^Quantity to receive/ }).fill('1')
  await page.route('**/api/v1/purchase-orders/*/receipts', (route) => route.fulfill(fault))
  await page.getByRole('button', { name: /^Process Receiving/ }).click()
  await said('Failed to process receiving')
})
