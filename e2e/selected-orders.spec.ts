import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, readPurchaseOrder, submitPurchaseOrder } from '../contract/purchase-orders.ts'
import { changeSalesOrderStatus, createSalesOrder, listSalesOrders, readSalesOrder } from '../contract/sales-orders.ts'
import { createShipment } from '../contract/shipments.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { accessible, accessibleInBoth } from './support/accessible.ts'
import { setRole } from './support/database.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

async function withTea(person: Person) {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Tea',
    sku: 'TEA',
    price: 4,
    stock_quantity: 500,
  })
  const sold = (status: 'pending' | 'shipped' = 'pending') =>
    person.call(createSalesOrder, { customer_name: 'Ana', status, lines: [{ product_id, quantity: 2, unit_price: 4 }] })
  const planned = async () => {
    const order = await sold()
    await person.call(createShipment, {
      sales_order_id: order.id,
      shipping_method: 'ground',
      carrier: 'ups',
      shipping_address: '12 Orchestra Terrace',
      lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 2 }],
    })
    return order
  }
  return { product_id, sold, planned }
}

/** The file that `press` downloads: its name, and how many documents it lists. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await press()
  const file = await download
  const text = await readFile(await file.path(), 'latin1')
  return { name: file.suggestedFilename(), documents: text.match(/\/Title \([^)]* [SP]O-/g)?.length }
}

test('packing slips of selected orders are one file, after those without a shipment are named; so are invoices', async ({
  page,
  person,
}) => {
  const { sold, planned } = await withTea(person)
  const [first, second, without] = [await planned(), await planned(), await sold()]
  await visit(page, '/sales-orders')
  await page.getByRole('link', { name: without.order_number }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  for (const { order_number } of [first, second, without]) await expect(box(page, order_number)).toBeChecked()
  await expect(bar(page).getByRole('button', { name: 'Mark as Delivered' })).toHaveCount(0)
  await accessible(page)

  await bar(page).getByRole('button', { name: 'Print Packing Slips' }).click()
  const dialog = page.getByRole('dialog', { name: /^Print Packing Slips/ })
  await expect(dialog).toContainText('1 order has no shipment:')
  await expect(dialog.getByRole('listitem')).toHaveText([without.order_number])
  await accessible(page, '[role=dialog]')
  const slips = await downloaded(page, () => dialog.getByRole('button', { name: 'Print 2 packing slips' }).click())
  expect(slips).toEqual({ name: 'Packing_slips.pdf', documents: 2 })
  await expect(dialog).toBeHidden()
  const invoices = await downloaded(page, () => bar(page).getByRole('button', { name: 'Print Invoices' }).click())
  expect(invoices).toEqual({ name: 'Invoices.pdf', documents: 3 })

  await box(page, first.order_number).uncheck()
  await box(page, second.order_number).uncheck()
  await bar(page).getByRole('button', { name: 'Print Packing Slips' }).click()
  await expect(dialog).toContainText('Create shipments first.')
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The second time, its content is there as it opens.
  const print = bar(page).getByRole('button', { name: 'Print Packing Slips' })
  await print.click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(print).toBeFocused()
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
})

test('shipped ones of the selected orders are marked as delivered; nothing is if one was changed meanwhile', async ({
  page,
  person,
}) => {
  const { sold } = await withTea(person)
  const [one, other, open] = [await sold('shipped'), await sold('shipped'), await sold()]
  await visit(page, '/sales-orders')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByRole('button', { name: 'Mark as Delivered' }).click()
  const question = page.getByRole('dialog', { name: 'Mark 2 orders as delivered?' })
  await expect(question).toContainText('1 other selected order stays as it is.')
  await person.call(changeSalesOrderStatus, { id: other.id, version: other.version, status: 'delivered' })
  await question.getByRole('button', { name: 'Mark as Delivered' }).click()
  await expect(page.getByText(`${other.order_number} was changed in the meantime, so nothing was saved.`)).toBeVisible()
  expect((await person.call(readSalesOrder, { id: one.id })).status).toBe('shipped')

  await bar(page).getByRole('button', { name: 'Mark as Delivered' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Delivered' }).click()
  await expect(page.getByText('1 order is delivered')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(one.order_number) })).toContainText('Delivered')
  expect((await person.call(readSalesOrder, { id: open.id })).status).toBe('pending')
})

test('purchase orders are printed together, more than 100 are not, and a viewer can print and change nothing', async ({
  page,
  person,
}) => {
  // It makes more than 100 orders.
  test.slow()
  const { product_id, sold } = await withTea(person)
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  for (let made = 0; made < 2; made++)
    await person.call(createPurchaseOrder, { supplier_id, lines: [{ product_id, quantity: 1, unit_price: 2 }] })
  await visit(page, '/purchase-orders')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const orders = await downloaded(page, () => bar(page).getByRole('button', { name: 'Print' }).click())
  expect(orders).toEqual({ name: 'Purchase_Orders.pdf', documents: 2 })

  for (let made = 0; made < 101; made++) await sold(made === 0 ? 'shipped' : 'pending')
  await setRole(person, 'viewer')
  await visit(page, '/sales-orders?sort=order_date')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const more = bar(page).getByRole('button', { name: /^Select/ })
  // Unless all of them are loaded by then.
  if (await more.isVisible()) await more.click()
  await expect(bar(page)).toContainText('At most 100 orders can be printed at once')
  await expect(bar(page).getByRole('button')).toHaveText([''])
  // The shipped order stays selected.
  await box(page, (await person.call(listSalesOrders, { sort: 'order_date' })).items[1]?.order_number ?? '').uncheck()
  await expect(bar(page).getByRole('button')).toHaveText([
    'Select all 101',
    'Print Packing Slips',
    'Print Invoices',
    '',
  ])
  const invoices = await downloaded(page, () => bar(page).getByRole('button', { name: 'Print Invoices' }).click())
  expect(invoices).toEqual({ name: 'Invoices.pdf', documents: 100 })
})

test('selected drafts are submitted after those that can’t be are listed with reasons, and Undo moves them back', async ({
  page,
  person,
}) => {
  const { product_id } = await withTea(person)
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const draft = (payment_terms_days: number | null) =>
    person.call(createPurchaseOrder, {
      supplier_id,
      payment_terms_days,
      lines: [{ product_id, quantity: 5, unit_price: 2 }],
    })
  const [one, other, unpaid] = [await draft(30), await draft(14), await draft(null)]
  const placed = await draft(30)
  await person.call(submitPurchaseOrder, { id: placed.id, version: placed.version })
  await visit(page, '/purchase-orders')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const submit = bar(page).getByRole('button', { name: 'Submit', exact: true })
  await submit.click()
  const question = page.getByRole('dialog', { name: 'Submit 2 orders?' })
  await expect(question).toContainText('Total $20.00. The items become incoming; suppliers aren’t emailed.')
  await expect(question).toContainText('1 other selected order isn’t a draft and stays as it is.')
  await expect(question.getByRole('listitem')).toHaveText([`${unpaid.order_number}Pay for this order first.`])
  await accessible(page, '[role=dialog]')
  // Changed while the question is open: nothing is submitted.
  const { version } = await person.call(readPurchaseOrder, { id: other.id })
  await person.call(submitPurchaseOrder, { id: other.id, version })
  await question.getByRole('button', { name: 'Submit 2 orders' }).click()
  await expect(
    page.getByText(`${other.order_number} was changed in the meantime, so nothing was submitted.`),
  ).toBeVisible()
  expect((await person.call(readPurchaseOrder, { id: one.id })).status).toBe('draft')

  await submit.click()
  await page.getByRole('button', { name: 'Submit 1 order' }).click()
  await expect(page.getByText('1 order is ordered')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(one.order_number) })).toContainText('Ordered')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 order moved back to draft')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(one.order_number) })).toContainText('Draft')
  expect((await person.call(readPurchaseOrder, { id: other.id })).status).toBe('ordered')

  await box(page, unpaid.order_number).check()
  await submit.click()
  const refusal = page.getByRole('dialog', { name: 'Can’t submit 1 order' })
  await expect(refusal.getByRole('listitem')).toHaveText([`${unpaid.order_number}Pay for this order first.`])
  await accessibleInBoth(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(submit).toBeFocused()
})
