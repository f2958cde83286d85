import { createCategory } from '../../contract/categories.ts'
import { createLocation } from '../../contract/locations.ts'
import { createProduct } from '../../contract/products.ts'
import { setLocationStock } from '../../contract/stock.ts'
import { createSupplier } from '../../contract/suppliers.ts'
import { createTransaction } from '../../contract/transactions.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { expect, test } from '../support/test.ts'
import { card, choices, dialog, fault, main, mainWarehouse } from '../support/texts.ts'
import { visit } from '../support/visit.ts'

test.describe('the product page', () => {
  test('an unknown id says so; new is the form', async ({ page }) => {
    await page.goto(`/products/${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
    await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
    await page.getByRole('link', { name: 'Back to Products' }).click()
    await expect(page).toHaveURL('/products')
    await visit(page, '/products/new')
    await expect(page.getByRole('heading', { level: 1, name: 'Add New Product' })).toBeVisible()
  })

  test('shows the product, low stock and related products', async ({ page, person }) => {
    const { id: category_id } = await person.call(createCategory, { name: 'Beverages', color: '#EC4899' })
    const supplier = await person.call(createSupplier, { name: 'Exotic Liquids' })
    const shop = await person.call(createLocation, { name: 'Shop floor' })
    const warehouse = await mainWarehouse(person)
    const chang = await person.call(createProduct, {
      name: 'Chang',
      sku: 'NW-002',
      description: '24 - 12 oz bottles',
      price: 19,
      cost_price: 15.2025,
      category_id,
      supplier_id: supplier.id,
      min_stock_level: 25,
      stock_quantity: 17,
      purchase_url: 'https://exotic.example/chang',
      additional_locations: [{ location_id: shop.id, quantity: 3 }],
    })
    for (const name of ['Chai', 'Outback Lager', 'Sasquatch Ale', 'Steeleye Stout'])
      await person.call(createProduct, { name, sku: name, price: 18, category_id, stock_quantity: 39 })
    await person.call(setLocationStock, {
      product_id: chang.id,
      location_id: shop.id,
      min_stock_level: 3,
      max_stock_level: 9,
    })
    for (let n = 0; n < 11; n++)
      await person.call(createTransfer, {
        product_id: chang.id,
        from_location_id: n % 2 ? shop.id : warehouse,
        to_location_id: n % 2 ? warehouse : shop.id,
        quantity: 1,
        reason: 'maintenance',
      })
    await page.goto(`/products/${chang.id}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs).toHaveText('Products/Chang')
    await expect(page.getByText('NW-002 · 24 - 12 oz bottles · Exotic Liquids')).toBeVisible()
    await expect(main(page).locator('header').getByText('Low Stock', { exact: true })).toBeVisible()
    await expect(main(page).locator('header').getByRole('link', { name: 'Beverages' })).toBeVisible()
    await expect(page.getByText('Low Stock Alert')).toBeVisible()
    await expect(page.getByText('Current total stock (20) is at or below minimum level (25)')).toBeVisible()
    const buy = page.getByRole('link', { name: 'Purchase from Supplier' })
    await expect(buy).toHaveAttribute('href', 'https://exotic.example/chang')
    await expect(buy).toHaveAttribute('target', '_blank')

    const fact = (name: string) =>
      card(page, 'Product Details')
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
    for (const [name, value] of [
      ['Category', 'Beverages'],
      ['SKU', 'NW-002'],
      ['Primary Location', 'Main Warehouse'],
      ['Cost Price', '$15.2025'],
      ['Min Stock Level', '25'],
      ['Supplier', 'Exotic Liquids'],
    ] as const)
      await expect(fact(name).locator('dd')).toHaveText(value)
    await expect(fact('Supplier').getByRole('link')).toHaveAttribute('href', `/suppliers/${supplier.id}`)

    const related = card(page, 'Related Products').getByRole('listitem')
    await expect(related).toHaveCount(3)
    await expect(related.first()).toContainText('$18.0039 in stock')

    const locations = card(page, 'Stock by Location')
    await expect(locations).toContainText('20 units · 2 locations · 0 low')
    const shopRow = locations.getByRole('row').filter({ hasText: 'Shop floor' })
    await expect(shopRow).toContainText(/439$/)
    await person.call(createTransaction, {
      product_id: chang.id,
      type: 'out',
      quantity: 1,
      reason_code: 'damaged',
      location_id: shop.id,
    })
    await expect(locations).toContainText('19 units · 2 locations · 1 low')
    await expect(shopRow.getByText('Low', { exact: true })).toBeVisible()
    await expect(locations.getByRole('button', { name: 'Edit stock at Shop floor' })).toBeVisible()

    const transfers = card(page, 'Recent Transfers')
    await expect(transfers.getByRole('listitem')).toHaveCount(10)
    await expect(transfers).toContainText('scroll for more')
    await expect(transfers.getByRole('listitem').first()).toHaveText(
      /Main Warehouse.*Shop floor.*Location Maintenance.*Completed.*1 unit.*just now/,
    )

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/products')
  })

  test('has fallbacks for empty fields, and flags a main location without the stock', async ({ page, person }) => {
    const shop = await person.call(createLocation, { name: 'Shop floor' })
    const bare = await person.call(createProduct, { name: 'Bare', sku: 'B-1', price: 1 })
    await page.goto(`/products/${bare.id}`)
    // Without a picture the placeholder of its card.
    await expect(main(page).locator('header').locator('svg.tabler-icon-photo')).toBeVisible()
    const details = card(page, 'Product Details')
    await expect(details).toContainText('CategoryUncategorized')
    await expect(details).toContainText('Primary LocationNot set')
    await expect(details).toContainText('Supplier–')
    await expect(details).toContainText('Cost PriceUnknown')
    await expect(page.getByRole('link', { name: 'Purchase from Supplier' })).toHaveCount(0)
    await expect(page.getByText('No transfers yet')).toBeVisible()

    const moved = await person.call(createProduct, {
      name: 'Moved',
      sku: 'M-1',
      price: 1,
      stock_quantity: 2,
      location: 'Main Warehouse',
      additional_locations: [{ location_id: shop.id, quantity: 5 }],
    })
    await page.goto(`/products/${moved.id}`)
    await expect(
      page.getByText('This product is set to Main Warehouse, but most of its stock is at Shop floor.'),
    ).toBeVisible()
    await expect(details).toContainText('Primary LocationShop floorset to Main Warehouse')
    await expect(main(page).locator('header').getByText('In Stock', { exact: true })).toBeVisible()
    await page.route(`**/api/v1/products/${moved.id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(fault) : route.fallback(),
    )
    await page.getByRole('button', { name: 'Set location to Shop floor' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to update product location. Please try again.' }),
    ).toBeVisible()
    await page.unroute(`**/api/v1/products/${moved.id}`)
    await page.getByRole('button', { name: 'Set location to Shop floor' }).click()
    await expect(page.getByText('Location Mismatch')).toBeHidden()
    await expect(details).not.toContainText('set to')
    await expect(details).toContainText('Primary LocationShop floor')
  })

  test('each dialog has its fields, choices and failure message', async ({ page, person }) => {
    await person.call(createLocation, { name: 'Shop floor' })
    await person.call(createLocation, { name: 'Back room' })
    await person.call(createLocation, { name: 'Old hall', is_active: false })
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
    await page.goto(`/products/${id}`)
    const form = dialog(page)
    const fails = async (path: string, submit: string, text: string) => {
      await page.route(path, (route) => (route.request().method() === 'POST' ? route.fulfill(fault) : route.fallback()))
      await form.getByRole('button', { name: submit }).click()
      await expect(form.getByRole('alert')).toHaveText(text)
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(form).toBeHidden()
      await page.unroute(path)
    }
    await page.getByRole('button', { name: 'Update Stock' }).click()
    await expect(form.getByRole('radiogroup', { name: 'Transaction Type' }).getByRole('radio')).toHaveCount(3)
    for (const type of ['Adjustment', 'Stock Out', 'Stock In']) await form.getByText(type, { exact: true }).click()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('0')
    await form.getByRole('textbox', { name: /^Notes/ }).focus()
    await expect(form.getByText('Quantity must be at least 1')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Update Stock' })).toBeDisabled()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('1')
    await fails('**/stock-updates', 'Update Stock', 'Failed to update stock')

    await page.getByRole('button', { name: 'Edit stock at Main Warehouse' }).click()
    await expect(form.getByRole('heading', { name: 'Edit Location Stock' })).toBeVisible()
    await expect(form.getByRole('textbox', { name: /^Current Quantity/ })).toHaveValue('17')
    await expect(form.getByRole('textbox', { name: 'Minimum Level' })).toHaveValue('0')
    await expect(form.getByPlaceholder('No maximum')).toHaveValue('')
    await form.getByRole('textbox', { name: 'Minimum Level' }).fill('-1')
    await form.getByRole('textbox', { name: /^Current Quantity/ }).fill('-2')
    await form.getByRole('textbox', { name: 'Maximum Level' }).focus()
    await expect(form.getByText('Quantity cannot be negative')).toBeVisible()
    await expect(form.getByText('Minimum stock level cannot be negative')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await form.getByRole('textbox', { name: /^Current Quantity/ }).fill('16')
    await form.getByRole('textbox', { name: 'Minimum Level' }).fill('1')
    await fails('**/location-stock', 'Save', 'Failed to update location')

    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(form.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1')
    await form.getByRole('combobox', { name: 'Reason' }).click()
    expect(await choices(page)).toEqual([
      'Restocking',
      'High Demand',
      'Location Maintenance',
      'Inventory Optimization',
      'Other',
    ])
    await page.getByRole('option', { name: 'High Demand' }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
    // A field that was only tabbed through isn't validated before submitting.
    await expect(form.getByText('Please select a destination location')).toBeHidden()
    await form.getByRole('button', { name: /^Transfer/ }).click()
    await expect(form.getByText('Please select a destination location')).toBeVisible()
    await expect(form.getByRole('button', { name: /^Transfer/ })).toBeDisabled()
    // The only location with stock is filled in and isn't offered as the destination.
    await expect(form.getByRole('textbox', { name: /From location/ })).toHaveValue('Main Warehouse')
    for (const [label, location, offered] of [
      [/From location/, /Main Warehouse/, 3],
      [/To location/, /Shop floor/, 2],
    ] as const) {
      // Waits until the previous list has faded out.
      await expect(page.getByRole('option')).toHaveCount(0)
      await form.getByRole('textbox', { name: label }).click()
      expect(await choices(page)).toHaveLength(offered)
      await page.getByRole('option', { name: location }).click()
      await expect(page.getByRole('option')).toHaveCount(0)
    }
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('0')
    await expect(form.getByText('Quantity must be greater than zero')).toBeVisible()
    await form.getByRole('textbox', { name: /^Quantity/ }).fill('1')
    await fails('**/location-transfers', 'Transfer', 'Failed to transfer inventory')

    await page.route('**/api/v1/locations?*', (route) => route.fulfill(fault))
    await page.reload()
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    await expect(form.getByText('Failed to load locations').first()).toBeVisible()
  })

  test('a transfer shows success for 1500 ms, then its dialog closes', async ({ page, person }) => {
    await person.call(createLocation, { name: 'Shop floor' })
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 17 })
    await page.clock.install()
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Transfer', exact: true }).click()
    for (const [label, location] of [
      [/From location/, /Main Warehouse/],
      [/To location/, /Shop floor/],
    ] as const) {
      await dialog(page).getByRole('textbox', { name: label }).click()
      await page.getByRole('option', { name: location }).click()
    }
    // From here on the clock stands still, except for what the test lets pass.
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog(page)
      .getByRole('button', { name: /^Transfer/ })
      .click()
    // The form is sent after the next frame.
    await page.clock.runFor(100)
    const done = dialog(page).getByText('Transfer completed successfully')
    await expect(done).toBeVisible()
    await page.clock.runFor(1_400)
    await expect(done).toBeVisible()
    // The dialog fades out: each step begins only when the one before was drawn.
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(done).toBeHidden({ timeout: 100 })
    }).toPass()
  })

  test('shows that the connection is lost, and recovers by itself', async ({ page, person }) => {
    const { id } = await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19 })
    await page.route('**/api/v1/products/**', (route) => route.abort())
    await page.goto(`/products/${id}`)
    await expect(
      page.getByText('Unable to connect to the database. Please check your internet connection and try again.').first(),
    ).toBeVisible()
    // If data can't be loaded, the title names the record it belongs to.
    await expect(page).toHaveTitle('Products · Onhand')
    await page.unroute('**/api/v1/products/**')
    await expect(page.getByRole('heading', { level: 1, name: 'Chang' })).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveTitle('Chang · Onhand')
  })
})
