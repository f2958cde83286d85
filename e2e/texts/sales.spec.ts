import type { Locator, Page } from '@playwright/test'
import { dateFormat } from '../../contract/date-format.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../../contract/purchase-orders.ts'
import { createReceipt } from '../../contract/receiving.ts'
import { createSalesOrder, readSalesOrder, type SalesOrder } from '../../contract/sales-orders.ts'
import { addPayment } from '../../contract/sales-payments.ts'
import { createSalesReturn } from '../../contract/sales-returns.ts'
import { changeShipmentStatus, createShipment } from '../../contract/shipments.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { accessible } from '../support/accessible.ts'
import type { Person } from '../support/person.ts'
import { expect, test } from '../support/test.ts'
import { card, choices, dialog, fault, main, mainWarehouse } from '../support/texts.ts'
import { visit } from '../support/visit.ts'

const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const select = (page: Page, name: string | RegExp) => page.getByRole('combobox', { name })

/** A date as documents show it. */
const today = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })(new Date())

/** An order of two tea for Ana, with five in stock. */
async function order(person: Person, more: Partial<InputOf<typeof createSalesOrder>> = {}): Promise<SalesOrder> {
  const sku = `TEA-${crypto.randomUUID()}`
  const tea = await person.call(createProduct, { name: 'Tea', sku, price: 4, stock_quantity: 5 })
  return person.call(createSalesOrder, {
    customer_name: 'Ana Trujillo',
    customer_email: 'ana@shop.example',
    lines: [{ product_id: tea.id, quantity: 2, unit_price: 4 }],
    ...more,
  })
}

