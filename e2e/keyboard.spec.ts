import type { Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createProduct, listProducts } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSalesOrder } from '../contract/sales-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { expect, test } from './support/test.ts'

/** Presses Tab until `name` has the focus: a person without a mouse must be able to reach it. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'radio' | 'textbox' = 'textbox') {
  const target = page.getByRole(role, { name })
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.first().evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`Tab does not lead to the ${role} ${name}`)
}

test('a product is added and some of it sold without touching the mouse', async ({ page, person }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  // The palette opens the form.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search products, categories...' })).toBeFocused()
  await page.keyboard.type('add prod')
  await expect(page.getByRole('button', { name: 'Add product' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products/new')

  // Tab reaches each field; Enter saves, and a missing field gets the focus.
  const name = page.getByRole('textbox', { name: 'Product Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Green tea')
  await page.keyboard.press('Enter')
  await expect(page.getByText('SKU is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'SKU' })).toBeFocused()
  await page.keyboard.type('TEA-1')
  await tabTo(page, 'Price ($)')
  await page.keyboard.type('4.50')
  await tabTo(page, 'Current Stock')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products')
  await expect(page.getByText('Green tea was added')).toBeVisible()

  // `/` focuses the search, Escape clears it, and the result is opened.
  const search = page.getByPlaceholder('Name, SKU or description')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('nothing like it')
  await expect(page).toHaveURL(/q=nothing/)
  await expect(page.getByText('No products found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('link', { name: 'Green tea' })).toBeVisible()
  await tabTo(page, 'Green tea', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Green tea' })).toBeVisible()

  // A dialog takes the focus, traps it, and returns it to where it was.
  await tabTo(page, 'Update Stock', 'button')
  const opener = page.getByRole('button', { name: 'Update Stock' })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Update Stock' })
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: /^Location/ })).toHaveValue('Main Warehouse')
  await tabTo(page, 'Stock In', 'radio')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Stock Out' })).toBeChecked()
  await tabTo(page, /^Quantity/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('3')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByText('Green tea: 17 on hand')).toBeVisible()

  // The number can be opened, too.
  await tabTo(page, /17 on hand of Green tea: explain/, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Adds up. Just checked against the ledger.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /17 on hand of Green tea: explain/ }).first()).toBeFocused()
  const products = await person.all(listProducts, {})
  expect(products.map(({ sku, stock }) => [sku, stock.on_hand])).toEqual([['TEA-1', 17]])
})

/** The control that has the focus, and whether something else is drawn over its middle. */
const focusedField = `(() => {
  const field = document.activeElement
  const { left, top, width, height } = field.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return { name: field.getAttribute('aria-label') ?? field.innerText, isCovered: !field.contains(shown) }
})()`

