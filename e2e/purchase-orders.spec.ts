import type { Locator, Page } from '@playwright/test'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct, type Product } from '../contract/products.ts'
import {
  createPurchaseOrder,
  listPurchaseOrders,
  payPurchaseOrder,
  type PurchaseOrder,
  readPurchaseOrder,
  updatePurchaseOrder,
} from '../contract/purchase-orders.ts'
import { createReceipt } from '../contract/receiving.ts'
import { readProductStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { allFaults, setColorScheme } from './support/accessible.ts'
import { violations } from './support/database.ts'
import type { Person } from './support/person.ts'
import { emptyDocument } from './support/tab.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const sound = async () => expect(await violations(process.env['JOURNEYS_DATA'] ?? '')).toEqual([])

/** Someone with a supplier who sells tea and coffee. */
async function shop(person: Person): Promise<{ supplier_id: string; tea: Product; coffee: Product }> {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  await person.call(createSupplier, { name: 'Gone Bankrupt', status: 'inactive' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 4, cost_price: 2.5 })
  const coffee = await person.call(createProduct, { name: 'Coffee', sku: 'COF-1', price: 9, cost_price: 6.25 })
  return { supplier_id, tea, coffee }
}

/** An order of ten tea and four coffee that is paid and therefore ordered. */
async function ordered(person: Person): Promise<PurchaseOrder & { tea: Product; coffee: Product }> {
  const { supplier_id, tea, coffee } = await shop(person)
  const lines = [
    { product_id: tea.id, quantity: 10, unit_price: 2.5 },
    { product_id: coffee.id, quantity: 4, unit_price: 6.25 },
  ]
  const draft = await person.call(createPurchaseOrder, { supplier_id, lines })
  const order = await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  return { ...order, tea, coffee }
}

const row = (page: Page, number: string) =>
  page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr').filter({ hasText: number })
const field = (page: Page | Locator, name: RegExp) => page.getByRole('textbox', { name })
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

type Box = { x: number; y: number; width: number; height: number }

function overlap(one: Box | null, other: Box | null): boolean {
  if (!one || !other) throw new Error('one of them is not on screen')
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x
  const above = one.y + one.height <= other.y || other.y + other.height <= one.y
  return !beside && !above
}

test('an order is typed by keyboard, paid, submitted, and received in two parts, one damaged, with a lot', async ({
  page,
  person,
}) => {
  const { tea, coffee } = await shop(person)
  await page.goto('/')
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click()
  await expect(page.getByText('No purchase orders found.')).toBeVisible()
  // Like a scanner, without waiting even for the first list of products, which never arrives here: the cost comes with
  // the product, and every key reaches the right field.
  const everyProduct = (url: URL) => url.pathname === '/api/v1/products' && !url.searchParams.has('search')
  await page.route(everyProduct, () => {})
  await page.getByRole('link', { name: 'Create Purchase Order' }).first().click()
  await expect(field(page, /^Order number/)).toHaveValue('Assigned on save')

  await field(page, /^Supplier/).fill('o')
  await expect(page.getByRole('option', { name: 'Gone Bankrupt' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await button(page, 'Add Item').click()
  for (const [code, quantity] of [
    ['TEA-1', '10'],
    ['cof', '4'],
  ] as const) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.keyboard.type(quantity)
    await page.keyboard.press('Enter')
  }
  // The empty line that the last Enter added doesn't block saving.
  await expect(field(page, /^Product of item 3/)).toBeFocused()
  await expect(field(page, /^Quantity of Coffee/)).toHaveValue('4')
  await expect(field(page, /^Quantity of Tea/)).toHaveValue('10')
  await expect(field(page, /^Unit price of Tea/)).toHaveValue('2.50')
  await expect(page.getByText('$50.00')).toBeVisible()
  await page.unroute(everyProduct)
  await button(page, 'Create Order').click()
  await expect(page).toHaveURL('/purchase-orders')

  const { items } = await person.call(listPurchaseOrders, {})
  const number = items[0]?.order_number ?? ''
  expect(items).toHaveLength(1)
  await expect(row(page, number)).toContainText(/Exotic Liquids.*\$50\.00.*Draft.*Pending/)
  await row(page, number).getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  await button(page, 'Complete Payment').click()
  await button(page.getByRole('dialog'), 'Complete Payment').click()
  const paid = page.getByRole('status').filter({ hasText: `${number} is paid` })
  await expect(paid).toBeVisible()
  // The message ends left of the amounts, so the order's total stays readable, however far down it is.
  const total = page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: /^Total/ })
  await expect(total).toContainText('$50.00')
  const [said, sum] = [await paid.boundingBox(), await total.getByText('$50.00').boundingBox()]
  expect(overlap(said, sum && { ...sum, y: said?.y ?? 0 })).toBe(false)
  await expect(page.getByText('Draft → Ordered')).toBeVisible()
  await expect(button(page, 'Complete Payment')).toHaveCount(0)
  // Recorded by mistake: after the undo, the payment stays visible, and the order keeps its status.
  await button(page, 'Undo the payment of $50.00').click()
  await expect(page.getByRole('dialog')).toContainText('The order stays placed, and its units are still incoming.')
  await button(page.getByRole('dialog'), 'Undo payment').click()
  const payments = page.getByRole('region', { name: 'Payment History' })
  await expect(payments).toContainText(/\$50\.00.*undone .* by/)
  await button(page, 'Complete Payment').click()
  await button(page.getByRole('dialog'), 'Complete Payment').click()
  await expect(payments.getByRole('listitem')).toHaveCount(2)
  await button(page, `More actions for ${number}`).click()
  await page.getByRole('menuitem', { name: 'Back to draft' }).click()
  await expect(page.getByText('Ordered → Draft')).toBeVisible()
  expect((await person.call(readProductStock, { product_id: tea.id })).incoming).toBe(0)
  await button(page, 'Submit Order').click()
  await expect(page.getByText(`${number} is ordered`)).toBeVisible()
  expect((await person.call(readProductStock, { product_id: tea.id })).incoming).toBe(10)

  // First part: six good units of a lot. Second part: the rest, four of them damaged, scanned one by one.
  await page.getByRole('link', { name: 'Receive 14 units' }).click()
  await expect(field(page, /^Select Purchase Order/)).toHaveValue(`${number} · Exotic Liquids · $50.00`)
  await expect(button(page, 'Receive all · 14 units')).toBeEnabled()
  await field(page, /^Quantity to receive of Tea/).fill('6')
  await field(page, /^Lot or serial number of Tea/).fill('T-118')
  await page.getByLabel(/^Expiry of the lot of Tea/).fill('2031-05-01')
  await button(page, 'Process Receiving · 6 units').click()
  const toast = page.getByRole('status').filter({ hasText: `6 units of ${number} received` })
  await expect(toast).toBeVisible()
  // Undo appears next to the button, never under a hurried second click.
  const [message, next] = [await toast.boundingBox(), await button(page, /^Receive all/).boundingBox()]
  expect(overlap(message, next)).toBe(false)
  await expect(page.getByText('4 remaining').first()).toBeVisible()
  await expect(page.getByText('6 of 14 units received')).toBeVisible()

  await page.locator('body').click({ position: { x: 5, y: 700 } })
  for (let scan = 0; scan < 4; scan++) {
    await page.keyboard.type('tea-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Tea: ${scan + 1} of 4`)).toBeVisible()
  }
  await page.getByRole('combobox', { name: /^Condition of Tea/ }).click()
  await page.getByRole('option', { name: 'Damaged' }).click()
  await expect(page.getByText('Damaged goods are put on hold, not into stock.')).toBeVisible()
  await button(page, /4 remaining of Coffee: receive all/).click()
  await button(page, 'Process Receiving · 8 units').click()
  await expect(page.getByText(`8 units of ${number} received`)).toBeVisible()

  expect(await person.call(readProductStock, { product_id: tea.id })).toMatchObject({
    on_hand: 6,
    held: 4,
    incoming: 0,
  })
  expect(await person.call(readProductStock, { product_id: coffee.id })).toMatchObject({ on_hand: 4, incoming: 0 })
  await page.getByRole('link', { name: new RegExp(`^${number}, receipt 2`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Receipt 2 of ${number}` })).toBeVisible()
  await expect(page.getByText('Damaged, on hold')).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Transaction History' })).toContainText(number)
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click()
  await expect(row(page, number)).toContainText(/Received.*Paid/)
  await sound()
})

test('an order form lists missing fields in the order of the spec; closed orders accept notes only', async ({
  page,
  person,
}) => {
  const { tea, supplier_id } = await shop(person)
  await page.goto('/purchase-orders/new')
  const said = page.getByRole('alert')
  const create = button(page, 'Create Order')
  await expect(page.getByText('No items added yet. Click "Add Item" to start adding products.')).toBeVisible()
  await create.click()
  await expect(said).toHaveText('Please select a supplier')
  await field(page, /^Supplier/).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await create.click()
  await expect(said).toHaveText('Please add at least one item')
  await button(page, 'Add Item').click()
  await expect(field(page, /^Quantity of Item 1/)).toHaveValue('1')
  await field(page, /^Quantity of Item 1/).fill('0')
  await create.click()
  await expect(said).toHaveText('Please select products for all items')
  await field(page, /^Product of item 1/).fill('tea')
  const option = page.getByRole('option', { name: /Tea/ })
  // The item that Enter chooses is highlighted, including its SKU and number.
  await expect(option).toHaveAttribute('data-combobox-selected')
  await expect(option.getByText('TEA-1')).toHaveCSS('color', 'rgb(255, 255, 255)')
  await option.click()
  await field(page, /^Quantity of Tea/).fill('0')
  await create.click()
  await expect(said).toHaveText('Quantity must be greater than 0 for all items')
  await field(page, /^Quantity of Tea/).fill('-3')
  await create.click()
  await expect(said).toHaveText('Quantity must be greater than 0 for all items')
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL('/purchase-orders')

  const order = await person.call(createPurchaseOrder, { supplier_id, lines: [{ product_id: tea.id, quantity: 2 }] })
  await page.goto(`/purchase-orders/${order.id}`)
  await button(page, `More actions for ${order.order_number}`).click()
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('found it cheaper')
  await button(page.getByRole('dialog'), 'Cancel order').click()
  await expect(page.getByText('found it cheaper')).toBeVisible()
  await button(page, 'Edit').click()
  await expect(field(page, /^Notes/)).toBeVisible()
  await expect(button(page, 'Add Item')).toHaveCount(0)
  await expect(field(page, /^Quantity of Tea/)).toHaveCount(0)
  await expect(page.getByRole('main').locator('section').filter({ hasText: 'Order Items' })).toContainText(/Total\$/)
  await field(page, /^Notes/).fill('closed in November')
  await button(page, 'Update Order').click()
  await expect(page).toHaveURL(`/purchase-orders/${order.id}`)
  expect(await person.call(readPurchaseOrder, { id: order.id })).toMatchObject({
    status: 'cancelled',
    notes: 'closed in November',
  })

  await page.goto('/purchase-orders?status=draft')
  await expect(page.getByText('No purchase orders found.')).toBeVisible()
  await page.goto('/purchase-orders/not-an-order')
  await expect(page.getByRole('heading', { name: 'Purchase Order Not Found' })).toBeVisible()
  await page.goto('/receiving?order=not-an-order')
  await expect(page.getByRole('alert')).toHaveText('Not foundIt was deleted, or the address is wrong.')
})

test('typed input survives a closed browser and a second editor, and signing out discards it', async ({
  page,
  person,
}) => {
  const order = await ordered(person)
  await page.goto(`/purchase-orders/${order.id}?edit`)
  await field(page, /^Quantity of Tea/).fill('12')
  await field(page, /^Notes/).fill('mine')
  // The browser closes in the middle of editing, and someone else adds a line and changes another one.
  await page.goto(emptyDocument)
  const sugar = await person.call(createProduct, { name: 'Sugar', sku: 'SUG-1', price: 1 })
  const lines = order.lines.map(({ id, product_id, quantity, unit_price, location_id }) => ({
    id,
    product_id,
    quantity: product_id === order.coffee.id ? 5 : quantity,
    unit_price,
    location_id,
  }))
  const { id, version, supplier_id } = order
  await person.call(updatePurchaseOrder, {
    id,
    version,
    supplier_id,
    lines: [...lines, { product_id: sugar.id, quantity: 3, unit_price: 0.5 }],
  })
  // The document mentions the unsaved input and links to the form.
  await page.goto(`/purchase-orders/${order.id}`)
  await expect(page.getByText(/^You have unsaved changes from .*\.$/)).toBeVisible()
  await button(page, 'Continue editing').click()
  await expect(page.getByText(/We restored your unsaved changes from /)).toBeVisible()
  await expect(field(page, /^Quantity of Tea/)).toHaveValue('12')
  await expect(page.getByText('This changed while you were editing')).toBeVisible()
  await button(page, 'Merge their changes').click()
  await expect(page.getByText('Both versions are merged in the form. Review and save.')).toBeVisible()
  for (const [name, quantity] of [
    ['Tea', '12'],
    ['Coffee', '5'],
    ['Sugar', '3'],
  ] as const)
    await expect(field(page, new RegExp(`^Quantity of ${name}`))).toHaveValue(quantity)
  await button(page, 'Update Order').click()
  await expect(page).toHaveURL(`/purchase-orders/${order.id}`)
  const saved = await person.call(readPurchaseOrder, { id })
  expect(saved.notes).toBe('mine')
  expect(saved.lines.map((line) => [line.product_name, line.quantity])).toEqual([
    ['Tea', 12],
    ['Coffee', 5],
    ['Sugar', 3],
  ])

  // Once saved, it isn't offered again; after typing again and signing out, it is gone.
  await expect(page.getByText('mine').first()).toBeVisible()
  await expect(page.getByText(/You have unsaved changes/)).toHaveCount(0)
  // A save in another tab leaves what was typed in this one, and so does going back at once.
  await page.goto(`/purchase-orders/${order.id}?edit`)
  const other = await page.context().newPage()
  await other.goto(`/purchase-orders/${order.id}?edit`)
  await field(page, /^Notes/).fill('ring twice')
  await field(other, /^Quantity of Tea/).fill('14')
  await button(other, 'Update Order').click()
  await expect(other).toHaveURL(`/purchase-orders/${order.id}`)
  await other.close()
  await expect(page.getByText('This changed while you were editing')).toBeVisible()
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage).includes("ring twice")')).toBe(true)
  await page.goto(`/purchase-orders/${order.id}`)
  await button(page, 'Discard').click()
  await expect(page.getByText(/You have unsaved changes/)).toHaveCount(0)
  await button(page, /^Edit/).click()
  await field(page, /^Notes/).fill('at once')
  await page.goBack()
  await expect(page.getByText(/You have unsaved changes/)).toBeVisible()
  await page.goto(`/purchase-orders/${order.id}?edit`)
  await field(page, /^Notes/).fill('secret')
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage).includes("secret")')).toBe(true)
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(await page.evaluate('JSON.stringify(localStorage).includes("secret")')).toBe(false)
  await sound()
})

test('the same order and receipt sent from two tabs are saved once, and both tabs say so', async ({ page, person }) => {
  await shop(person)
  await page.goto('/purchase-orders/new')
  await field(page, /^Supplier/).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await button(page, 'Add Item').click()
  await page.keyboard.type('TEA-1')
  await page.keyboard.press('Enter')
  await field(page, /^Quantity of Tea/).fill('10')
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage).includes("TEA-1")')).toBe(true)
  const other = await page.context().newPage()
  await other.goto('/purchase-orders/new')
  await expect(field(other, /^Quantity of Tea/)).toHaveValue('10')
  const tabs = [page, other]
  await Promise.all(tabs.map((tab) => button(tab, 'Create Order').click()))
  await Promise.all(tabs.map((tab) => expect(tab.getByText(/^PO-.* was created$/)).toBeVisible()))
  const { items } = await person.call(listPurchaseOrders, {})
  expect(items).toHaveLength(1)

  // With different contents it is another order, which isn't returned by mistake.
  await page.goto('/purchase-orders/new')
  await field(page, /^Supplier/).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await button(page, 'Add Item').click()
  await page.keyboard.type('COF-1')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage).includes("COF-1")')).toBe(true)
  await other.goto('/purchase-orders/new')
  await field(other, /^Quantity of Coffee/).fill('3')
  await button(page, 'Create Order').click()
  await expect(page).toHaveURL('/purchase-orders')
  await button(other, 'Create Order').click()
  await expect(other.getByRole('alert')).toContainText(
    'An order was already created from this form, with different contents',
  )
  expect((await person.call(listPurchaseOrders, {})).items).toHaveLength(2)
  await button(other, 'Create Order').click()
  await expect(other).toHaveURL('/purchase-orders')
  expect((await person.call(listPurchaseOrders, {})).items.map(({ total_amount }) => total_amount)).toEqual([
    18.75, 6.25, 25,
  ])

  const [made] = items
  const [id, order_number] = [made?.id ?? '', made?.order_number ?? '']
  await person.call(payPurchaseOrder, { id, version: (await person.call(readPurchaseOrder, { id })).version })
  await visit(page, `/receiving?order=${id}`)
  const quantity = field(page, /^Quantity to receive of Tea/)
  const otherQuantity = field(other, /^Quantity to receive of Tea/)
  await quantity.fill('4')
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage).includes("receipt ")')).toBe(true)
  await other.goto(`/receiving?order=${id}`)
  await expect(otherQuantity).toHaveValue('4')
  // The second tab's changes aren't part of the first tab's receipt: they remain, as a separate receipt.
  await otherQuantity.fill('3')
  await button(page, /^Process Receiving/).click()
  await expect(
    other.getByText(`Receipt 1 of ${order_number} was recorded. Your later changes aren’t recorded yet.`),
  ).toBeVisible()
  await expect(otherQuantity).toHaveValue('3')

  // Open, the second tab would store its own input again.
  await other.goto('about:blank')
  await quantity.fill('6')
  await expect.poll(() => page.evaluate('Object.values(localStorage).join().includes(\'"quantity":6\')')).toBe(true)
  await other.goto(`/receiving?order=${id}`)
  await expect(otherQuantity).toHaveValue('6')
  // Both tabs are ready before either sends; otherwise the later one would already know.
  const both = Promise.withResolvers<void>()
  let sent = 0
  await page.context().route('**/api/v1/purchase-orders/*/receipts', async (route) => {
    sent += 1
    if (sent === tabs.length) both.resolve()
    await both.promise
    await route.fallback()
  })
  await Promise.all(tabs.map((tab) => button(tab, /^Process Receiving/).click()))
  const recorded = new RegExp(`^(6 units of ${order_number} received|Receipt 2 of ${order_number} was recorded)$`)
  await Promise.all(tabs.map((tab) => expect(tab.getByText(recorded)).toBeVisible()))
  expect((await person.call(readPurchaseOrder, { id })).receipts.map(({ units }) => units)).toEqual([6, 4])
  await sound()
})

test('receiving: warnings, too many units, an over-delivery, another part, a crash in between, and undo', async ({
  page,
  person,
}) => {
  const order = await ordered(person)
  await person.call(createLocation, { name: 'Shop floor' })
  await page.goto('/receiving')
  await expect(page.getByRole('link', { name: 'Manage Locations' })).toHaveAttribute('href', '/locations')
  await field(page, /^Select Purchase Order/).click()
  const option = page.getByRole('option', { name: order.order_number })
  await expect(option).toContainText(/Exotic Liquids.*\$50\.00/)
  await option.click()
  const tea = page.locator('[data-line="TEA-1"]')
  await expect(tea).toContainText(/Tea.*TEA-1.*10 remaining/)
  await expect(field(tea, /^Receiving location of Tea/)).toHaveValue('Main Warehouse')
  await expect(tea.getByRole('combobox', { name: /^Condition/ })).toHaveValue('Good')

  const process = button(page, /^Process Receiving/)
  // Key by key, as people type: the first key must not replace the field.
  await field(tea, /^Quantity to receive of Tea/).pressSequentially('12')
  await field(tea, /^Lot/).pressSequentially('AB')
  await expect(field(tea, /^Quantity to receive of Tea/)).toHaveValue('12')
  await expect(field(tea, /^Lot/)).toHaveValue('AB')
  // A scanner ends a lot with Enter, which moves on to the expiry date and doesn't submit.
  await page.keyboard.press('Enter')
  const expiry = page.getByLabel(/^Expiry of the lot of Tea/)
  await expect(expiry).toBeFocused()
  await expiry.fill('2020-01-31')
  await expect(tea.getByText('This lot expired on 31 Jan 2020.')).toBeVisible()
  await expiry.press('Enter')
  await expect(field(page, /^Quantity to receive of Coffee/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(process).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field(tea, /^Lot/).clear()
  await process.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Some items exceed remaining quantity' })).toBeVisible()
  await expect(tea.getByText('Only 10 remaining')).toBeVisible()
  await tea.getByLabel('Receive 2 more than ordered as an over-delivery').check()
  // Someone else receives three in the meantime: typed input stays, and the messages are up to date.
  const [main] = await person.all(listLocations, {})
  await person.call(createReceipt, {
    purchase_order_id: order.id,
    lines: [{ purchase_order_item_id: order.lines[0]?.id ?? '', quantity: 3, location_id: main?.id ?? '' }],
  })
  await expect(tea).toContainText('7 remaining')
  await expect(tea.getByLabel('Receive 5 more than ordered as an over-delivery')).toBeChecked()
  await field(tea, /^Quantity to receive of Tea/).fill('5')
  await button(tea, 'Add another lot, condition or location').click()
  await field(tea, /^Quantity to receive of Tea, part 2/).fill('4')
  await field(tea, /^Receiving location of Tea, part 2/).fill('shop')
  await page.getByRole('option', { name: 'Shop floor' }).click()
  await expect(tea.getByLabel('Receive 2 more than ordered as an over-delivery')).toBeChecked()

  // The window closes after sending, before the response: when opened again, it shows that the receipt was posted.
  const died = page.waitForEvent('close')
  await page.route('**/api/v1/purchase-orders/*/receipts', async (route) => {
    await route.fetch()
    await page.close()
  })
  await process.click()
  await died
  page = await page.context().newPage()
  await page.goto(`/receiving?order=${order.id}`)
  await expect(page.getByText(`Receipt 2 of ${order.order_number} was recorded`)).toBeVisible()
  await expect(page.locator('[data-line="TEA-1"]')).toHaveText(/Tea.*TEA-1.*Fully Received/)
  await expect(button(page, /^Receive all/)).toBeVisible()
  const now = await person.call(readPurchaseOrder, { id: order.id })
  expect(now.receipts.map(({ units }) => units)).toEqual([9, 3])

  await page.goto(`/receiving/${now.receipts[0]?.id}`)
  await expect(page.getByText('Over-delivery', { exact: true })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^Goods.Receipt.PO-\d{6}-\d{3}-2\.pdf$/)
  await button(page, 'Undo receipt').click()
  await button(page.getByRole('dialog'), 'Undo receipt').click()
  await expect(page.getByText('Receipt undone')).toBeVisible()
  expect(await person.call(readProductStock, { product_id: order.tea.id })).toMatchObject({ on_hand: 3, incoming: 7 })
  // The history shows it like any other undo: the receipt is struck through, and the undo refers to it.
  await page.goto('/transactions')
  const rows = page.getByRole('row')
  const undo = rows.filter({ hasText: 'Undo · ' })
  await expect(undo).toContainText(['−', '−', '−'])
  await expect(undo.locator('[data-undone]')).toHaveCount(0)
  const undone = rows.filter({ hasText: 'Undone · ' }).locator('[data-undone]')
  await expect(undone).toContainText(['+', '+', '+'])
  await expect(undone.first()).toHaveCSS('text-decoration-line', 'line-through')
  await sound()
})

test('extra units that arrive after an order is complete are received from its page, owed, and paid', async ({
  page,
  person,
}) => {
  const order = await ordered(person)
  const [main] = await person.all(listLocations, {})
  await person.call(createReceipt, {
    purchase_order_id: order.id,
    lines: order.lines.map(({ id, quantity }) => ({
      purchase_order_item_id: id,
      quantity,
      location_id: main?.id ?? '',
    })),
  })
  await page.goto(`/purchase-orders/${order.id}`)
  await button(page, `More actions for ${order.order_number}`).click()
  await page.getByRole('menuitem', { name: 'Receive extra units' }).click()
  const tea = page.locator('[data-line="TEA-1"]')
  await expect(tea).toContainText('Fully Received')
  await expect(button(page, 'Fill in all')).toHaveCount(0)
  await button(tea, 'Add extra units of Tea').click()
  await expect(field(tea, /^Quantity to receive of Tea/)).toBeFocused()
  await page.keyboard.type('2')
  await expect(tea.getByLabel('Receive 2 more than ordered as an over-delivery')).toBeChecked()
  await button(page, /^Process Receiving/).click()
  await expect(page.getByText(`2 units of ${order.order_number} received`)).toBeVisible()

  await page.goto('/purchase-orders')
  await expect(row(page, order.order_number)).toContainText(/\$50\.00.*\+ \$5\.00 extra.*Received.*Partial/)
  await page.goto(`/purchase-orders/${order.id}`)
  await expect(page.getByRole('term').filter({ hasText: 'Over-delivered' })).toBeVisible()
  await expect(page.getByText('of $55.00')).toBeVisible()
  await button(page, 'Complete Payment').click()
  await expect(page.getByRole('dialog')).toContainText('$5.00 will be recorded as paid')
  await button(page.getByRole('dialog'), 'Complete Payment').click()
  await expect(page.getByText(`${order.order_number} is paid`)).toBeVisible()
  await expect(page.getByText('of $55.00')).toBeVisible()
  await sound()
})

test('an order to pay and to receive has its number, status and payment on one line at 1280 pixels', async ({
  page,
  person,
}) => {
  const { supplier_id, tea } = await shop(person)
  const lines = [
    { product_id: tea.id, quantity: 4_000, unit_price: 2.5 },
    { product_id: tea.id, quantity: 10, unit_price: 2.5 },
  ]
  const draft = await person.call(createPurchaseOrder, { supplier_id, lines })
  const order = await person.call(payPurchaseOrder, { id: draft.id, version: draft.version })
  const [main] = await person.all(listLocations, {})
  const part = { purchase_order_item_id: order.lines[1]?.id ?? '', location_id: main?.id ?? '' }
  await person.call(createReceipt, {
    purchase_order_id: order.id,
    lines: [
      { ...part, quantity: 10 },
      { ...part, quantity: 2, is_over_delivery: true },
    ],
  })
  await page.goto(`/purchase-orders/${order.id}`)
  for (const name of ['Complete Payment', 'Edit']) await expect(button(page, name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Receive 4,000 units' })).toBeVisible()
  const number = await page.getByRole('heading', { level: 1 }).boundingBox()
  const paid = await page.locator('header').getByText('Partly paid', { exact: true }).first().boundingBox()
  expect(overlap(number, paid && { ...paid, x: number?.x ?? 0 })).toBe(true)
  await button(page, `More actions for ${order.order_number}`).click()
  await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible()
})

test('Complete Payment places a new order that costs nothing; what cancelling a paid one makes due back is found and recorded', async ({
  page,
  person,
}) => {
  const order = await ordered(person)
  await page.goto('/purchase-orders/new')
  await field(page, /^Supplier/).click()
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await button(page, 'Add Item').click()
  await page.keyboard.type('tea')
  await page.getByRole('option', { name: /Tea/ }).click()
  await field(page, /^Unit price/).fill('0')
  await button(page, 'Complete Payment').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This places the order.')
  await expect(dialog.getByLabel('Payment date')).toHaveCount(0)
  await button(dialog, 'Complete Payment').click()
  await expect(page.getByText(/^PO-[\d-]+ is ordered$/)).toBeVisible()
  expect(await person.all(listPurchaseOrders, { status: 'ordered' })).toHaveLength(2)

  await page.goto(`/purchase-orders/${order.id}`)
  await button(page, `More actions for ${order.order_number}`).click()
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await expect(dialog).toContainText('The supplier owes you the $50.00 you paid.')
  await button(dialog, 'Cancel order').click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/purchase-orders?payment=refund_due')
  await expect(page.getByRole('table', { name: 'Purchase Orders' }).locator('tbody tr')).toHaveCount(1)
  await row(page, order.order_number).getByRole('link', { name: order.order_number }).click()
  await button(page, 'Record Refund').click()
  await expect(dialog).toContainText('$50.00 will be recorded as paid back by Exotic Liquids')
  await expect(dialog.getByLabel('Refund date')).toBeVisible()
  await button(dialog, 'Record Refund').click()
  const history = page.getByRole('region', { name: 'Payment History' })
  await expect(history).toContainText('−$50.00Refund')
  await expect(button(page, 'Record Refund')).toHaveCount(0)
  await history.getByRole('button', { name: 'Undo the refund of $50.00' }).click()
  await button(dialog, 'Undo refund').click()
  await expect(button(page, 'Record Refund')).toBeVisible()
  await sound()
})

test('on a phone items are photographed and received with the thumb; axe finds nothing serious on these screens', async ({
  page,
  person,
}) => {
  test.slow()
  const order = await ordered(person)
  // Pictures need a cookie that is set at sign-in; this browser was only given its session.
  await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: person.email, password: person.password },
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/receiving?order=${order.id}`)
  const tea = page.locator('[data-line="TEA-1"]')
  for (let round = 0; round < 3; round++) await button(tea, /^More: Quantity/).click()
  await tea.locator('input[type="file"]').setInputFiles({
    name: 'pallet.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  })
  await expect(tea.getByRole('img', { name: 'Photo 1 of Tea' })).toBeVisible()
  expect(await allFaults(page)).toEqual([])
  expect(await page.evaluate(fits)).toBe(true)
  await button(page, 'Process Receiving · 3 units').click()
  await expect(page.getByText(`3 units of ${order.order_number} received`)).toBeVisible()
  const now = await person.call(readPurchaseOrder, { id: order.id })
  await visit(page, `/receiving/${now.receipts[0]?.id}`)
  await expect(page.getByRole('img', { name: 'Photo 1 of Tea' })).toBeVisible()
  expect(await allFaults(page)).toEqual([])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/purchase-orders',
      '/purchase-orders/new',
      `/purchase-orders/${order.id}`,
      `/purchase-orders/${order.id}?edit`,
      '/receiving',
    ]) {
      await visit(page, path)
      expect({ path, faults: await allFaults(page) }).toEqual({ path, faults: [] })
      await setColorScheme(page, 'dark')
      expect({ path, faults: await allFaults(page, undefined, ['color-contrast']) }).toEqual({ path, faults: [] })
      await setColorScheme(page, 'light')
      expect(await page.evaluate(fits)).toBe(true)
    }
  }
})

/** Nothing has to be scrolled sideways. */
const fits = 'document.documentElement.scrollWidth <= window.innerWidth'

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a supplier’s low-stock products are added to an order with what they need, without those already on order', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const low = { price: 4, supplier_id, stock_quantity: 3, min_stock_level: 10 }
  const tea = await person.call(createProduct, { ...low, name: 'Tea', sku: 'TEA-1', cost_price: 2.5 })
  const coffee = await person.call(createProduct, { ...low, name: 'Coffee', sku: 'COF-1' })
  await person.call(createProduct, { ...low, name: 'Cocoa', sku: 'COC-1', stock_quantity: 50 })
  await person.call(createProduct, { ...low, name: 'Milk', sku: 'MIL-1', supplier_id: null })
  const placed = await person.call(createPurchaseOrder, {
    supplier_id,
    lines: [{ product_id: coffee.id, quantity: 17, unit_price: 1 }],
  })
  await person.call(payPurchaseOrder, { id: placed.id, version: placed.version })

  await visit(page, '/purchase-orders/new')
  await button(page, 'Add Item').click()
  await field(page, /^Supplier/).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await button(page, 'Add 1 product to reorder').click()
  const lines = page.getByRole('group', { name: 'Order Items' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(button(page, /to reorder/)).toHaveCount(0)
  // 17 units reach twice the minimum; the quantity has the focus.
  await expect(page.locator(':focus')).toHaveValue('17')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/purchase-orders$/)
  const { items } = await person.call(listPurchaseOrders, {})
  const saved = await person.call(readPurchaseOrder, { id: items.find(({ id }) => id !== placed.id)?.id ?? '' })
  expect(saved.lines).toMatchObject([{ product_id: tea.id, quantity: 17, unit_price: 2.5 }])
})

test('a low product leads to an order with its supplier, until enough is on order; an order begun before stays as it is', async ({
  page,
  person,
}) => {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const low = { price: 4, supplier_id, stock_quantity: 3, min_stock_level: 10 }
  const tea = await person.call(createProduct, { ...low, name: 'Tea', sku: 'TEA-1', cost_price: 2.5 })
  await visit(page, '/purchase-orders/new')
  await field(page, /^Notes/).fill('for the fair')

  await visit(page, `/products/${tea.id}`)
  const order = page.getByRole('link', { name: 'Order from Exotic Liquids' })
  await order.click()
  await expect(page).toHaveURL(new RegExp(`/purchase-orders/new\\?supplier=${supplier_id}$`))
  await expect(field(page, /^Supplier/)).toHaveValue('Exotic Liquids')
  await expect(field(page, /^Notes/)).toHaveValue('')
  await button(page, 'Add 1 product to reorder').click()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/purchase-orders$/)
  const { items } = await person.call(listPurchaseOrders, {})
  const [created] = items
  if (!created) throw new Error('the order was not created')
  expect(created).toMatchObject({ supplier_name: 'Exotic Liquids', line_count: 1 })

  const { id, version } = await person.call(readPurchaseOrder, { id: created.id })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/products/${tea.id}`)
  await expect(page.getByText('Low Stock Alert')).toBeVisible()
  await expect(page.getByText('(3) is at or below minimum level (10). On its way: 17 incoming.')).toBeVisible()
  await expect(order).toHaveCount(0)
  await visit(page, '/')
  await expect(page.getByRole('link', { name: 'Tea TEA-1 · 17 incoming 3 / 10' })).toBeVisible()
  await visit(page, '/purchase-orders/new')
  await expect(field(page, /^Notes/)).toHaveValue('for the fair')
})

test('an order without a location names the default location, in its form and in its document', async ({
  page,
  person,
}) => {
  const { tea, supplier_id } = await shop(person)
  const { id } = await person.call(createPurchaseOrder, {
    supplier_id,
    lines: [{ product_id: tea.id, quantity: 4, unit_price: 2 }],
  })
  await visit(page, `/purchase-orders/${id}`)
  await expect(page.locator('dl > div').filter({ hasText: 'Deliver to' })).toContainText('Main Warehouse (default)')
  for (const path of ['/purchase-orders/new', `/purchase-orders/${id}?edit=1`]) {
    await visit(page, path)
    await expect(field(page, /^Deliver to/)).toHaveAttribute('placeholder', 'Main Warehouse (default)')
  }
})

test('the location that a new order is delivered to can be chosen before its first item', async ({ page, person }) => {
  const { tea } = await shop(person)
  const shelf = await person.call(createLocation, { name: 'Shelf' })
  await visit(page, '/purchase-orders/new')
  const deliver = field(page, /^Deliver to/)
  await deliver.fill('shelf')
  await page.getByRole('option', { name: 'Shelf' }).first().click()
  await expect(deliver).toHaveValue('Shelf')
  await field(page, /^Supplier/).fill('exotic')
  await page.getByRole('option', { name: 'Exotic Liquids' }).click()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('textbox', { name: /^Product/ }).fill(tea.sku)
  await page.getByRole('option', { name: /Tea/ }).first().click()
  await expect(deliver).toHaveValue('Shelf')
  await page.getByRole('button', { name: 'Create Order' }).click()
  await expect(page).toHaveURL(/\/purchase-orders$/)
  const [created] = (await person.call(listPurchaseOrders, {})).items
  const { lines } = await person.call(readPurchaseOrder, { id: created!.id })
  expect(lines).toMatchObject([{ product_id: tea.id, location_id: shelf.id }])
})

test('a location is added where units arrive, never by Enter alone, and not where they leave', async ({
  page,
  person,
}) => {
  const { tea, supplier_id } = await shop(person)
  const lines = [{ product_id: tea.id, quantity: 4, unit_price: 2 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  const location = field(page, /^Receiving location of Tea/)
  await location.fill('Cold room')
  const add = page.getByRole('option', { name: 'Add “Cold room”' })
  await expect(add).toBeVisible()
  await location.press('Enter')
  expect((await person.call(listLocations, {})).items).toHaveLength(1)
  await location.fill('Cold room')
  await add.click()
  await expect(page.getByText('Cold room was added')).toBeVisible()
  await expect(location).toHaveValue('Cold room')
  await button(page, 'Receive all · 4 units').click()
  await expect(page.getByText(/^4 units of .* received$/)).toBeVisible()
  const { locations } = await person.call(readProductStock, { product_id: tea.id })
  expect(locations.filter(({ available }) => available > 0)).toMatchObject([
    { location_name: 'Cold room', available: 4 },
  ])

  await visit(page, '/sales-orders/new')
  await field(page, /^Ship from/).fill('Attic')
  await expect(page.getByText('No locations found')).toBeVisible()
  await expect(page.getByRole('option', { name: /^Add/ })).toHaveCount(0)
})