test('the sales orders and their form: columns, fields, choices, badges, payments and steps', async ({
  page,
  person,
}) => {
  await page.goto('/sales-orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Sales Orders' })).toBeVisible()
  await expect(page.getByText('No sales orders found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New Order' }).first()).toHaveAttribute('href', '/sales-orders/new')
  // An empty list has no headings: they would describe nothing.
  await expect(page.getByRole('table')).toHaveCount(0)
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19.5, stock_quantity: 9 })

  await visit(page, '/sales-orders/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Create Sales Order' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveAttribute(
    'href',
    '/sales-orders',
  )
  await expect(box(page, 'Order number')).toHaveValue('Assigned on save')
  await expect(box(page, 'Order number')).not.toBeEditable()
  await expect(select(page, 'Status')).toHaveValue('Pending')
  await select(page, 'Status').click()
  expect(await choices(page)).toEqual(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  await page.keyboard.press('Escape')
  await expect(box(page, 'Customer email')).toHaveAttribute('type', 'email')
  for (const name of ['Customer phone', 'Notes']) await expect(box(page, name)).toBeVisible()
  await expect(page.getByText('No items added yet. Click "Add Item" to start adding products.')).toBeVisible()
  for (const name of ['Add Payment', 'Update Order']) await expect(button(page, name)).toBeHidden()
  for (const title of ['Processing Steps', 'Payment Information']) await expect(card(page, title)).toBeHidden()
  await expect(button(page, 'Cancel')).toBeVisible()
  await button(page, 'Back').click()
  await expect(page).toHaveURL('/sales-orders')
  await visit(page, '/sales-orders/new')

  // All problems are shown at once, each beside its field; above the form is only that there are no items.
  const create = button(page, 'Create Order')
  const alert = page.getByRole('alert')
  const besides = (field: Locator, sentence: string) =>
    expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
  await create.click()
  await besides(box(page, /Customer name/), 'Customer name is required')
  await expect(alert).toHaveText('At least one item is required')
  await box(page, /Customer name/).fill('   ')
  await create.click()
  await besides(box(page, /Customer name/), 'Customer name is required')
  await box(page, /Customer name/).fill('Ana Trujillo')
  await create.click()
  await expect(alert).toHaveText('At least one item is required')
  await button(page, 'Add Item').click()
  await expect(box(page, 'Quantity of Item 1')).toHaveValue('1')
  await expect(box(page, 'Unit price of Item 1')).toHaveValue(/^\$?0(\.00)?$/)
  await button(page, 'Add Item').click()
  await box(page, 'Quantity of Item 1').fill('0')
  await create.click()
  await expect(alert).toHaveCount(0)
  await besides(box(page, 'Product of item 1'), 'Please select products for all items')
  await besides(box(page, 'Quantity of Item 1'), 'Quantity must be greater than 0')
  await button(page, 'Remove Item 2').click()
  await box(page, 'Product of item 1').fill('Chang')
  await page.getByRole('option', { name: /Chang/ }).click()
  await expect(box(page, 'Unit price of Chang')).toHaveValue(/^\$?19\.50$/)
  await create.click()
  await besides(box(page, 'Quantity of Chang'), 'Quantity must be greater than 0')
  await expect(alert).toHaveCount(0)
  await box(page, 'Quantity of Chang').fill('2')
  await box(page, 'Customer email').fill('ana')
  await create.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await box(page, 'Customer email').fill('ana@shop.example')
  await create.click()

  await expect(page.getByRole('heading', { level: 1, name: /^SO-\d{6}-\d{3}$/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('columnheader')).toHaveText([
    'Product',
    'Ordered',
    'Shipped',
    'Reserved',
    'Backordered',
    'Amount',
  ])
  for (const name of ['Back', 'Add Payment', 'Ship 2 units', 'Print']) await expect(button(page, name)).toBeVisible()
  await button(page, 'Status: Pending').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  await page.keyboard.press('Escape')
  await button(page, 'Edit').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit Sales Order SO-\d{6}-\d{3}$/ })).toBeVisible()
  await expect(card(page, 'Payment Information').getByText('No payments yet')).toBeVisible()
  await expect(card(page, 'Shipments').getByText('No shipments yet')).toBeVisible()
  await expect(button(page, 'Back')).toBeVisible()
  await expect(page.getByText('$39.00').first()).toBeVisible()
  await expect(button(page, 'Update Order')).toBeVisible()
  const payments = card(page, 'Payment Information')
  await expect(payments.getByText('Payment pending')).toHaveAttribute('data-tone', 'amber')
  const pay = async (amount: string, reference: string) => {
    await payments.getByRole('button', { name: 'Add Payment' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Amount/ })
      .fill(amount)
    const methods = dialog(page).getByRole('radiogroup', { name: /^Payment method/ })
    await expect(methods.getByRole('radio')).toHaveText(['Cash', 'Credit Card', 'Bank Transfer', 'Check', 'Other'])
    await methods.getByRole('radio', { name: 'Check' }).click()
    await dialog(page).getByRole('textbox', { name: 'Reference number' }).fill(reference)
    await expect(dialog(page).getByRole('textbox', { name: 'Notes' })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await pay('9', 'CHK-17')
  await expect(payments.getByText('Partly paid')).toHaveAttribute('data-tone', 'amber')
  await pay('30', 'CHK-18')
  await expect(payments.getByText('Paid', { exact: true }).first()).toHaveAttribute('data-tone', 'green')
  await expect(page.getByRole('region', { name: 'Payment History' }).getByRole('listitem')).toHaveText([
    new RegExp(`^\\$30\\.00Check${today} · .*CHK-18`),
    new RegExp(`^\\$9\\.00Check${today} · .*CHK-17`),
  ])
  const steps = card(page, 'Processing Steps').getByRole('listitem')
  await expect(steps).toHaveText(['Order placedCompleted', 'Stock reservedCompleted'])
  await expect(steps.first().getByText('Completed')).toHaveAttribute('data-tone', 'green')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { lines } = await person.call(readSalesOrder, { id })
  const planned = await person.call(createShipment, {
    sales_order_id: id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: 'x',
    lines: [{ sales_order_item_id: lines[0]?.id ?? '', quantity: 1 }],
  })
  await person.call(changeShipmentStatus, { shipment_id: planned.id, status: 'failed' })
  await expect(steps.getByText('Failed')).toHaveAttribute('data-tone', 'red')
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL(`/sales-orders/${id}`)
  await expect(page.getByRole('region', { name: 'Payment History' }).getByRole('listitem')).toHaveCount(2)
  await expect(steps.first()).toHaveText('Order placedCompleted')

  await visit(page, '/sales-orders')
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toContainText([
    'Order',
    'Customer',
    'Date',
    'Amount',
    'Status',
    'Payment',
  ])
  const row = table.locator('tbody tr')
  await expect(row).toHaveText([
    new RegExp(`^SO-\\d{6}-\\d{3}${today}Ana Trujillo${today} · .*\\$39\\.00ProcessingPaid`),
  ])
  for (const status of ['pending', 'shipped', 'delivered', 'cancelled'] as const) await order(person, { status })
  // A cancelled order waits for no payment and no step.
  await expect(row.first()).toContainText('Cancelled–')
  for (const [badge, tone] of [
    ['Pending', 'amber'],
    ['Processing', 'brand'],
    ['Shipped', 'green'],
    ['Delivered', 'green'],
    ['Cancelled', 'red'],
  ] as const)
    await expect(row.getByText(badge, { exact: true }).first()).toHaveAttribute('data-tone', tone)
  await row.last().click()
  await expect(page).toHaveURL(/\/sales-orders\/[0-9a-f-]{36}$/)
})

test('shipping: tiles, the dialog with its choices and rules, the table, empty states', async ({ page, person }) => {
  await page.goto('/shipping')
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping Management' })).toBeVisible()
  await expect(page.getByText('No shipments found.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Shipments' })).toBeVisible()
  await button(page, 'Add Shipment').first().click()
  await expect(dialog(page).getByRole('heading', { name: 'Create New Shipment' })).toBeVisible()
  await expect(dialog(page).getByText('No pending orders available')).toBeVisible()
  const orders = dialog(page).getByRole('textbox', { name: /^Sales order/ })

  const { order_number } = await order(person, { customer_phone: '(5) 555-4729' })
  const many = await order(person)
  const [wanted] = many.lines
  const more = { product_id: wanted?.product_id ?? '', unit_price: 4 }
  const partly = await person.call(createSalesOrder, { customer_name: 'Bea', lines: [{ ...more, quantity: 100 }] })
  const waiting = await person.call(createSalesOrder, { customer_name: 'Carl', lines: [{ ...more, quantity: 1 }] })
  await page.goto('/shipping?add=1')
  await orders.click()
  for (const [one, readiness] of [
    [many, 'Ready'],
    [partly, 'Partly ready'],
    [waiting, 'Waiting'],
  ] as const)
    await expect(page.getByRole('option', { name: new RegExp(one.order_number) })).toContainText(readiness)
  await page.getByRole('option', { name: new RegExp(partly.order_number) }).click()
  const chosen = dialog(page).getByRole('textbox', { name: 'Quantity of Tea' })
  await expect(dialog(page).getByText('100 to ship · 3 available')).toBeVisible()
  await expect(chosen).toHaveValue('3')
  await dialog(page).getByRole('button', { name: 'Ship all remaining' }).click()
  await expect(chosen).toHaveValue('100')
  await expect(dialog(page).getByText(/^97 units aren’t available yet/)).toBeVisible()
  await accessible(page, '[role=dialog]')
  await orders.click()
  await page.getByRole('option', { name: new RegExp(order_number) }).click()
  await expect(dialog(page).getByRole('textbox', { name: /^Shipping address/ })).toHaveValue(
    'Ana Trujillo\n(5) 555-4729\nana@shop.example',
  )
  const choose = async (label: RegExp, all: string[]) => {
    await dialog(page).getByRole('combobox', { name: label }).click()
    await expect.poll(() => choices(page)).toEqual(all)
    await page.getByRole('option', { name: all[0] ?? '', exact: true }).click()
  }
  await dialog(page)
    .getByRole('textbox', { name: /^Shipping address/ })
    .fill('')
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  for (const sentence of ['Please select a shipping method', 'Please select a carrier', 'Shipping address is required'])
    await expect(dialog(page).getByText(sentence)).toBeVisible()
  await choose(/^Shipping method/, ['Ground', 'Express', 'Overnight'])
  await choose(/^Carrier/, ['FedEx', 'UPS', 'USPS', 'DHL'])
  await dialog(page)
    .getByRole('textbox', { name: /^Shipping address/ })
    .fill('12 Orchestra Terrace')
  await dialog(page).getByRole('button', { name: 'Create Shipment' }).click()
  await expect(dialog(page)).toBeHidden()

  const table = page.getByRole('table', { name: 'Recent Shipments' })
  await expect(table.getByRole('columnheader')).toContainText([
    'Order',
    'Customer',
    'Method and Carrier',
    'Status',
    'Tracking',
  ])
  await expect(table.locator('tbody tr')).toHaveText([
    new RegExp(`^${order_number}${today}, .*Ana Trujillo2FedEx, GroundPendingNot available`),
  ])
  await expect(table.getByText('Pending')).toHaveAttribute('data-tone', 'amber')
  for (const sold of [await order(person), await order(person), await order(person)])
    await person.call(createShipment, {
      sales_order_id: sold.id,
      shipping_method: 'ground',
      carrier: 'ups',
      shipping_address: 'x',
      lines: [{ sales_order_item_id: sold.lines[0]?.id ?? '', quantity: 1 }],
    })
  // Shipped, delivered and marked as failed from the rows.
  const press = async (row: number, name: string) => {
    await table.locator('tbody tr').nth(row).hover()
    await button(page, new RegExp(`^${name}: SO-`))
      .nth(0)
      .click()
  }
  await expect(table.locator('tbody tr')).toHaveCount(4)
  await press(0, 'Mark as shipped')
  await expect(table.getByText('In Transit', { exact: true })).toHaveAttribute('data-tone', 'brand')
  await press(0, 'Mark as delivered')
  await expect(table.getByText('Delivered', { exact: true })).toHaveAttribute('data-tone', 'green')
  for (const [label, count] of [
    ['Pending Shipments', 3],
    ['In Transit', 0],
    ['Delivered', 1],
    ['Failed Deliveries', 0],
  ] as const)
    await expect(main(page).getByRole('link', { name: new RegExp(`^${label}`) })).toHaveText(`${label}${count}`)
  // The tile of the chosen status is marked, and shows all shipments again.
  const delivered = main(page).getByRole('link', { name: /^Delivered/ })
  await delivered.click()
  await expect(table.locator('tbody tr')).toHaveCount(1)
  await expect(delivered).toHaveAttribute('aria-current', 'true')
  await delivered.click()
  await expect(table.locator('tbody tr')).toHaveCount(4)
})

