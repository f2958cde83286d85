import type { Page } from '@playwright/test'
import { dateFormat } from '../../contract/date-format.ts'
import { createProduct } from '../../contract/products.ts'
import {
  cancelPurchaseOrder,
  createPurchaseOrder,
  payPurchaseOrder,
  type PurchaseOrder,
  reopenPurchaseOrder,
  updatePurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSupplier, readSupplier, updateSupplier } from '../../contract/suppliers.ts'
import type { Person } from '../support/person.ts'
import { expect, test } from '../support/test.ts'
import { choices, fault, mainWarehouse } from '../support/texts.ts'
import { visit } from '../support/visit.ts'

/** A draft for two tea, or the same order paid and therefore ordered. */
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

/** An order in every status, by its number. The open ones were paid; the total of one increased afterwards. */
async function everyStatus(person: Person) {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const coffee = await person.call(createProduct, { name: 'Coffee', sku: 'COF-1', price: 9, cost_price: 6.25 })
  const location_id = await mainWarehouse(person)
  const lines = [
    { product_id: tea.id, quantity: 2, unit_price: 2.5 },
    { product_id: coffee.id, quantity: 4, unit_price: 6.25 },
  ]
  const draft = (more = {}) => person.call(createPurchaseOrder, { supplier_id, lines, ...more })
  const placed = async () => person.call(payPurchaseOrder, seen(await draft()))
  const receive = async (order: PurchaseOrder, quantities: number[]) => {
    const parts = quantities.map((quantity, line) => ({
      purchase_order_item_id: order.lines[line]?.id ?? '',
      quantity,
      location_id,
    }))
    return (await person.call(createReceipt, { purchase_order_id: order.id, lines: parts })).order
  }
  const dearer = async ({ id, version, lines: before }: PurchaseOrder) => {
    const changed = before.map((line) => ({
      id: line.id,
      product_id: line.product_id,
      quantity: line.quantity,
      unit_price: 10,
    }))
    return person.call(updatePurchaseOrder, { id, version, supplier_id, lines: changed })
  }
  return {
    draft: await draft({ expected_date: '2031-12-24', notes: 'By truck' }),
    ordered: await dearer(await placed()),
    partial: await receive(await placed(), [2, 1]),
    received: await receive(await placed(), [2, 4]),
    cancelled: await person.call(cancelPurchaseOrder, seen(await draft())),
    refund: await person.call(cancelPurchaseOrder, seen(await placed())),
    paidDraft: await person.call(reopenPurchaseOrder, seen(await placed())),
  }
}

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const seen = ({ id, version }: PurchaseOrder) => ({ id, version })
const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })

test('purchase orders: the list with its filter, columns and badges, the form with its actions in every status', async ({
  page,
  person,
}) => {
  await page.goto('/purchase-orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase Orders' })).toBeVisible()
  await expect(page.getByText('No purchase orders found.')).toBeVisible()
  await expect(page.getByText('Create your first purchase order to get started.')).toBeVisible()
  const heads = page.getByRole('table', { name: 'Purchase Orders' }).getByRole('columnheader')
  await expect(heads).toHaveCount(0)
  const orders = await everyStatus(person)
  const rows = page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr')
  const rowOf = (order: PurchaseOrder) => rows.filter({ hasText: order.order_number })
  await expect(rows).toHaveCount(7)
  await expect(page.getByRole('link', { name: 'Create Purchase Order' })).toHaveAttribute(
    'href',
    '/purchase-orders/new',
  )
  // The first one is that of the checkboxes.
  await expect(heads).toHaveText(['', 'Order', 'Supplier', 'Expected', 'Amount', 'Status', 'Payment', 'Actions'])
  const today = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })(new Date())
  const dated = new RegExp(`^${today} · (just now|\\d+ minutes? ago)$`)
  await expect(rowOf(orders.draft).getByRole('time')).toHaveText(dated)
  for (const [order, text, ...badges] of [
    [orders.draft, '24 Dec 2031$30.00', 'Draft', 'gray', 'Pending', 'amber'],
    [orders.ordered, '–$60.00', 'Ordered', 'brand', 'Partial', 'brand'],
    [orders.partial, '–$30.00', 'Partially Received', 'amber', 'Paid', 'green'],
    [orders.received, '–$30.00', 'Received', 'green', 'Paid', 'green'],
    [orders.refund, '–$30.00', 'Cancelled', 'red', 'Refund due', 'amber'],
  ] as const) {
    const [status, statusTone, payment, paymentTone] = badges
    await expect(rowOf(order)).toContainText(`Exotic Liquids${text}${status}${payment}`)
    const badge = (word: string) => rowOf(order).getByText(word, { exact: true })
    await expect(badge(status).first()).toHaveAttribute('data-tone', statusTone)
    await expect(badge(payment).last()).toHaveAttribute('data-tone', paymentTone)
  }
  // A cancelled order that was never paid doesn't wait for a payment.
  await expect(rowOf(orders.cancelled)).toHaveText(/–\$30\.00Cancelled–$/)
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  expect(await choices(page)).toEqual([
    'All Statuses',
    'Open',
    'Draft',
    'Ordered',
    'Partially Received',
    'Received',
    'Cancelled',
  ])
  await page.getByRole('option', { name: 'Open' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rowOf(orders.ordered)).toBeVisible()
  await page.getByRole('button', { name: 'Status: Open' }).click()
  await page.getByRole('option', { name: 'Partially Received' }).click()
  await expect(rows).toHaveCount(1)
  await rowOf(orders.partial).getByText('$30.00').click()
  await expect(page).toHaveURL(`/purchase-orders/${orders.partial.id}`)

  for (const [order, status, payment, offered] of [
    [orders.draft, 'Draft', 'Payment pending', ['Complete Payment']],
    [orders.paidDraft, 'Draft', 'Paid', ['Submit Order']],
    [orders.ordered, 'Ordered', 'Partly paid', ['Complete Payment']],
    [orders.partial, 'Partially Received', 'Paid', []],
    [orders.received, 'Received', 'Paid', []],
    [orders.cancelled, 'Cancelled', null, []],
    [orders.refund, 'Cancelled', 'Refund due', []],
  ] as const) {
    await page.goto(`/purchase-orders/${order.id}`)
    await expect(page.getByRole('heading', { level: 1, name: order.order_number })).toBeVisible()
    const head = page.getByRole('banner').or(page.locator('header')).filter({ hasText: order.order_number }).last()
    await expect(head.getByText(status, { exact: true })).toBeVisible()
    if (payment === null) await expect(head.getByText(/pay|paid/i)).toHaveCount(0)
    else await expect(head.getByText(payment, { exact: true })).toBeVisible()
    await expect(head.getByRole('time')).toHaveText(dated)
    for (const title of ['Payment History', 'Receipts'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Complete Payment|Submit Order)$/ })).toHaveText([...offered])
  }
  // The page shows each line's progress and the order's details.
  const columns = ['Product', 'Ordered', 'Received', 'Incoming', 'Amount']
  await page.goto(`/purchase-orders/${orders.partial.id}`)
  await expect(page.getByRole('main').getByRole('columnheader')).toHaveText(columns)
  await expect(page.getByRole('main').getByRole('row').last()).toHaveText(/^Total633\s\$30\.00$/)
  await expect(page.getByRole('link', { name: 'Receive 3 units' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment History' }).getByRole('time')).toHaveText(dated)
  await page.goto(`/purchase-orders/${orders.draft.id}`)
  for (const text of ['By truck', '24 Dec 2031'])
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Edit Purchase Order ${orders.draft.order_number}` }),
  ).toBeVisible()
  await expect(field(page, /^Order number/)).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: /^(Complete Payment|Submit Order)$/ })).toHaveText(['Complete Payment'])
  for (const name of ['Back', 'Cancel', 'Update Order'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  for (const title of ['Order Information', 'Order Items'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(field(page, /^Supplier/)).toHaveAttribute('required')
  await expect(page.getByLabel('Expected delivery date')).toHaveValue('24 Dec 2031')
  await expect(field(page, /^Notes/)).toHaveValue('By truck')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await expect(field(page, /^Quantity of Item 3/)).toHaveValue('1')
  await expect(field(page, /^Unit price of Item 3/)).toHaveValue('0.00')
  await field(page, /^Unit price of Item 3/).press('ArrowUp')
  await expect(field(page, /^Unit price of Item 3/)).toHaveValue('0.01')
  await page.getByRole('button', { name: 'Remove Item 3' }).click()
  await page.getByRole('button', { name: 'Remove Coffee' }).click()
  await expect(page.getByText('Total$5.00')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Tea' }).click()
  await expect(page.getByText('No items added yet. Click "Add Item" to start adding products.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Purchase Orders' }).click()
  await expect(page).toHaveURL('/purchase-orders')

  // Back returns to the previous page with its filter; in a tab that was opened at the order, to the list.
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Partially Received' }).click()
  // The row moves when the list is filtered: a press that begins before and ends after it opens nothing.
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: orders.partial.order_number }).click()
  await page.getByRole('link', { name: 'Receipt 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt 1 of/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`/purchase-orders/${orders.partial.id}`)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/purchase-orders?status=partial')
  await page.goto(`/purchase-orders/${orders.partial.id}`)
  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(page).toHaveURL('/purchase-orders')

  // An inactive supplier stays on its orders, with a notice; a new order offers it only if dated before it was
  // deactivated.
  const gone = await person.call(readSupplier, { id: orders.draft.supplier_id })
  await person.call(updateSupplier, { id: gone.id, version: gone.version, name: gone.name, status: 'inactive' })
  await visit(page, `/purchase-orders/${orders.paidDraft.id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Inactive supplier' })).toContainText(
    /^Inactive supplierExotic Liquids has been inactive since \d+ \w{3} \d{4}\. You can still place and receive this order\.$/,
  )
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Inactive supplier' })).toBeVisible()
  await field(page, /^Notes/).fill('By ship')
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page).toHaveURL(`/purchase-orders/${orders.paidDraft.id}`)

  await visit(page, '/purchase-orders/new')
  await expect(field(page, /^Order number/)).toHaveValue('Assigned on save')
  await field(page, /^Supplier/).click()
  await expect(page.getByText('No suppliers found')).toBeVisible()
  await page.getByLabel('Order date').fill('2026-01-05')
  await field(page, /^Supplier/).click()
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Inactive supplier' })).toBeVisible()
  for (const name of ['Submit Order', 'Update Order']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  for (const name of ['Cancel', 'Complete Payment', 'Create Order'])
    await expect(page.getByRole('button', { name })).toBeVisible()
})

test('receiving: which orders it offers, the blocks with their fields and choices, and when it can be processed', async ({
  page,
  person,
}) => {
  await page.goto('/receiving')
  for (const [title, text] of [
    ['Expected', 'No deliveries expected'],
    ['Recent Receipts', 'Nothing received yet'],
  ] as const)
    await expect(page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })).toContainText(
      text,
    )
  const orders = await everyStatus(person)
  await page.goto('/receiving')
  await expect(page.getByRole('heading', { level: 1, name: 'Receiving' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Receiving Center' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Locations' })).toHaveAttribute('href', '/locations')
  // The expected delivery is shown there, too: one tap opens it.
  const expected = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Expected' }) })
  await expect(expected.getByRole('listitem')).toHaveCount(2)
  await expected.getByRole('link', { name: `${orders.partial.order_number} Exotic Liquids 1 item` }).click()
  await expect(page.getByText('3 remaining')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await field(page, /^Select Purchase Order/).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  for (const { order_number, total_amount } of [orders.ordered, orders.partial])
    await expect(page.getByRole('option', { name: order_number })).toHaveText(
      `${order_number}Exotic Liquids$${total_amount}.00`,
    )
  await page.getByRole('option', { name: orders.partial.order_number }).click()
  await expect(page.getByRole('heading', { name: 'Receive Items' })).toBeVisible()
  const [tea, coffee] = [page.locator('[data-line="TEA-1"]'), page.locator('[data-line="COF-1"]')]
  await expect(tea).toHaveText('TeaTEA-1Fully ReceivedAdd extra units')
  await expect(tea.getByText('Fully Received')).toHaveAttribute('data-tone', 'green')
  await expect(coffee).toContainText(/^CoffeeCOF-13 remaining/)
  for (const label of ['Quantity to receive', 'Receiving location', 'Lot or serial number', 'Notes'])
    await expect(coffee.getByRole('textbox', { name: new RegExp(`^${label}`) })).toBeVisible()
  await expect(coffee.getByRole('textbox', { name: /^Receiving location/ })).toHaveValue('Main Warehouse')
  const condition = coffee.getByRole('combobox', { name: /^Condition/ })
  await expect(condition).toHaveValue('Good')
  await condition.click()
  expect(await choices(page)).toEqual(['Good', 'Damaged', 'Partial'])
  await page.getByRole('option', { name: 'Partial' }).click()
  await expect(coffee.locator('input[type="file"]')).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
  await coffee
    .locator('input[type="file"]')
    .setInputFiles({ name: 'pallet.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  const photos = coffee.getByRole('list', { name: 'Photos of Coffee' }).getByRole('listitem')
  await expect(photos).toHaveCount(2)
  await coffee.getByRole('button', { name: 'Remove photo 1 of Coffee' }).click()
  await expect(photos).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  const process = page.getByRole('button', { name: /^Process/ })
  await expect(page.getByRole('button', { name: /^Receive all/ })).toBeEnabled()
  await coffee.getByRole('textbox', { name: /^Quantity to receive/ }).fill('1.5')
  // Busy with a photo, because the receipt would be posted without it. Photos beyond the limit aren't dropped silently.
  const uploaded = Promise.withResolvers<void>()
  await page.route('**/api/v1/files?*', async (route) => {
    await uploaded.promise
    await route.fallback()
  })
  const picture = { name: 'pallet.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await coffee.locator('input[type="file"]').setInputFiles(Array.from({ length: 9 }, () => picture))
  await expect(page.getByRole('button', { name: 'Uploading photos...' })).toBeDisabled()
  uploaded.resolve()
  await expect(photos).toHaveCount(8)
  await expect(coffee.getByText('At most 8 photos per item: 1 was not added')).toBeVisible()
  for (let photo = 0; photo < 8; photo++) await coffee.getByRole('button', { name: 'Remove photo 1 of Coffee' }).click()
  await expect(photos).toHaveCount(1)
  await process.click()
  await expect(coffee.getByText('Use a whole number for this product')).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/v1/purchase-orders/*/receipts', async (route) => {
    await answer.promise
    await route.fallback()
  })
  await coffee.getByRole('textbox', { name: /^Quantity to receive/ }).fill('3')
  await process.click()
  await expect(process).toHaveText('Processing...')
  await expect(process).toBeDisabled()
  answer.resolve()
  await expect(page.getByText(`3 units of ${orders.partial.order_number} received`)).toBeVisible()

  // Expected goods without a location, in an organization without a default location: someone must choose one.
  await page.route('**/api/v1/locations?*limit=1', (route) => route.fulfill({ json: { items: [], next: null } }))
  await page.route(`**/api/v1/purchase-orders/${orders.ordered.id}`, async (route) => {
    const order = (await (await route.fetch()).json()) as PurchaseOrder
    const lines = order.lines.map((line) => ({ ...line, location_id: null, location_name: null }))
    await route.fulfill({ json: { ...order, lines } })
  })
  await page.goto(`/receiving?order=${orders.ordered.id}`)
  // Next to every item without a location; above the button once such an item has a quantity.
  for (const item of [tea, coffee]) await expect(item.getByText('Location Required')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Location Required' })).toHaveCount(0)
  await tea.getByRole('textbox', { name: /^Quantity to receive/ }).fill('1')
  await expect(page.getByRole('alert').filter({ hasText: 'Location Required' })).toBeVisible()
  await expect(tea.getByText('Location Required')).toBeVisible()
  await expect(process).toBeDisabled()
  await tea.getByRole('textbox', { name: /^Receiving location/ }).click()
  await page.getByRole('option', { name: /Main Warehouse/ }).click()
  await expect(tea.getByText('Location Required')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Location Required' })).toHaveCount(0)
  await expect(process).toBeEnabled()

  // Someone who would enter the same goods manually is told that an order expects them.
  await page.goto(`/transactions?add=1&product=${orders.ordered.lines[0]?.product_id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /Reason/ }).click()
  await page.getByRole('option', { name: 'Purchase Order Receipt' }).click()
  await expect(dialog.getByText(/^2 units of this product are incoming/)).toBeVisible()
})

test('failures on the purchase order screens have the spec’s texts', async ({ page, person }) => {
  test.slow()
  const [draft, placed] = [await order(person), await order(person, true)]
  const said = (text: string) => expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await page.route('**/api/v1/purchase-orders?*', (route) => route.fulfill(fault))
  await page.goto('/purchase-orders')
  await said('Failed to load purchase orders')
  await page.unrouteAll()
  await button('Try again').click()
  await expect(page.getByRole('link', { name: draft.order_number })).toBeVisible()

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
  await button('Edit').click()
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

test('failures on the receiving screen have the spec’s texts', async ({ page, person }) => {
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
  // An error message disappears when another error replaces it.
  await page.getByRole('textbox', { name: /^Quantity to receive/ }).fill('some')
  await page.getByRole('button', { name: /^Process Receiving/ }).click()
  await said('Please enter a number')
  await expect(page.getByText('Failed to process receiving')).toHaveCount(0)
})
