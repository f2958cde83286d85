import type { Page } from '@playwright/test'
import { listCategories } from '../contract/categories.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSalesReturn } from '../contract/sales-returns.ts'
import { createShipment } from '../contract/shipments.ts'
import { listSuppliers } from '../contract/suppliers.ts'
import { setRole } from './support/database.ts'
import { inSampleCompany } from './support/sample.ts'
import { expect, test } from './support/test.ts'
import { mainWarehouse } from './support/texts.ts'
import { visit } from './support/visit.ts'

/**
 * Actions that change something, by the first word of their name. Recent Activity describes past changes: "Added",
 * "Updated".
 */
const changing =
  /^(?:(?:Add|Edit|Delete|Update|New|Import|Undo|Discard|Complete|Receive|Restore|Save|Set|Create|Release|Scrap|Return(?! \d)|Email|Mark)\b|Cancel transfer|Transfer$|Ship\b|Cancel order|Status:|More actions|Back to (?:pending|in transit)|Actions:(?! SO-\d+-\d+| Main Warehouse| Shop Floor| Workbench)|More:|Less:)/

/** The names of everything on the screen that can be pressed. */
async function pressable(page: Page): Promise<string[]> {
  const found = page.getByRole('main').locator('button:visible, a:visible')
  // Read all at once, because elements read one after another may have disappeared in the meantime.
  return found.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
}

test('a viewer sees everything and is offered nothing that would be refused', async ({
  page,
  person: owner,
  baseURL,
}) => {
  test.slow()
  const person = await inSampleCompany(page, owner, baseURL)
  const [product] = (await person.call(listProducts, { search: 'CHN-11' })).items
  const [category] = (await person.call(listCategories, {})).items
  const [supplier] = (await person.call(listSuppliers, {})).items
  // Proves that what is searched for below exists for other roles.
  await visit(page, '/categories')
  expect((await pressable(page)).filter((name) => changing.test(name))).toEqual(
    expect.arrayContaining(['Add Category', `Edit ${category?.name}`]),
  )

  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const sold = (quantity: number, status: 'pending' | 'delivered') =>
    person.call(createSalesOrder, { customer_name: 'Ana', status, lines: [{ product_id, quantity, unit_price: 4 }] })
  const [open, delivered] = [await sold(4, 'pending'), await sold(2, 'delivered')]
  await person.call(createShipment, {
    sales_order_id: open.id,
    shipping_method: 'ground',
    carrier: 'ups',
    shipping_address: 'x',
    lines: [{ sales_order_item_id: open.lines[0]?.id ?? '', quantity: 1 }],
  })
  const { return: back } = await person.call(createSalesReturn, {
    sales_order_id: delivered.id,
    lines: [
      {
        sales_order_item_id: delivered.lines[0]?.id ?? '',
        quantity: 1,
        location_id: await mainWarehouse(person),
      },
    ],
  })
  await visit(page, `/sales-orders/${open.id}`)
  expect((await pressable(page)).filter((name) => changing.test(name))).toEqual(
    expect.arrayContaining(['Mark shipment 1 as shipped', 'Add Payment', 'Edit', 'Status: Processing']),
  )

  // Without a reload: the next response shows that the role changed.
  await visit(page, '/suppliers')
  await expect(page.getByRole('link', { name: 'Add Supplier' })).toBeVisible()
  await setRole(person, 'viewer')
  await visit(page, '/categories?q=nothing')
  await expect(page.getByRole('link', { name: 'Add Category' })).toHaveCount(0)
  for (const path of [
    '/',
    '/sales-orders',
    `/sales-orders?customer=${open.customer_id}`,
    `/sales-orders/${open.id}`,
    `/sales-orders/${open.id}?edit`,
    `/sales-orders/${delivered.id}`,
    '/sales-orders/new',
    `/returns/${back.id}`,
    '/shipping',
    '/products?q=chain',
    '/products?view=table&q=chain',
    `/products/${product?.id}`,
    `/products/${product?.id}?edit=1`,
    '/categories',
    '/categories?view=table',
    '/suppliers',
    '/suppliers?view=table',
    '/locations',
    '/locations?view=table',
    '/location-transfers',
    '/stock-count',
    '/transactions',
  ]) {
    await visit(page, path)
    const offered = (await pressable(page)).filter((name) => changing.test(name))
    expect({ path, offered }).toEqual({ path, offered: [] })
  }
  // Users choose their own notifications, whatever their role.
  await visit(page, '/settings/notifications')
  expect((await pressable(page)).filter((name) => changing.test(name))).toEqual(['Save Changes'])
  await page.getByRole('switch', { name: 'Low Stock Alerts' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  // The actions in the menus of orders, locations and shipments are read.
  await visit(page, '/sales-orders')
  await page
    .getByRole('button', { name: /^Actions: SO-/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['Order Confirmation', 'Invoice'])
  await page.keyboard.press('Escape')
  await visit(page, '/locations?view=table')
  await page.getByRole('button', { name: 'Actions: Main Warehouse' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Print label', 'Comments and history'])
  await page.keyboard.press('Escape')
  await visit(page, '/shipping')
  await page
    .getByRole('button', { name: /^Actions: SO-/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Packing slip'])
  await page.keyboard.press('Escape')

  for (const [path, label, value] of [
    [`/categories/${category?.id}`, 'Category Name', category?.name],
    [`/suppliers/${supplier?.id}`, 'Supplier Name', supplier?.name],
    [`/suppliers/${supplier?.id}/edit`, 'Supplier Name', supplier?.name],
    ['/products/new', 'Product Name', ''],
    ['/categories/new', 'Category Name', ''],
    ['/suppliers/new', 'Supplier Name', ''],
    ['/transactions?add=1', 'Notes', ''],
  ] as const) {
    await visit(page, path)
    await expect(page.getByText('Your role can view this but not change it.')).toBeVisible()
    const field = page.getByRole('textbox', { name: label })
    await expect(field).toBeDisabled()
    await expect(field).toHaveValue(value ?? 'no such record')
    await expect(page.locator('button[type="submit"]')).toHaveCount(0)
  }
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill('add')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Adding a product' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Add\b/ })).toHaveCount(0)
})