test("on a phone: expired units and units at other locations aren't filled in, and a shipment shows its tracking number", async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tea = await person.call(createProduct, { name: 'Chain lube', sku: `LUBE-${crypto.randomUUID()}`, price: 4 })
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const line = { product_id: tea.id, quantity: 2, unit_price: 4 }
  const bought = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines: [line] })
  await person.call(payPurchaseOrder, { id: bought.id, version: bought.version })
  await person.call(createReceipt, {
    purchase_order_id: bought.id,
    lines: [
      {
        purchase_order_item_id: bought.lines[0]?.id ?? '',
        location_id: await mainWarehouse(person),
        quantity: 2,
        lot_number: 'A',
        expires_on: '2020-01-01',
      },
    ],
  })
  const old = await person.call(createSalesOrder, { customer_name: 'Bea', lines: [line] })
  const two = await person.call(createLocation, { name: 'Two' })
  const elsewhere = await order(person, { location_id: two.id })
  for (const [{ id }, why] of [
    [old, '2 to ship · 0 available (2 expired)'],
    [elsewhere, '2 to ship · 0 available at Two'],
  ] as const) {
    await page.goto(`/shipping?order=${id}`)
    await expect(dialog(page).getByText(why)).toBeVisible()
    await expect(box(page, /^Quantity of/)).toHaveValue('0')
  }
  await accessible(page, '[role=dialog]')
  await visit(page, `/products/${tea.id}`)
  await expect(main(page).getByText('2 of 2 available units have expired and can’t be sold.')).toBeVisible()
  await expect(main(page).getByRole('row', { name: 'Lot A' })).toContainText(/Expired 1 Jan 2020.*2/)
  await expect(main(page).getByText('0 sellable, 2 expired')).toBeVisible()
  // Only the figure whose movements are shown is tinted.
  const figure = (label: string) =>
    main(page).getByLabel('Stock in numbers').locator('> div').filter({ hasText: label })
  const white = 'rgb(255, 255, 255)'
  for (const label of ['On hand', 'Available']) await expect(figure(label)).toHaveCSS('background-color', white)
  await main(page)
    .getByRole('button', { name: /^2 available of .*: explain/i })
    .first()
    .click()
  await expect(dialog(page).getByText('2 of them have expired and can’t be sold.')).toBeVisible()
  await expect(figure('On hand')).toHaveCSS('background-color', white)
  await expect(figure('Available')).not.toHaveCSS('background-color', white)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // A new order shows the quantity that it could reserve.
  await visit(page, '/sales-orders/new')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('textbox', { name: 'Product of item 1' }).pressSequentially('Chain lube')
  await page.getByRole('option', { name: /Chain lube/ }).click()
  await expect(page.getByRole('textbox', { name: 'Quantity of Chain lube', exact: true })).toHaveAccessibleDescription(
    'Only 0 available, 1 backordered',
  )
  await accessible(page)

  const sold = await order(person)
  await person.call(createShipment, {
    sales_order_id: sold.id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: 'x',
    tracking_number: '1Z 999 AA1',
    lines: [{ sales_order_item_id: sold.lines[0]?.id ?? '', quantity: 1 }],
  })
  await visit(page, '/shipping')
  const tracking = page.getByRole('article').getByRole('link', { name: '1Z 999 AA1' })
  await expect(tracking).toHaveAttribute('href', /ups\.com.*1Z/)
  // The tap is on the number itself, not on the card under it.
  await tracking.click({ trial: true })
  await accessible(page)
})

