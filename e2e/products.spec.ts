import type { Locator, Page } from '@playwright/test'
import { createCategory } from '../contract/categories.ts'
import { createLocation } from '../contract/locations.ts'
import { readMe } from '../contract/me.ts'
import { createProduct, listProducts, readProduct, updateProduct } from '../contract/products.ts'
import { changeSalesOrderStatus, createSalesOrder } from '../contract/sales-orders.ts'
import { setLocationStock } from '../contract/stock.ts'
import { createSupplier } from '../contract/suppliers.ts'
import { createTransaction } from '../contract/transactions.ts'
import { createTransfer } from '../contract/location-transfers.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'
import { settled, visit } from './support/visit.ts'
import { runFirst } from './support/tab.ts'

/** The form's field by its name in the contract (labels have an asterisk if the field is required). */
const field = (page: Page, name: string) => page.locator(`[data-path="${name}"]`)

test('products by keyboard: missing fields, a new location, a taken SKU', async ({ page, person }) => {
  await page.goto('/products')
  await expect(page.getByRole('main').getByText('No products found')).toBeVisible()
  await page.getByRole('link', { name: 'Add Your First Product' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
  await field(page, 'price').fill('-1')
  await field(page, 'purchase_url').fill('no address')
  await field(page, 'stock_quantity').fill('abc')
  await page.getByRole('button', { name: 'Add Product' }).press('Enter')
  for (const sentence of [
    'Name is required',
    'SKU is required',
    'Price cannot be negative',
    'Please enter a number',
    'Please enter a valid URL',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(field(page, 'name')).toBeFocused()
  await accessible(page)

  await field(page, 'name').fill('Chang')
  await expect(page.getByText('Name is required')).toBeHidden()
  await field(page, 'sku').fill('NW-002')
  await field(page, 'price').fill('19')
  await field(page, 'stock_quantity').fill('17')
  await field(page, 'purchase_url').fill('')
  await field(page, 'location').fill('Cold store')
  await expect(page.getByText('“Cold store” is a new location.')).toBeVisible()
  await field(page, 'name').press('Enter')
  const question = page.getByRole('dialog', { name: 'Create a new location?' })
  await expect(question).toContainText('No location is named “Cold store”. Saving the product creates it.')
  await accessible(page, '[role=dialog]')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  expect((await person.call(listProducts, {})).items).toEqual([])
  await field(page, 'name').press('Enter')
  await question.getByRole('button', { name: 'Create location' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByText('1 product · 17 units · $323.00 retail value')).toBeVisible()
  const card = page.getByRole('article')
  for (const text of ['Chang', 'NW-002', 'Uncategorized', 'Cold store', '$19.00']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  await accessible(page)

  await visit(page, '/products/new')
  await field(page, 'name').fill('Second')
  await field(page, 'sku').fill('nw-002')
  await field(page, 'price').fill('1')
  await field(page, 'price').press('Enter')
  await expect(page.getByText('This SKU already exists. Please use a unique SKU.')).toBeVisible()
  await field(page, 'sku').fill('NW-003')
  await expect(page.getByText('This SKU already exists.')).toBeHidden()
})

test('search and filters are kept in the address and removed from it', async ({ page, person }) => {
  const category_id = (await person.call(createCategory, { name: 'Beverages', color: '#3B82F6' })).id
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 39, category_id })
  await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 17,
    min_stock_level: 25,
    category_id,
  })
  const supplier = await person.call(createSupplier, { name: 'Tokyo Traders' })
  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31, supplier_id: supplier.id })
  await page.goto('/products?filter=low')
  await expect(page.getByText('2 products found')).toBeVisible()
  await page.getByRole('button', { name: 'Stock: Low Stock' }).click()
  await page.getByRole('option', { name: 'Out of Stock' }).click()
  await expect(page).toHaveURL(/filter=out/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Ikura')
  await page.getByRole('button', { name: 'Stock: Out of Stock' }).click()
  await page.getByRole('option', { name: 'All Stock Levels' }).click()
  await expect(page).not.toHaveURL(/filter/)
  await page.getByRole('button', { name: 'Supplier' }).click()
  await page.getByRole('option', { name: 'Tokyo Traders' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Ikura')
  await expect(page).toHaveURL(`/products?supplier=${supplier.id}`)
  await page.reload()
  await page.getByRole('button', { name: 'Supplier: Tokyo Traders' }).click()
  await page.getByRole('option', { name: 'All Suppliers' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Beverages' }).click()
  await expect(page.getByText('2 products found')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Name, SKU or description' }).fill('chai')
  await expect(page.getByText('1 product found')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name, SKU or description' }).fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  // Cards are sorted with a menu, table rows with their headings.
  await expect(page.getByRole('button', { name: 'Sort by Product' }).getByText('Product')).toBeVisible()
  await page.getByRole('button', { name: 'Sort by Product' }).click()
  await page.getByRole('menuitemradio', { name: 'Status' }).click()
  await expect(page).toHaveURL(/sort=status/)
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(table.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'ascending')
  await accessible(page)

  // By keyboard: from the search to the first row, between rows, and to the form. All rows are one tab stop.
  await page.getByRole('searchbox', { name: 'Name, SKU or description' }).press('ArrowDown')
  const rowLink = (index: number) => table.locator('[data-row-link]').nth(index)
  await expect(rowLink(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rowLink(1)).toBeFocused()
  await expect(table.locator('[data-row-link]:not([tabindex])')).toHaveCount(1)
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Product' })).toBeVisible()

  // The columns chosen for the table are saved for the user on the server; a narrow window says which ones it hides.
  await expect.poll(async () => (await person.call(readMe, {})).products_view).toBe('table')
  await page.setViewportSize({ width: 900, height: 800 })
  await visit(page, '/products')
  await expect(table.getByRole('columnheader', { name: 'Locations' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Choose columns, \d hidden: .*Locations/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Scroll sideways to see all' }).click()
  await expect(table.getByRole('columnheader', { name: 'Locations' })).toBeVisible()
})

test('a product’s page: numbers, locations, notices and related products', async ({ page, person }) => {
  const category_id = (await person.call(createCategory, { name: 'Beverages', color: '#3B82F6' })).id
  const shop = await person.call(createLocation, { name: 'Shop floor' })
  await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, stock_quantity: 39, category_id })
  const { id, home_location } = await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    cost_price: 15.2,
    stock_quantity: 20,
    min_stock_level: 25,
    category_id,
    location: 'Shop floor',
    purchase_url: 'https://example.com/chang',
  })
  const main = (await person.call(createProduct, { name: 'Other', sku: 'X', price: 1 })).home_location?.id ?? ''
  for (let n = 0; n < 7; n++) {
    await person.call(createTransfer, {
      product_id: id,
      from_location_id: shop.id,
      to_location_id: main,
      quantity: 2,
      reason: 'demand',
    })
  }
  await person.call(setLocationStock, {
    product_id: id,
    location_id: shop.id,
    min_stock_level: 12,
    max_stock_level: 60,
  })
  expect(home_location?.name).toBe('Shop floor')

  await page.goto(`/products/${id}`)
  await expect(page.getByRole('heading', { name: 'Chang', level: 1 })).toBeVisible()
  await expect(page.getByText('Current total stock (20) is at or below minimum level (25)')).toBeVisible()
  await expect(page.getByText('20 units · 2 locations · 1 low')).toBeVisible()
  const shopRow = page.getByRole('row', { name: /Shop floor/ })
  await expect(shopRow).toContainText('Low')
  for (const number of ['6', '12', '60']) await expect(shopRow.getByText(number, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Restocking')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Recent transfers' }).getByRole('listitem')).toHaveCount(7)
  await expect(page.getByText('scroll for more')).toBeVisible()
  await expect(page.getByRole('link', { name: /Chai.*\$18\.00.*39 in stock/ })).toBeVisible()
  const purchase = page.getByRole('link', { name: 'Purchase from Supplier' })
  await expect(purchase).toHaveAttribute('target', '_blank')
  await expect(purchase).toHaveAttribute('rel', /noopener/)
  await accessible(page)

  await page.getByRole('button', { name: '20 on hand of Chang: explain', exact: true }).click()
  await expect(page.getByText('Adds up. Just checked against the ledger.')).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(
    page.getByText('This product is set to Shop floor, but most of its stock is at Main Warehouse.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Set location to Main Warehouse' }).click()
  await expect(page.getByText('Location Mismatch')).toBeHidden()

  // The chart of stock on hand: each step opens the document that posted it.
  await page.getByRole('button', { name: /^Opening stock: \+20, then 20 units on hand/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Opening stock' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Chang', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Product' }).click()
  await expect(page.getByText('Stored in several locations.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/products$/)

  await visit(page, '/products/nonsense')
  await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('a product without history is deleted, one with history is archived and restored', async ({ page, person }) => {
  const ghost = await person.call(createProduct, { name: 'Ghost', sku: 'G-1', price: 1 })
  const { id } = await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    price: 19,
    stock_quantity: 5,
  })
  const press = async () => {
    await page.getByRole('button', { name: 'Edit Product' }).click()
    await page.getByRole('button', { name: 'Delete Product' }).click()
  }
  const remove = async (asked: string, button: string, said: string) => {
    await press()
    await expect(page.getByText(asked)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
  await page.goto(`/products/${ghost.id}`)
  await remove(
    'Are you sure you want to delete this product? This action cannot be undone.',
    'Delete',
    'Ghost was deleted',
  )
  await expect(page).toHaveURL(/\/products$/)

  // No confirmation for a deletion that would be refused: it shows why, with links to what blocks it.
  const order = await person.call(createSalesOrder, {
    customer_name: 'Around the Horn',
    lines: [{ product_id: id, quantity: 2, unit_price: 19 }],
  })
  await page.goto(`/products/${id}`)
  await press()
  const dialog = page.getByRole('dialog', { name: 'Can’t delete Chang' })
  await expect(dialog).toContainText(
    'This product still has 5 on hand, 1 open document. Bring these to 0 before you delete the product.',
  )
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await dialog.getByRole('link', { name: `Sales order ${order.order_number}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.order_number })).toBeVisible()
  await expect(dialog).toBeHidden()
  await person.call(changeSalesOrderStatus, { id: order.id, version: order.version, status: 'cancelled' })
  // Its stock is written off in the same step and restored with it. Stock that arrived in the meantime must be reviewed
  // first, and the message about it doesn't cover the button.
  await page.goto(`/products/${id}`)
  await press()
  await person.call(createTransaction, { product_id: id, type: 'in', quantity: 1, reason_code: 'sample_return' })
  await page.getByRole('dialog').getByRole('button', { name: 'Write off and archive', exact: true }).click()
  const changed = page.getByRole('alert').filter({ hasText: 'The stock has changed. Check it and try again.' })
  await expect(changed).toBeVisible()
  await expect(field(page, 'stock_quantity')).toHaveValue('6')
  const again = page.getByRole('button', { name: 'Delete Product' })
  const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const overlap = async () => {
    const [button, message] = [await box(again), await box(changed)]
    return button.y < message.y + message.height && message.y < button.y + button.height
  }
  await expect.poll(overlap).toBe(false)
  await again.click()
  await expect(changed).toBeHidden()
  await expect(page.getByText('6 units on hand will be written off')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await person.call(createTransaction, { product_id: id, type: 'adjustment', quantity: -1 })
  await page.goto(`/products/${id}`)
  await remove('5 units on hand will be written off', 'Write off and archive', 'Chang was archived')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Chang and its stock are back')).toBeVisible()
  expect(await person.call(readProduct, { id })).toMatchObject({ archived_at: null, stock: { on_hand: 5 } })
  const { version } = await person.call(readProduct, { id })
  const emptied = { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: { from: 5, to: 0 } }
  await person.call(updateProduct, { id, version, ...emptied })
  await page.goto(`/products/${id}`)
  await remove('it will be archived', 'Archive', 'Chang has a history and was archived')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article')).toContainText('Chang')
  expect((await person.call(readProduct, { id })).archived_at).toBeNull()
})

test('two people edit one product: the second sees both versions and chooses to reload or overwrite', async ({
  page,
  person,
}) => {
  const category = await person.call(createCategory, { name: 'Beverages', color: '#3B82F6' })
  const { id, version } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
  const theirs = { id, name: 'Theirs', sku: 'NW-002', price: 20, category_id: category.id }
  await page.goto(`/products/${id}?edit=1`)
  await field(page, 'name').fill('Mine')
  await person.call(updateProduct, { ...theirs, version })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('This changed while you were editing')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('row')).toHaveText(['FieldYoursTheirs', 'Product NameMineTheirs'])
  await accessible(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(field(page, 'name')).toHaveValue('Theirs')
  await field(page, 'name').fill('Ours')

  // Stock moves without a new version of the product: the open form follows, and says so if a quantity was typed.
  const came = { product_id: id, type: 'in' as const, reason_code: 'sample_return' as const }
  await person.call(createTransaction, { ...came, quantity: 2 })
  await expect(field(page, 'stock_quantity')).toHaveValue('2')
  await expect(field(page, 'name')).toHaveValue('Ours')
  await field(page, 'stock_quantity').fill('8')
  await person.call(createTransaction, { ...came, quantity: 3 })
  await expect(page.getByRole('alert').getByRole('row')).toHaveText(['FieldYoursTheirs', 'Current Stock85'])
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('heading', { name: 'Ours', level: 1 })).toBeVisible()
  const saved = await person.call(readProduct, { id })
  expect(saved).toMatchObject({ name: 'Ours', price: 20, category_id: category.id, stock: { on_hand: 8 } })

  // If each person changed something else, no question is asked and nothing is lost.
  await page.getByRole('button', { name: 'Edit Product' }).click()
  await field(page, 'description').fill('Brewed in the north')
  await person.call(updateProduct, { ...theirs, name: 'Renamed', price: 21, version: saved.version })
  await person.call(createTransaction, { product_id: id, type: 'in', quantity: 2, reason_code: 'sample_return' })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible()
  const both = { name: 'Renamed', price: 21, description: 'Brewed in the north', stock: { on_hand: 10 } }
  expect(await person.call(readProduct, { id })).toMatchObject(both)
})

test('a long list renders only visible rows, as cards, as a table and on a phone', async ({ page, person }) => {
  const names = Array.from({ length: 160 }, (_, n) => `Bolt ${String(n).padStart(3, '0')}`)
  for (let begin = 0; begin < names.length; begin += 20)
    await Promise.all(
      names
        .slice(begin, begin + 20)
        .map((name, n) => person.call(createProduct, { name, sku: `${begin + n}`, price: 1 })),
    )
  const drawn = page.getByRole('listitem').filter({ has: page.getByRole('article') })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const toTheEnd = async (last: Locator) => {
    await expect(async () => {
      await page.mouse.wheel(0, 3_000)
      await expect(last).toBeVisible({ timeout: 200 })
    }).toPass()
  }
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/products') asked.push(searchParams.get('limit'))
  })
  await page.goto('/products?view=grid')
  await expect(heading('Bolt 000')).toBeVisible()
  // Screen reader users hear the length of the list, not how much of it has loaded.
  await expect(drawn.first()).toHaveAttribute('aria-setsize', '160')
  await toTheEnd(heading('Bolt 159'))
  // The first page fills the screen; scrolling loads more at a time.
  expect(asked).toEqual([null, '100', '100'])
  expect(await drawn.count()).toBeLessThan(60)
  await expect(drawn.last()).toHaveAttribute('aria-posinset', '160')
  await expect(drawn.last()).toHaveAttribute('aria-setsize', '160')
  // Rows don't overlap, and there are no gaps where cards weren't drawn.
  const boxes = await Promise.all((await drawn.all()).map((card) => card.boundingBox()))
  const tops = [...new Set(boxes.map((box) => Math.round(box?.y ?? 0)))].toSorted((a, b) => a - b)
  const height = boxes[0]?.height ?? 0
  for (const [index, top] of tops.entries())
    if (index > 0) expect(Math.abs(top - (tops[index - 1] ?? 0) - height - 16)).toBeLessThan(2)

  await runFirst(page, watchHeads)
  // Lists of this length open as a table if there is room for it.
  await page.goto('/products')
  await expect(page.getByRole('row', { name: /Bolt 000/ })).toBeVisible()
  // The first frame never has fewer columns than fit afterwards.
  await expect.poll(() => page.evaluate('[...headsSeen].length')).toBe(1)
  await expect(page.getByRole('table', { name: 'Products' })).toHaveAttribute('aria-rowcount', '161')
  await toTheEnd(page.getByRole('row', { name: /Bolt 159/ }))
  expect(await page.getByRole('row').count()).toBeLessThan(80)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/products')
  await expect(page.getByText('View Details')).toHaveCount(0)
  expect((await page.getByRole('article').first().boundingBox())?.height).toBeLessThan(90)
  await toTheEnd(heading('Bolt 159'))
  expect(await drawn.count()).toBeLessThan(40)
  // Scrolled to the top, where the button is: a list keeps its position while someone scrolls.
  await page.getByRole('button', { name: 'Cards' }).scrollIntoViewIfNeeded()
  await expect(heading('Bolt 000')).toBeVisible()
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect(page).toHaveURL('/products?view=grid')
  await expect(page.getByText('View Details').first()).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page).toHaveURL('/products')
})

test('a list shows something whatever its address contains', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 5 })
  for (const path of [
    '/products?filter=lowest&category=drinks&supplier=them&location=nowhere&sort=taste&view=pile&archived=perhaps',
    '/products?view=table&sort=-taste&q=%00',
    '/categories?q=%00&view=table&sort=x',
    '/suppliers?status=friendly',
    '/locations?active=maybe',
    '/transactions?type=sold&status=lost&product=chang&from=yesterday&to=2026-02-31',
    '/location-transfers?status=lost&location=here&from=9999-99-99&to=9999-12-31',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await page.goto(`/products?location=${crypto.randomUUID()}`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('article')).toContainText('Chang')
})

test('a product page requests its data once, while its code is still loading', async ({ page, person }) => {
  const { id } = await person.call(createProduct, { name: 'Chai', sku: 'C-1', price: 18, stock_quantity: 4 })
  const data = [`/api/v1/products/${id}`, `/api/v1/products/${id}/stock`]
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (data.includes(pathname)) asked.push(pathname)
  })
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/product-page-[^/]*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`/products/${id}`, { waitUntil: 'commit' })
  await expect.poll(() => asked.toSorted()).toEqual(data)
  code.resolve()
  await expect(page.getByRole('heading', { name: 'Chai' })).toBeVisible()
  await settled(page)
  expect(asked.toSorted()).toEqual(data)
})

/** Records in `headsSeen` how many columns each frame has shown, starting with the first. */
const watchHeads = `
  globalThis.headsSeen = new Set()
  const look = () => {
    const { length } = document.querySelectorAll('thead th')
    if (length > 0) headsSeen.add(length)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

test('the lines of a phone become cards in columns when the window grows', async ({ page, person }) => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => person.call(createProduct, { name: `Bolt ${n}`, sku: `B-${n}`, price: 1 })),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/products')
  const fourth = page.locator('li[aria-posinset="4"]')
  await expect(fourth).toHaveAttribute('data-index', '3')
  await page.setViewportSize({ width: 1280, height: 800 })
  // Three cards in each line: the fourth is in the second.
  await expect(fourth).toHaveAttribute('data-index', '1')
})
