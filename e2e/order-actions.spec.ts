import type { Page } from '@playwright/test'
import { createProduct } from '../contract/products.ts'
import { changeSalesOrderStatus, createSalesOrder, type SalesOrder } from '../contract/sales-orders.ts'
import { addPayment } from '../contract/sales-payments.ts'
import { createShipment } from '../contract/shipments.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

async function sold(person: Person): Promise<SalesOrder> {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Tea',
    sku: 'T',
    price: 2,
    stock_quantity: 3_000,
  })
  const lines = [{ product_id, quantity: 1_234, unit_price: 2 }]
  return person.call(createSalesOrder, { customer_name: 'Lazy K Kountry Store', lines })
}

/** All actions of an order are beside its title, and its menu has these. */
async function besideTitle(page: Page, order: SalesOrder, step: string, entries: readonly string[]): Promise<void> {
  await visit(page, `/sales-orders/${order.id}`)
  const topOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => Math.round(button.getBoundingClientRect().top))
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const menu = `More actions for ${order.order_number}`
  for (const name of ['Edit', menu, step])
    expect(await topOf(name), name).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
  await page.getByRole('button', { name: menu }).click()
  await expect(page.getByRole('menuitem')).toHaveText(entries)
}

test('at 1280 px, all actions of an order are beside its title, whatever its next step', async ({ page, person }) => {
  const order = await sold(person)
  await person.call(createShipment, {
    sales_order_id: order.id,
    carrier: 'ups',
    shipping_method: 'ground',
    shipping_address: '12 Orchestra Terrace',
    lines: [{ sales_order_item_id: order.lines[0]?.id ?? '', quantity: 34 }],
  })
  const papers = ['Order Confirmation', 'Invoice']
  await besideTitle(page, order, 'Mark shipment 1 as shipped', [...papers, 'Share', 'Cancel order'])
  await expect(page.getByRole('button', { name: 'Add Payment' })).toBeVisible()
})

test('an overpaid order offers the refund, and another payment in the menu', async ({ page, person }) => {
  const order = await sold(person)
  const paid = await person.call(addPayment, { sales_order_id: order.id, amount: 3_000, payment_method: 'cash' })
  await person.call(changeSalesOrderStatus, { id: order.id, version: paid.version, status: 'shipped' })
  const papers = ['Order Confirmation', 'Invoice']
  const entries = [...papers, 'Add Payment', 'Return goods', 'Share', 'Cancel order']
  await besideTitle(page, order, 'Mark 1,234 units as delivered', entries)
  await page.getByRole('menuitem', { name: 'Add Payment' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Payment' })).toBeVisible()
})