test('failures on the sales and shipping screens have the spec’s texts', async ({ page, person }) => {
  test.slow()
  const { id, lines } = await order(person)
  const said = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 })
  const failing = (address: string) => page.route(`**/api/v1/${address}`, (route) => route.fulfill(fault))

  for (const [address, screen, sentence] of [
    ['sales-orders?*', '/sales-orders', 'Failed to load sales orders'],
    ['shipments*', '/shipping', 'Failed to load shipments'],
    [`sales-orders/${id}`, `/sales-orders/${id}`, 'Failed to load sales order'],
  ] as const) {
    await failing(address)
    await page.goto(screen)
    await said(sentence)
    await page.unrouteAll()
  }

  await page.goto(`/sales-orders/${id}`)
  await failing(`sales-orders/${id}/status-changes`)
  await button(page, 'Status: Pending').click()
  await page.getByRole('menuitem', { name: 'Processing' }).click()
  await said('Failed to update order status')
  await failing(`sales-orders/${id}/payments`)
  await button(page, 'Add Payment').click()
  await dialog(page).getByRole('radio', { name: 'Cash' }).click()
  await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  await said('Failed to process payment')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await failing(`sales-orders/${id}`)
  await button(page, 'Edit').click()
  await box(page, 'Notes').fill('ring twice')
  await button(page, 'Update Order').click()
  await said('Failed to save sales order')
  await page.unrouteAll()

  const { id: shipment_id } = await person.call(createShipment, {
    sales_order_id: id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: '1 Harbour Way',
    lines: [{ sales_order_item_id: lines[0]?.id ?? '', quantity: 1 }],
  })
  await failing(`sales-orders/${id}/shipments`)
  await page.goto(`/shipping?order=${id}`)
  await select(page, /Shipping method/).click()
  await page.getByRole('option', { name: 'Ground' }).click()
  await select(page, /Carrier/).click()
  await page.getByRole('option', { name: 'DHL' }).click()
  await button(page, 'Create Shipment').click()
  await said('Failed to create shipment')

  for (const address of [`shipments/${shipment_id}`, `shipments/${shipment_id}/status-changes`])
    await page.route(`**/api/v1/${address}`, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(fault),
    )
  await page.goto(`/shipping?shipment=${shipment_id}`)
  await dialog(page).getByRole('button', { name: 'Mark as shipped' }).click()
  await said('Failed to update shipment')
  await dialog(page)
    .getByRole('button', { name: /^Actions: / })
    .click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await button(page, 'Discard shipment').click()
  await said('Failed to discard shipment')
  await dialog(page).getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: /^Edit / })
  await editing.getByRole('textbox', { name: 'Quantity of Tea' }).fill('2')
  await editing.getByRole('button', { name: 'Save Shipment' }).click()
  await said('Failed to save shipment')
})

