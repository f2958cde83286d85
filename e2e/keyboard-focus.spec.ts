import { createCategory } from '../contract/categories.ts'
import { createLocation } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Where the focus is after a control that had it disappears.

test("a row's menu returns the focus to its button, the first time it is opened and later", async ({
  page,
  person,
}) => {
  await person.call(createProduct, { name: 'Green tea', sku: 'TEA', price: 4 })
  for (const view of ['table', 'grid']) {
    await visit(page, `/products?view=${view}`)
    const actions = page.getByRole('button', { name: 'Actions: Green tea' })
    await actions.focus()
    for (const keys of [['Escape'], ['ArrowDown', 'Escape']]) {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Update Stock' })).toBeFocused()
      for (const key of keys) await page.keyboard.press(key)
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(actions).toBeFocused()
    }
  }
})

test("a dialog that was opened from a row's menu returns the focus to the menu's button", async ({ page, person }) => {
  await person.call(createProduct, { name: 'Green tea', sku: 'TEA', price: 4 })
  for (const view of ['table', 'grid']) {
    await visit(page, `/products?view=${view}`)
    const actions = page.getByRole('button', { name: 'Actions: Green tea' })
    for (const round of ['first', 'again']) {
      await actions.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Update Stock' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: /^Update Stock/ }), round).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(actions, round).toBeFocused()
    }
  }
})

test('choosing the order of a shipment, or another one, leads to its first quantity', async ({ page, person }) => {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  for (const customer_name of ['Ana Trujillo', 'Tom Okafor'])
    await person.call(createSalesOrder, { customer_name, lines })
  await visit(page, '/shipping')
  await page.getByRole('button', { name: 'Add Shipment' }).first().focus()
  await page.keyboard.press('Enter')
  const order = page.getByRole('textbox', { name: 'Sales order' })
  const quantity = page.getByRole('textbox', { name: 'Quantity of Tea' })
  await expect(order).toBeFocused()
  await page.keyboard.type('ana')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(order).toHaveValue(/Ana Trujillo$/)
  await expect(quantity).toBeFocused()

  await order.focus()
  await page.keyboard.type('tom')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(order).toHaveValue(/Tom Okafor$/)
  await expect(quantity).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Shipment' }).first()).toBeFocused()
})

test('clearing the search leads to its field, clearing the filters to the heading', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Green tea', sku: 'TEA', price: 4 })
  await visit(page, '/products?view=table&q=coffee')
  await page.getByRole('button', { name: 'Clear filters' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Green tea' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused()

  const search = page.getByPlaceholder('Name, SKU or description')
  await search.fill('tea')
  await page.getByRole('button', { name: 'Clear search' }).focus()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})

test('the buttons between the pages of the audit trail keep the focus on the first and the last page', async ({
  page,
  person,
}) => {
  for (let count = 1; count <= 21; count += 1)
    await person.call(createCategory, { name: `Category ${count}`, color: '#3B82F6' })
  await visit(page, '/audit-trail')
  const next = page.getByRole('button', { name: 'Next' })
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeDisabled()
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Page 2/)).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Page 1/)).toBeVisible()
  await expect(previous).toBeDisabled()
  await expect(previous).toBeFocused()
})

test('another part of a delivery begins with its quantity, and clearing the order with the choice of one', async ({
  page,
  person,
}) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  const lines = [{ product_id, quantity: 10, unit_price: 2 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await visit(page, `/receiving?order=${id}`)
  await page.getByRole('button', { name: 'Add another lot, condition or location' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Quantity to receive of Tea, part 2' })).toBeFocused()

  await page.getByRole('button', { name: 'Clear Select Purchase Order' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Select Purchase Order' })).toBeFocused()
})

test('after a location is made the default, the keyboard continues on its card', async ({ page, person }) => {
  await person.call(createLocation, { name: 'Shop Floor' })
  await visit(page, '/locations')
  await page.getByRole('button', { name: 'Set as Default: Shop Floor' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set as Default: Shop Floor' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Shop Floor' })).toBeFocused()
})

test('the ring of a focused link in a table is drawn completely', async ({ page, person }) => {
  const product = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = [{ product_id: product.id, quantity: 2, unit_price: 4 }]
  const bought = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  const sold = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines, status: 'shipped' })
  for (const [path, name] of [
    ['/purchase-orders', bought.order_number],
    ['/sales-orders', sold.order_number],
    ['/transactions', sold.order_number],
  ] as const) {
    await visit(page, path)
    const link = page.getByRole('cell').getByRole('link', { name }).first()
    await link.focus()
    const cutOff = await page.evaluate<{ reach: number; cut: string[] }>(`(() => {
      const element = document.activeElement
      const { outlineWidth, outlineOffset } = getComputedStyle(element)
      const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset)
      const [first] = element.getClientRects()
      const cut = []
      for (let box = element.parentElement; box.tagName !== 'TABLE'; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue
        const { left, top } = box.getBoundingClientRect()
        if (left > first.left - reach + 0.5 || top > first.top - reach + 0.5) cut.push(box.className)
      }
      return { reach, cut }
    })()`)
    expect(cutOff, path).toEqual({ reach: expect.any(Number), cut: [] })
    expect(cutOff.reach, path).toBeGreaterThan(0)
  }
})

test('after a step of a sales order, the keyboard continues from the control that took it', async ({
  page,
  person,
}) => {
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4, stock_quantity: 9 })
  const lines = [{ product_id, quantity: 2, unit_price: 4 }]
  const { id } = await person.call(createSalesOrder, { customer_name: 'Ana Trujillo', lines })
  await visit(page, `/sales-orders/${id}`)
  await page.getByRole('button', { name: 'Status: Pending' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Processing' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Status: Processing' })).toBeFocused()

  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Shipped' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Status: Shipped' })).toBeFocused()

  // A menu's entry that only asked.
  const more = page.getByRole('button', { name: /^More actions/ })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel order' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep order' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('after a step of a purchase order that removes its button, the keyboard continues from the heading', async ({
  page,
  person,
}) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids', payment_terms: 'Net 30' })
  const { id: product_id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA', price: 4 })
  const lines = [{ product_id, quantity: 10, unit_price: 2 }]
  const { id } = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await visit(page, `/purchase-orders/${id}`)
  const submit = page.getByRole('button', { name: 'Submit Order' })
  await submit.press('Enter')
  await expect(submit).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
