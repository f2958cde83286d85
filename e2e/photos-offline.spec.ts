import type { Page } from '@playwright/test'
import { createProduct, readProduct } from '../contract/products.ts'
import { createPurchaseOrder, payPurchaseOrder, readPurchaseOrder } from '../contract/purchase-orders.ts'
import { createSupplier } from '../contract/suppliers.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Photos on a network that comes and goes.

/** A photo as large as a phone's: noise, which hardly compresses, in a JPEG. */
async function photo(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(`(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3200
    canvas.height = 2400
    const context = canvas.getContext('2d')
    const pixels = context.createImageData(3200, 2400)
    for (let at = 0, seed = 1; at < pixels.data.length; at++) {
      seed = (seed * 16807) % 2147483647
      pixels.data[at] = at % 4 === 3 ? 255 : seed % 256
    }
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.7).split(',')[1]
  })()`)
  return Buffer.from(encoded as string, 'base64')
}

/** The bytes of each upload, as the server gets them; they fail until `connect` is called. */
async function uploads(page: Page) {
  const sizes: number[] = []
  let isConnected = false
  await page.route('**/api/v1/files*', async (route) => {
    if (!isConnected) return route.abort('internetdisconnected')
    sizes.push(route.request().postDataBuffer()?.length ?? 0)
    return route.fallback()
  })
  await page.route('**/ready', (route) => (isConnected ? route.fallback() : route.abort('internetdisconnected')))
  return {
    sizes,
    connect: () => {
      isConnected = true
    },
  }
}

/** An order of five units that is to be received. */
async function orderOfTea(person: Person): Promise<string> {
  const { id: supplier_id } = await person.call(createSupplier, { name: 'Exotic Liquids' })
  const tea = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 3, cost_price: 1 })
  const lines = [{ product_id: tea.id, quantity: 5, unit_price: 1 }]
  const { id, version } = await person.call(createPurchaseOrder, { supplier_id, lines })
  await person.call(payPurchaseOrder, { id, version })
  return id
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('photos that were taken without a network are sent once it is back, and the receipt waits for them', async ({
  page,
  person,
}) => {
  test.setTimeout(60_000)
  const id = await orderOfTea(person)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/receiving?order=${id}`)
  const buffer = await photo(page)
  expect(buffer.length).toBeGreaterThan(2_000_000)
  const { sizes, connect } = await uploads(page)
  await button(page, /^More: Quantity/).click()
  const files = page.locator('input[type="file"]')
  await files.setInputFiles({ name: 'pallet.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('1 photo not uploaded yet')).toBeVisible({ timeout: 30_000 })
  await expect(button(page, 'Uploading photos...')).toBeDisabled()
  connect()
  await expect(page.getByRole('img', { name: 'Photo 1 of Tea' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1 photo not uploaded yet')).toHaveCount(0)
  // Once, and not larger than what is stored of it.
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThan(buffer.length / 2)
  await button(page, 'Process Receiving · 1 unit').click()
  await expect(page.getByText(/1 unit of .* received/)).toBeVisible()
  const { receipts } = await person.call(readPurchaseOrder, { id })
  expect(receipts).toMatchObject([{ units: 1 }])
  await page.unrouteAll()
})

test('a photo that can’t be sent is discarded on request, and no longer holds up the receipt', async ({
  page,
  person,
}) => {
  test.setTimeout(60_000)
  const id = await orderOfTea(person)
  await visit(page, `/receiving?order=${id}`)
  await page.route('**/api/v1/files*', (route) => route.fulfill({ status: 500 }))
  await button(page, /^More: Quantity/).click()
  const buffer = Buffer.from('not yet read by anyone')
  await page.locator('input[type="file"]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('1 photo not uploaded yet')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.getByText('1 photo not uploaded yet')).toBeVisible()
  await button(page, 'Discard').click()
  await expect(page.getByText('1 photo not uploaded yet')).toHaveCount(0)
  await expect(button(page, 'Process Receiving · 1 unit')).toBeEnabled()
  await page.unrouteAll()
})

test('a product’s photo that was taken without a network is sent once it is back', async ({ page, person }) => {
  test.setTimeout(60_000)
  const { id } = await person.call(createProduct, { name: 'Tea', sku: 'TEA-1', price: 3, cost_price: 1 })
  await visit(page, `/products/${id}?edit`)
  const buffer = await photo(page)
  const { sizes, connect } = await uploads(page)
  await page.getByLabel('Image file').setInputFiles({ name: 'tea.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText(/^Unable to connect/).first()).toBeVisible({ timeout: 30_000 })
  connect()
  await expect(page.getByRole('img', { name: 'The image of this product' })).toBeVisible({ timeout: 30_000 })
  expect(sizes).toHaveLength(1)
  await button(page, 'Update Product').click()
  await expect.poll(async () => (await person.call(readProduct, { id })).image).toMatch(/product-images/)
  await page.unrouteAll()
})