test('on a phone and in dark mode, with very long names: axe finds nothing serious, nothing scrolls sideways', async ({
  page,
  person,
}) => {
  const { id, customer_id, lines } = await order(person, {
    customer_name: 'W'.repeat(300),
    customer_email: `${'w'.repeat(120)}@shop.example`,
    customer_phone: '5'.repeat(120),
    notes: 'W'.repeat(300),
    status: 'delivered',
  })
  const [line] = lines
  await person.call(addPayment, {
    sales_order_id: id,
    amount: 3,
    payment_method: 'cash',
    reference_number: 'R'.repeat(200),
    notes: 'N'.repeat(200),
  })
  const { return: back } = await person.call(createSalesReturn, {
    sales_order_id: id,
    notes: 'N'.repeat(200),
    lines: [
      {
        sales_order_item_id: line?.id ?? '',
        quantity: 1,
        location_id: await mainWarehouse(person),
        notes: 'x'.repeat(200),
      },
    ],
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    '/sales-orders',
    `/sales-orders?customer=${customer_id}`,
    `/sales-orders/${id}`,
    `/sales-orders/${id}?edit`,
    `/returns/${back.id}`,
    '/shipping',
  ]) {
    await visit(page, path)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByText(/W{20}/).first()).toBeVisible()
      const content = await page.evaluate('document.documentElement.scrollWidth')
      expect({ path, content }).toEqual({ path, content: width })
      await accessible(page)
    }
  }
})