test('a field that gets the focus is never under the buttons of its form', async ({ page, person }) => {
  const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const lines = []
  for (const sku of ['TEA-1', 'TEA-2', 'TEA-3', 'TEA-4', 'TEA-5', 'TEA-6']) {
    const { id } = await person.call(createProduct, { name: `Tea ${sku}`, sku, price: 4 })
    lines.push({ product_id: id, quantity: 10, unit_price: 2 })
  }
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id: supplier.id, lines })
  await person.call(payPurchaseOrder, { id, version })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/receiving?order=${id}`)
  const first = page.getByRole('textbox', { name: /^Quantity to receive of Tea TEA-1/ })
  await first.focus()
  const passed: string[] = []
  const last = /^Add photos of Tea TEA-6/
  while (passed.length < 80 && !last.test(passed.at(-1) ?? '')) {
    await page.keyboard.press('Tab')
    const { name, isCovered } = await page.evaluate<{ name: string; isCovered: boolean }>(focusedField)
    expect.soft(isCovered, name).toBe(false)
    passed.push(name)
  }
  expect(passed.at(-1)).toMatch(last)
})

test('arriving at a screen focuses its first field or heading, and staying on it keeps the focus', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const command = async (words: string) => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('textbox', { name: 'Search products, categories...' })
    await expect(search).toBeFocused()
    await page.keyboard.type(words)
    await expect(page.getByRole('button', { name: words })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await page.goto('/')
  await expect(heading('Dashboard')).toBeVisible()
  await tabTo(page, 'Products', 'link')
  await page.keyboard.press('Enter')
  await expect(heading('Products')).toBeFocused()
  await command('Create sales order')
  await expect(page.getByRole('textbox', { name: /^Customer name/ })).toBeFocused()
  await command('Add category')
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: /^Customer name/ })).toBeFocused()

  // A record that is still loading gets the focus when it is shown; so does its form, and the record again after it.
  await command('Chang')
  await expect(page).toHaveURL(`/products/${id}`)
  await expect(heading('Chang')).toBeFocused()
  await tabTo(page, 'Edit Product', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toBeFocused()
  await tabTo(page, 'Cancel', 'button')
  await page.keyboard.press('Enter')
  await expect(heading('Chang')).toBeFocused()

  // Opening and closing the palette leaves the focus where it was.
  await tabTo(page, 'Edit Product', 'button')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search products, categories...' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeFocused()

  // A command without a target screen acts on the current screen.
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await command('Dark mode')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(heading('Chang')).toBeVisible()
})

test('the global search opens products, categories, orders and help by keyboard alone, even with a typo', async ({
  page,
  person,
}) => {
  const tea = await person.call(createCategory, { name: 'Teas and coffees', color: '#10B981' })
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await person.call(createProduct, { name: `Black tea ${number}`, sku: `BT-${number}`, price: 4 })
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Search products, categories...' })

  // Text typed while the palette is still loading ends up in its field.
  const slow = Promise.withResolvers<void>()
  await page.route(/\/assets\/palette-/, async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('black  ')
  await page.keyboard.press('Backspace')
  slow.resolve()
  await expect(search).toBeFocused()
  await page.keyboard.type('tea 4')
  await expect(search).toHaveValue('black tea 4')
  await expect(page.getByRole('button', { name: /^Black tea/ })).toHaveText(['Black tea 4BT-40 available'])
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await search.fill(text)
  }
  await open('TEA')
  await expect(page.getByRole('button', { name: /^Black tea/ })).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Teas and coffees' })).toBeVisible()
  await search.fill('bt-4')
  await expect(page.getByRole('button', { name: /^Black tea/ })).toHaveText(['Black tea 4BT-40 available'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Black tea 4' })).toBeVisible()

  // Enter doesn't open a result that was found for only part of the text.
  await open('a')
  await expect(page.getByRole('button', { name: /^Black tea/ })).toHaveCount(5)
  await page.keyboard.insertText('dd category')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/categories/new')
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toBeFocused()

  // Enter right after the text, as a barcode scanner sends it, opens the first result once it is there.
  await open('')
  await page.keyboard.insertText('bt-5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Black tea 5' })).toBeVisible()
  await expect(search).toBeHidden()

  await open('coffees')
  await expect(page.getByRole('button', { name: 'Teas and coffees' })).toBeVisible()
  // The first result is selected automatically, and Enter opens it. If the user keeps searching before the screen has
  // loaded, the search keeps the focus.
  await page.keyboard.press('Enter')
  await open('no such thing')
  await expect(page).toHaveURL(`/categories/${tea.id}`)
  await expect(page.getByRole('heading', { name: 'Edit Category', includeHidden: true })).toBeAttached()
  await expect(search).toBeFocused()
  await expect(page.getByRole('button', { name: 'Search Products for “no such thing”' })).toBeVisible()
  // Nothing is selected until an arrow selects it; what Enter would open then is announced.
  const announced = page.getByRole('dialog').getByRole('status')
  await expect(announced).toHaveText('No results')
  await page.keyboard.press('ArrowDown')
  await expect(announced).toHaveText(/^Search Products for “no such thing”, 1 of \d+$/)
  await page.keyboard.press('ArrowDown')
  await expect(announced).toHaveText(/, 2 of \d+$/)

  // A search that fails says so, and can be repeated.
  await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await search.fill('black tea 2')
  await expect(announced).toHaveText('Search isn’t available right now.')
  await expect(page.getByText('Nothing found')).toHaveCount(0)
  await page.unroute('**/api/v1/search?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /^Black tea 2/ })).toBeVisible()
  await expect(search).toBeFocused()

  // Orders are found by customer or supplier, below the products; Enter opens a pasted number, also without dashes.
  const { items } = await person.call(listProducts, { search: 'BT-1' })
  const lines = [{ product_id: items[0]?.id ?? '', quantity: 1, unit_price: 4 }]
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Black tea growers' })
  const sale = await person.call(createSalesOrder, { customer_name: 'Black tea house', lines })
  const purchase = await person.call(createPurchaseOrder, { supplier_id, lines })
  await search.fill('black TEA')
  await expect(page.getByRole('button', { name: `${sale.order_number} Black tea house` })).toBeVisible()
  await expect(page.getByRole('button', { name: `${purchase.order_number} Black tea growers` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Black tea \d/ })).toHaveCount(5)
  await search.fill(purchase.order_number.replaceAll('-', ''))
  // The order was already among the results of the text before, but not the first of them.
  await expect(announced).toHaveText(new RegExp(`^${purchase.order_number}.*, 1 of`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/purchase-orders/${purchase.id}`)
  await expect(page.getByRole('heading', { level: 1, name: purchase.order_number })).toBeFocused()

  // Found by its last digits. Earlier choices are offered before anything is typed. One typing error in a name is
  // tolerated.
  await open(sale.order_number.slice(-7))
  await expect(page.getByRole('button', { name: sale.order_number })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: sale.order_number })).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('button', { name: purchase.order_number })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: sale.order_number })).toHaveCount(0)
  await search.fill('blakc tea 4')
  await expect(page.getByRole('button', { name: /^Black tea 4/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Products similar to “blakc tea 4”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Black tea 4' })).toBeFocused()

  // One key opens the help for this screen, a search opens another page; Escape returns the focus.
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help.getByRole('heading', { name: 'A product' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await open('stock entry')
  await expect(page.getByRole('button', { name: 'A stock entry Help' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('heading', { name: 'A stock entry' })).toBeVisible()
})

test('the first Tab offers to skip the navigation', async ({ page }) => {
  await page.goto('/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
