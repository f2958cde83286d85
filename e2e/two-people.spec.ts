import type { Page } from '@playwright/test'
import { acceptInvitation, createInvitation } from '../contract/invitations.ts'
import { createLocation } from '../contract/locations.ts'
import { changeMemberRole, limitMember, unlimitMember } from '../contract/members.ts'
import { deleteProduct } from '../contract/product-deletion.ts'
import { createProduct } from '../contract/products.ts'
import {
  changeSalesOrderStatus,
  createSalesOrder,
  readSalesOrder,
  type SalesOrderLine,
  updateSalesOrder,
} from '../contract/sales-orders.ts'
import { remember } from './support/browser.ts'
import { type Person, signUp } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// What one person has open while another changes it.

const dialog = (page: Page) => page.getByRole('dialog')

const savedLine = ({ id, product_id, quantity, unit_price }: SalesOrderLine) => ({
  id,
  product_id,
  quantity,
  unit_price,
})

async function orderOf(person: Person) {
  const bolts = await person.call(createProduct, { name: 'Bolts', sku: 'B-1', price: 10, stock_quantity: 5 })
  const lines = [{ product_id: bolts.id, quantity: 3, unit_price: 10 }]
  return person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
}

test('a payment that is being typed stays when a colleague cancels the order, and says so', async ({
  page,
  person,
}) => {
  const { id, version } = await orderOf(person)
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Add Payment' }).click()
  await dialog(page).getByRole('textbox', { name: 'Reference number' }).fill('Cheque 17')
  await person.call(changeSalesOrderStatus, { id, version, status: 'cancelled' })
  await expect(dialog(page).getByText('This order was cancelled. No balance due. This is $30.00 more.')).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Reference number' })).toHaveValue('Cheque 17')
  await dialog(page).getByRole('radio', { name: 'Check' }).click()
  await dialog(page).getByRole('button', { name: 'Add Payment' }).click()
  await expect(page.getByText(/^\$30\.00 recorded for SO-.*\. Refund due: \$30\.00$/)).toBeVisible()
  expect(await person.call(readSalesOrder, { id })).toMatchObject({ refund_due: 30, payments: [{ amount: 30 }] })
})

test('saving a product that a colleague deleted says so, and keeps what was typed', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Bolts', sku: 'B-1', price: 10 })
  await visit(page, `/products/${id}?edit=1`)
  const name = page.getByRole('textbox', { name: /^Product Name/ })
  await name.fill('Hex bolts')
  await person.call(deleteProduct, { id })
  await name.press('Control+Enter')
  await expect(page.getByText('This no longer exists, or you don’t have access to it.')).toBeVisible()
  await expect(name).toHaveValue('Hex bolts')
})

test('after merging or reloading a colleague’s changes, the keyboard continues in the form', async ({
  page,
  person,
}) => {
  const order = await orderOf(person)
  await visit(page, `/sales-orders/${order.id}?edit=1`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Ring twice')
  await page.getByRole('textbox', { name: 'Quantity of Bolts', exact: true }).fill('1')
  const shipped = await person.call(changeSalesOrderStatus, {
    id: order.id,
    version: order.version,
    status: 'shipped',
  })
  await page.getByRole('button', { name: 'Merge their changes' }).press('Enter')
  const merged = page.getByRole('status').filter({ hasText: 'Both versions are merged' })
  await expect(merged).toContainText('This order has shipped, so its items can’t change')
  await expect(merged).toBeFocused()

  await notes.fill('Ring three times')
  const { id, version } = shipped
  const theirs = { customer_name: 'Ana Trujillo', notes: 'Leave at the door', lines: shipped.lines.map(savedLine) }
  await person.call(updateSalesOrder, { id, version, ...theirs })
  await page.getByRole('button', { name: 'Reload' }).press('Enter')
  await expect(notes).toHaveValue('Leave at the door')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a role and locations that change while a form is open are announced, and what was typed returns with the role', async ({
  page,
  person,
  baseURL,
}) => {
  const boss = await signUp(baseURL ?? '')
  const shop = await boss.call(createLocation, { name: 'Shop floor' })
  const { id } = await orderOf(boss)
  const { link } = await boss.call(createInvitation, { role: 'staff' })
  await person.call(acceptInvitation, { secret: link?.split('#')[1] ?? '' })
  const user_id = person.session.user.id
  await remember(page, person.in(boss.org_id), baseURL ?? '')
  await page.goto(`/sales-orders/${id}?edit=1`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Ring twice')
  await boss.call(changeMemberRole, { user_id, role: 'viewer' })
  await expect(page.getByText('Your role in this company is now Viewer')).toBeVisible()
  await expect(notes).toHaveCount(0)

  await boss.call(changeMemberRole, { user_id, role: 'staff' })
  await expect(page.getByText('Your role in this company is now Staff')).toBeVisible()
  await page.getByRole('button', { name: 'Add Payment' }).first().click()
  await boss.call(limitMember, { user_id, location_ids: [shop.id] })
  await expect(page.getByText('The locations you have access to have changed')).toBeVisible()
  await boss.call(unlimitMember, { user_id })
  await page.goto(`/sales-orders/${id}?edit=1`)
  await expect(notes).toHaveValue('Ring twice')
})