test('three lines of an order are in sight at 1280 × 800; on a phone the line that waits, and the next step', async ({
  page,
  person,
}) => {
  const product = (name: string, stock_quantity: number) =>
    person.call(createProduct, { name, sku: name.toUpperCase(), price: 4, stock_quantity })
  const lines = []
  for (const [name, stock] of [
    ['Chai', 9],
    ['Chang', 9],
    ['Okra', 1],
  ] as const)
    lines.push({ product_id: (await product(name, stock)).id, quantity: 3, unit_price: 4 })
  const { id } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  await visit(page, `/sales-orders/${id}`)
  await expect(main(page).getByRole('row').filter({ hasText: 'Okra' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  const items = page.getByRole('list', { name: 'Order Items' }).getByRole('listitem')
  await expect(items.first()).toHaveText(/^Okra.*1 reserved2 backordered$/)
  const next = await button(page, 'Ship 7 available').boundingBox()
  const first = await items.first().boundingBox()
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(next?.y ?? 0)
  expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThan(844)
})

test('the next step names the shipment it marks; a new one begins with its quantities and goes to the same address', async ({
  page,
  person,
}) => {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Chai',
    sku: 'CHAI',
    price: 1_234_567.89,
    stock_quantity: 50_000_000,
  })
  const customer_name = 'The Wholesale and Retail Trading Company of the Greater Portland Metropolitan Area'
  const lines = [{ product_id, quantity: 4_400, unit_price: 1_234_567.89 }]
  const { id, lines: items } = await person.call(createSalesOrder, { customer_name, lines })
  await person.call(createShipment, {
    sales_order_id: id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: '418 Alder Street',
    lines: [{ sales_order_item_id: items[0]?.id ?? '', quantity: 400 }],
  })
  await visit(page, `/sales-orders/${id}`)
  // With figures of one width, the hyphens of a name would be too wide.
  const row = main(page).getByRole('row').filter({ hasText: 'CHAI' })
  await expect(row.getByRole('link', { name: 'Chai' })).toHaveCSS('font-variant-numeric', 'normal')
  await expect(row.getByRole('cell').first()).toHaveCSS('font-variant-numeric', 'tabular-nums')
  await button(page, 'Mark shipment 1 as shipped').click()
  await button(page, 'Ship 4,000 units').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Quantity of Chai' })).toBeFocused()
  await expect(dialog(page).getByRole('textbox', { name: /^Shipping address/ })).toHaveValue('418 Alder Street')
  await page.keyboard.press('Escape')
  // A long name is cut off, so that the date and the author are always there.
  await page.setViewportSize({ width: 390, height: 844 })
  const customer = main(page).locator('header').getByRole('link', { name: customer_name })
  await expect(customer).toHaveCSS('white-space', 'nowrap')
  const name = await customer.locator('..').boundingBox()
  const date = await main(page)
    .locator('header')
    .getByText(/^Ordered/)
    .boundingBox()
  expect(name?.height).toBeLessThan(30)
  expect(date?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
  // An amount is never cut off.
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/sales-orders')
  const amount = page.getByRole('cell', { name: '$5,432,098,716.00' })
  expect(await amount.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
  await visit(page, `/products/${product_id}`)
  const figures = main(page).getByLabel('Stock in numbers').locator('> div')
  await expect(figures).toHaveCount(5)
  expect(new Set(await figures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).size).toBe(1)
})
