import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { setRole } from '../support/database.ts'
import { expect, test } from '../support/test.ts'
import { choices } from '../support/texts.ts'
import { settled } from '../support/visit.ts'

test('the products list: search, filters in the address, cards with their fallbacks, columns by width', async ({
  page,
  person,
}) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Product' })).toHaveAttribute('href', '/products/new')
  await expect(page.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/products/new')
  // Viewers aren't offered to add a product.
  await setRole(person, 'viewer')
  await page.reload()
  await expect(page.getByText('No products found')).toBeVisible()
  await settled(page)
  await expect(page.getByRole('link', { name: /^(Add|Import)/ })).toHaveCount(0)
  await setRole(person, 'owner')

  const category = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
  const locations = []
  for (const name of ['Cellar', 'Shop floor', 'Yard']) locations.push(await person.call(createLocation, { name }))
  await person.call(createProduct, {
    name: 'Chang',
    sku: 'NW-002',
    description: '24 - 12 oz bottles',
    price: 1234.5,
    category_id: category.id,
    min_stock_level: 100,
    stock_quantity: 40,
    additional_locations: locations.map(({ id }, n) => ({ location_id: id, quantity: n + 1 })),
  })
  await person.call(createProduct, { name: 'Ikura', sku: 'NW-010', price: 31 })
  await person.call(createProduct, { name: 'Konbu', sku: 'NW-013', price: 6, location: 'Cellar' })
  await person.call(createProduct, { name: 'Tofu', sku: 'NW-014', price: 23, stock_quantity: 35 })
  await page.reload()
  const product = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  for (const text of [
    'Low Stock',
    'Beverages',
    '24 - 12 oz bottles',
    'NW-002',
    '$1,234.50',
    'Main Warehouse40',
    'Yard3',
  ])
    await expect(product('Chang')).toContainText(text)
  await expect(product('Chang')).toContainText('+2 more locations')
  // On the line of the last location, so that the card isn't higher than its neighbors.
  await expect(product('Chang').getByRole('listitem')).toHaveCount(2)
  await expect(product('Chang')).toContainText('Total stock46')
  // A number on the card is a separate button, above the link that covers the card.
  await product('Chang').getByRole('button', { name: '40 on hand of Chang at Main Warehouse: explain' }).click()
  await expect(page.getByRole('dialog')).toContainText('Main Warehouse')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/products')
  await expect(product('Chang').getByText('View Details')).toBeVisible()
  await expect(product('Chang').getByRole('link')).toHaveCount(1)
  await expect(product('Ikura')).toContainText('No location set')
  await expect(product('Konbu')).toContainText('Cellar')
  await expect(product('Tofu').getByText('Low Stock')).toHaveCount(0)

  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  expect(await choices(page)).toEqual(['All Stock Levels', 'Low Stock', 'Out of Stock', 'To Reorder'])
  await page.getByRole('option', { name: 'Out of Stock' }).click()
  await expect(page).toHaveURL('/products?filter=out')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/products?filter=low')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Stock: Low Stock' }).click()
  await page.getByRole('option', { name: 'All Stock Levels' }).click()
  await expect(page).toHaveURL('/products')
  await page.getByRole('button', { name: 'Category', exact: true }).click()
  await expect.poll(() => choices(page)).toEqual(['All Categories', 'Beverages', 'Uncategorized'])
  await page.getByRole('option', { name: 'Beverages' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/products')
  for (const [text, name] of [
    ['ikU', 'Ikura'],
    ['nw-013', 'Konbu'],
    ['12 oz', 'Chang'],
  ] as const) {
    await page.getByPlaceholder('Name, SKU or description').fill(text)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(product(name)).toBeVisible()
  }
  await page.getByPlaceholder('Name, SKU or description').fill('nothing like it')
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Your First Product' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  const inTheFirstRow = async () => {
    const cards = await page.getByRole('article').all()
    const tops = await Promise.all(cards.map(async (one) => (await one.boundingBox())?.y))
    return tops.filter((top) => top === tops[0]).length
  }
  for (const [width, count] of [
    [390, 1],
    [1000, 2],
    [1300, 3],
    [1600, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(inTheFirstRow).toBe(count)
  }
})
