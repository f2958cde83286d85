import type { Locator, Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder, readSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessible } from './support/accessible.ts'
import { violations } from './support/database.ts'
import { sumExplained } from './support/ledger.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const dialog = (page: Page) => page.getByRole('dialog')
/** A line in an order’s document. */
const line = (page: Page, product: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: product }) })

const sound = async () => expect(await violations(process.env['JOURNEYS_DATA'] ?? '')).toEqual([])

/**
 * Receives this many Chang on the receiving screen, which shows their order; `more` fills in the line's other fields.
 */
async function receive(page: Page, quantity: string, more: (line: Locator) => Promise<void> = async () => {}) {
  const chang = page.locator('[data-line="NW-002"]')
  await chang.getByRole('textbox', { name: /^Quantity to receive of Chang/ }).fill(quantity)
  await more(chang)
  await page.getByRole('button', { name: `Process Receiving · ${quantity} units` }).click()
  await expect(page.getByText(new RegExp(`^${quantity} units of PO-.* received`))).toBeVisible()
  await sound()
}

test('bought, paid, received in two parts; oversold, received, shipped in parts, delivered, one unit returned; every number explained', async ({
  page,
  person,
}) => {
  test.slow()
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, cost_price: 11.4 })

  // Six are ordered and paid; four good ones of a lot arrive, with a photo, then two damaged ones, which are put on
  // hold.
  await page.goto('/purchase-orders/new')
  await page.getByRole('textbox', { name: /^Supplier/ }).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.keyboard.type('NW-002')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Unit price of Chang/ })).toHaveValue('11.40')
  await page.getByRole('textbox', { name: /^Quantity of Chang/ }).fill('6')
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page).toHaveURL('/purchase-orders')
  await sound()
  await page.getByRole('link', { name: /^PO-/ }).first().click()
  await page.getByRole('button', { name: 'Complete Payment' }).click()
  await dialog(page).getByRole('button', { name: 'Complete Payment' }).click()
  await expect(page.getByText('Draft → Ordered')).toBeVisible()
  await sound()
  await page.getByRole('link', { name: 'Receive 6 units' }).click()
  await receive(page, '4', async (line) => {
    await line.getByRole('textbox', { name: /^Lot or serial number of Chang/ }).fill('L-7')
    await line
      .locator('input[type="file"]')
      .setInputFiles({ name: 'pallet.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
    await expect(line.getByRole('img', { name: 'Photo 1 of Chang' })).toBeVisible()
  })
  await receive(page, '2', async (line) => {
    await line.getByRole('combobox', { name: /^Condition of Chang/ }).click()
    await page.getByRole('option', { name: 'Damaged' }).click()
  })
  expect(await person.call(readProductStock, { product_id: chang.id })).toMatchObject({
    on_hand: 4,
    held: 2,
    incoming: 0,
  })
  await page.goto('/')
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Transactions' }) })
  await expect(recent.getByRole('listitem').first()).toContainText('+2on hold')
  await expect(page.getByText('Received 2 units on hold')).toBeVisible()

  await page.goto('/sales-orders')
  await expect(page.getByText('No sales orders found.')).toBeVisible()
  await accessible(page)
  await page.getByRole('link', { name: 'New Order' }).first().click()

  // What is missing is named at once; then the order is typed by keyboard.
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByText('Customer name is required')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('At least one item is required')
  await page.getByRole('textbox', { name: /Customer name/ }).fill('Lazy K Kountry Store')
  await page.getByRole('textbox', { name: 'Customer phone' }).fill('(509) 555-7969')
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page.getByRole('alert')).toHaveText('At least one item is required')
  await page.getByRole('button', { name: 'Add Item' }).press('Enter')
  const product = page.getByRole('textbox', { name: 'Product of item 1' })
  await expect(product).toBeFocused()
  await product.pressSequentially('nw-002')
  await expect(page.getByRole('option', { name: /Chang/ })).toBeVisible()
  await product.press('Enter')
  const quantity = page.getByRole('textbox', { name: 'Quantity of Chang', exact: true })
  await expect(quantity).toBeFocused()
  await expect(quantity).toHaveAccessibleDescription('4 available')
  await quantity.fill('10')
  await expect(quantity).toHaveAccessibleDescription('Only 4 available, 6 backordered')
  await expect(page.getByText('$190.00').first()).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Create Order' }).click()

  // Four are reserved, six are backordered.
  await expect(page.getByText('4 reserved, ready to ship')).toBeVisible()
  await expect(page.getByText('6 backordered')).toBeVisible()
  await expect(line(page, 'Chang')).toHaveText(/^ChangNW-00210–46/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Stock reserved' }).getByText('Waiting')).toHaveAttribute(
    'data-tone',
    'amber',
  )
  await accessible(page)
  const id = page.url().split('/').at(-1) ?? ''
  await sound()
  const lines = [{ product_id: chang.id, quantity: 6, unit_price: 11.4 }]
  const draft = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  await visit(page, `/receiving?order=${draft.id}`)
  await receive(page, '6')
  await visit(page, `/sales-orders/${id}`)
  await expect(page.getByText('10 reserved')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Stock reserved' })).toContainText('Completed')

  // A note is half typed when the payment arrives: it stays, and is saved once, from any field.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit Sales Order SO-/ })).toBeVisible()
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.pressSequentially('Ring twice')
  await page.getByRole('button', { name: 'Add Payment' }).click()
  await expect(dialog(page).getByText('Balance due: $190.00')).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: /Amount/ })
    .fill('200.5')
  await expect(dialog(page).getByText('Balance due: $190.00. This is $10.50 more.')).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: /Amount/ })
    .fill('90')
  await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  await expect(dialog(page).getByText('Please select a payment method')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Credit Card' }).click()
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  await expect(page.getByText('Partly paid').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment History' })).toContainText('$90.00')
  // Recorded for the wrong order: after the undo it stays visible.
  await page.getByRole('button', { name: 'Undo the payment of $90.00' }).click()
  await dialog(page).getByRole('button', { name: 'Undo payment' }).click()
  await expect(page.getByRole('region', { name: 'Payment History' })).toContainText(/\$90\.00.*undone .* by/)
  await expect(page.getByText('Payment pending').first()).toBeVisible()
  await expect(page.getByText('This changed while you were editing')).toHaveCount(0)
  await notes.press('Control+Enter')
  await expect(page).toHaveURL(`/sales-orders/${id}`)
  expect((await person.call(readSalesOrder, { id })).notes).toBe('Ring twice')
  await expect(page.getByText('Ring twice').first()).toBeVisible()
  await sound()

  // A part is shipped.
  await page.getByRole('button', { name: 'Ship 10 units' }).click()
  await expect(dialog(page).getByRole('textbox', { name: /Shipping address/ })).toHaveValue(
    'Lazy K Kountry Store\n(509) 555-7969',
  )
  const shipped = dialog(page).getByRole('textbox', { name: 'Quantity of Chang' })
  await expect(shipped).toHaveValue('10')
  await shipped.fill('11')
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  await expect(dialog(page).getByText('Only 10 of Chang remaining')).toBeVisible()
  await expect(shipped).toBeFocused()
  await expect(dialog(page).getByText('Please select a carrier')).toBeVisible()
  await shipped.fill('3')
  await dialog(page)
    .getByRole('combobox', { name: /Shipping method/ })
    .click()
  await page.getByRole('option', { name: 'Express' }).click()
  await expect(dialog(page).getByRole('combobox', { name: /Shipping method/ })).toHaveValue('Express')
  await dialog(page)
    .getByRole('combobox', { name: /Carrier/ })
    .click()
  await page.getByRole('option', { name: 'UPS' }).click()
  await dialog(page).getByRole('textbox', { name: 'Tracking number' }).fill('1Z 9&x')
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark shipment 1 as shipped' })).toBeVisible()
  await visit(page, '/shipping')
  await expect(page.getByRole('link', { name: /Pending Shipments/ })).toContainText('1')
  await expect(page.getByRole('link', { name: '1Z 9&x' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z%209%26x',
  )
  await accessible(page)
  await page.getByRole('row').filter({ hasText: 'UPS, Express' }).hover()
  // The first response is lost and the next ones are 503: the button is busy, the screen shows a message, and the goods
  // are shipped once.
  const keys: (string | undefined)[] = []
  const { promise: pressedAgain, resolve: pressAgain } = Promise.withResolvers<void>()
  await page.route('**/api/v1/shipments/*/status-changes', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await pressedAgain
    if (keys.length === 1) await route.fetch()
    if (keys.length === 1) return route.abort()
    return keys.length < 4 ? route.fulfill({ status: 503, body: 'busy' }) : route.fallback()
  })
  const ship = page.getByRole('button', { name: /^Mark as shipped: SO-/ })
  await ship.click()
  await expect(ship).toHaveAttribute('aria-busy', 'true')
  await ship.click()
  await ship.press('Enter')
  pressAgain()
  await expect(page.getByText('Still trying…')).toBeVisible()
  await expect(page.getByText(/^SO-.*, shipment 1 marked as shipped$/)).toBeVisible()
  await expect(page.getByText('Still trying…')).toBeHidden()
  expect([keys.length, new Set(keys).size]).toEqual([4, 1])
  await expect(page.getByRole('link', { name: /^In Transit/ })).toContainText('1')
  expect((await person.call(readProductStock, { product_id: chang.id })).on_hand).toBe(7)
  await sound()

  // The rest ships with the status, after a confirmation; everything is delivered; one unit is returned.
  await page.goto(`/sales-orders/${id}`)
  await expect(line(page, 'Chang')).toHaveText(/^ChangNW-0021037–/)
  await page.getByRole('button', { name: 'Status: Processing' }).click()
  await page.getByRole('menuitem', { name: 'Delivered' }).click()
  await expect(dialog(page)).toContainText('7 units will be removed from stock')
  // A single hanging request is reported, too; the status menu stays busy behind its confirmation.
  await page.route('**/api/v1/sales-orders/*/status-changes', async (route) => {
    await expect(page.getByText('Still trying…')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Status: / })).toHaveAttribute('aria-busy', 'true')
    await route.fallback()
  })
  await dialog(page).getByRole('button', { name: 'Ship and deliver' }).click()
  await expect(page.getByText('10 shipped')).toBeVisible()
  await sound()
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Return goods' }).click()
  await dialog(page).getByRole('textbox', { name: 'Quantity of Chang', exact: true }).fill('1')
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Return goods' }).click()
  await expect(line(page, 'Chang')).toContainText('1 returned')
  await expect(page.getByText('Goods returned')).toBeVisible()
  // Nothing was paid, so nothing is to be refunded: what came back isn't due.
  expect(await person.call(readSalesOrder, { id })).toMatchObject({
    status: 'delivered',
    amount_due: 171,
    lines: [{ returned_quantity: 1 }],
  })

  await sound()

  // The ledger explains each number: received, shipped, returned, and on hold.
  await visit(page, `/products/${chang.id}`)
  await expect(page.getByRole('button', { name: '1 on hand of Chang: explain', exact: true }).first()).toBeVisible()
  expect(await sumExplained(person, chang.id)).toBe(10_000n)
  await page.getByRole('button', { name: '2 on hold of Chang: explain', exact: true }).first().click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/^Adds up/)).toBeVisible()
  await expect(panel.getByRole('link', { name: /PO-\d{6}-\d{3}, receipt 2/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1 on hand of Chang: explain', exact: true }).first().click()
  await expect(panel.getByText(/^Adds up/)).toBeVisible()
  const documents = [/PO-\d{6}-\d{3}, receipt 1/, /SO-\d{6}-\d{3}, shipment 1/, /SO-\d{6}-\d{3}, shipment 2/]
  for (const name of [...documents, /SO-\d{6}-\d{3}, return 1/])
    await expect(panel.getByRole('link', { name }).first()).toBeVisible()
  await panel
    .getByRole('link', { name: /return 1/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Return 1 of SO-/ })).toBeVisible()
  await accessible(page)
})

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('going back asks first, a failed delivery asks where the units go, and shortages are listed with numbers', async ({
  page,
  person,
}) => {
  const chang = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 4 })
  const item = { product_id: chang.id, unit_price: 19 }
  const order = await person.call(createSalesOrder, {
    customer_name: 'Ana Trujillo',
    customer_email: 'ana@shop.example',
    status: 'shipped',
    lines: [{ ...item, quantity: 3 }],
  })
  await page.goto(`/sales-orders/${order.id}`)
  await page.getByRole('button', { name: 'Status: Shipped' }).click()
  await page.getByRole('menuitem', { name: 'Pending' }).click()
  await expect(dialog(page)).toContainText('3 units marked as shipped would return to stock.')
  await dialog(page).getByRole('button', { name: 'Return to stock' }).click()
  await expect(page.getByText('3 reserved')).toBeVisible()

  // Picking an existing customer fills in all their details.
  await page.goto('/sales-orders/new')
  await page.getByRole('textbox', { name: /Customer name/ }).pressSequentially('truj')
  await page.getByRole('option', { name: /Ana Trujillo/ }).click()
  await expect(page.getByRole('textbox', { name: 'Customer email' })).toHaveValue('ana@shop.example')
  await expect(page.getByText('1 order, $57.00 total')).toBeVisible()
  // Typed input survives closing the window.
  await page.getByRole('textbox', { name: 'Notes' }).fill('ring twice')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('ring twice')

  // Their orders are listed on their page, where their details can be edited; orders keep the details they were saved
  // with.
  await page.goto(`/sales-orders/${order.id}`)
  await page.getByRole('link', { name: 'Ana Trujillo' }).first().click()
  await expect(page.getByRole('heading', { name: 'Ana Trujillo' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ana@shop.example' })).toHaveAttribute(
    'href',
    'mailto:ana%40shop.example',
  )
  await expect(page.getByRole('row').filter({ hasText: order.order_number })).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('')
  await dialog(page).getByRole('button', { name: 'Update Customer' }).click()
  await expect(dialog(page).getByText('Customer name is required')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Ana María Trujillo')
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Update Customer' }).click()
  await expect(page.getByRole('heading', { name: 'Ana María Trujillo' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: order.order_number })).toContainText('Ana Trujillo')
  await accessible(page)
  await page.getByRole('button', { name: /^Customer: .*\. Clear filter$/ }).click()
  await expect(page.getByRole('heading', { name: 'Ana María Trujillo' })).toBeHidden()

  // What ships is what the screen shows: an unsaved quantity requires confirmation first.
  const other = await person.call(createSalesOrder, { customer_name: 'Bea', lines: [{ ...item, quantity: 1 }] })
  await page.goto(`/sales-orders/${other.id}?edit`)
  const quantity = page.getByRole('textbox', { name: 'Quantity of Chang', exact: true })
  const ship = async () => {
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Shipped' }).click()
  }
  await quantity.fill('2')
  await ship()
  await expect(dialog(page)).toContainText('Save your changes first?')
  await accessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(quantity).toHaveValue('2')
  await ship()
  await dialog(page).getByRole('button', { name: 'Save and continue' }).click()
  // There isn't enough: it says so instead of asking whether to ship.
  await expect(page.getByText(`${other.order_number} was saved. Its status is still Pending.`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Only 1 of 2 Chang can ship now. Ship the available units instead.')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Pending')
  expect(await person.call(readSalesOrder, { id: other.id })).toMatchObject({ status: 'pending', total_amount: 38 })
  // A note doesn't change what ships: typed text stays, and no change by others is reported.
  await page.getByRole('textbox', { name: 'Notes' }).fill('ring twice')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Cancelled' }).click()
  // While a status is being sent, nothing can be typed that would conflict with the resulting order.
  await page.route('**/api/v1/sales-orders/*/status-changes', async (route) => {
    await expect(quantity).toBeDisabled()
    await expect(page.getByRole('textbox', { name: 'Notes' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Update Order' })).toBeDisabled()
    await route.fallback()
  })
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Pending → Cancelled')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toBeEnabled()
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('ring twice')
  await expect(page.getByText('This changed while you were editing')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Order' }).click()
  await expect(page).toHaveURL(`/sales-orders/${other.id}`)
  expect(await person.call(readSalesOrder, { id: other.id })).toMatchObject({
    status: 'cancelled',
    notes: 'ring twice',
  })

  await page.goto(`/shipping?order=${order.id}`)
  await dialog(page)
    .getByRole('combobox', { name: /Shipping method/ })
    .click()
  await page.getByRole('option', { name: 'Ground' }).click()
  await dialog(page)
    .getByRole('combobox', { name: /Carrier/ })
    .click()
  await page.getByRole('option', { name: 'DHL' }).click()
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  await expect(dialog(page)).toBeHidden()
  // The contents of a pending shipment can be corrected; one unit too many is only planned, and is reported.
  await page.getByRole('row').filter({ hasText: 'DHL, Ground' }).getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: `${order.order_number}, shipment` })
  await panel.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: /^Edit / })
  await expect(editing.getByRole('textbox', { name: 'Quantity of Chang' })).toHaveValue('3')
  await editing.getByRole('textbox', { name: 'Quantity of Chang' }).fill('2')
  await accessible(page, '[role=dialog]')
  await editing.getByRole('button', { name: 'Save Shipment' }).click()
  await expect(editing).toBeHidden()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Chang' })).toContainText('2')
  // A mistake is undone from its message or from the shipment itself: the goods are back where they were.
  await panel.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/shipment \d is pending again$/)).toBeVisible()
  expect(await person.call(readProductStock, { product_id: chang.id })).toMatchObject({ on_hand: 4, reserved: 3 })
  await panel.getByRole('button', { name: 'Mark as shipped' }).click()
  await panel.getByRole('button', { name: 'Mark as delivered' }).click()
  const delivered = page.getByRole('status').filter({ hasText: /marked as delivered/ })
  await delivered.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: /shipment \d is in transit again$/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Mark as delivered' }).click()
  const more = async (name: string) => {
    await panel.getByRole('button', { name: /^Actions: / }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await more('Back to in transit')
  await expect(panel.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
  await accessible(page, '[role=dialog]')
  await more('Mark as failed')
  const failing = page.getByRole('dialog', { name: 'Delivery failed' })
  await failing.getByRole('radio', { name: 'Needs inspection' }).check()
  await accessible(page, '[role=dialog]')
  await failing.getByRole('button', { name: 'Mark as failed' }).click()
  await expect(failing).toBeHidden()
  expect(await person.call(readProductStock, { product_id: chang.id })).toMatchObject({ on_hand: 2, held: 2 })

  // A pending shipment never left: it is discarded after a confirmation, and its units wait for another shipment.
  const planned = await person.call(createShipment, {
    sales_order_id: order.id,
    shipping_method: 'ground',
    carrier: 'dhl',
    shipping_address: '1 Harbour Way',
    lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 1 }],
  })
  await visit(page, `/shipping?shipment=${planned.id}`)
  const discard = async (answer: string) => {
    await more('Discard')
    const asked = page.getByRole('dialog', {
      name: `Discard shipment ${planned.shipment_no} of ${order.order_number}?`,
    })
    await expect(asked).toContainText('Nothing has shipped yet. Its unit can be added to another shipment.')
    await asked.getByRole('button', { name: answer }).click()
    await expect(asked).toBeHidden()
  }
  await discard('Keep shipment')
  await expect(panel).toBeVisible()
  await discard('Discard shipment')
  const shown = `${order.order_number}, shipment ${planned.shipment_no} discarded`
  await expect(page.getByRole('status').filter({ hasText: shown })).toBeVisible()
  await expect(panel).toBeHidden()
  // The order gets the unit that is still available, as soon as the ledger has filled its backorder.
  await expect
    .poll(() => person.call(readProductStock, { product_id: chang.id }))
    .toMatchObject({ on_hand: 2, reserved: 2 })
  await sound()
})
