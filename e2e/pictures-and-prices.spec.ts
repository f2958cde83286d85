import { deflateSync, crc32 } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { createProduct, readProduct, updateProduct, type Product } from '../contract/products.ts'
import { allFaults } from './support/accessible.ts'
import { suggestPrice } from './support/database.ts'
import type { Person } from './support/person.ts'
import { expect, test } from './support/test.ts'

/** A blue PNG. */
function picture(width = 400, height = 300): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([0x3b, 0x82, 0xf6]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const chunks = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

const widthOf = (image: Locator) => image.evaluate((element: { naturalWidth?: number }) => element.naturalWidth)
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test('a picture is chosen, shown, stored, replaced by dropping one, and removed; other files are refused', async ({
  page,
  person,
}) => {
  const { id } = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18 })
  await page.goto(`/products/${id}?edit=1`)
  const chooser = page.getByLabel('Image file')
  const shown = page.getByRole('img', { name: 'The image of this product' })
  await chooser.setInputFiles(file('page.png', Buffer.from('<html>')))
  await expect(page.getByText('This image can’t be read. Use a JPEG, PNG or WebP file.')).toBeVisible()

  await chooser.setInputFiles(file('chai.png', picture()))
  await expect(shown).toBeVisible()
  await expect.poll(() => widthOf(shown)).toBe(320)
  await expect(page.getByText('This image can’t be read')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Image URL' })).toHaveAttribute(
    'placeholder',
    'An uploaded image is used',
  )
  expect(await allFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('img', { name: 'Chai' })).toBeVisible()
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'Chai' }))).toBe(320)
  const { image } = await person.call(readProduct, { id })
  expect(image).toMatch(/^\/files\/inventory\/product-images\//)

  await page.getByRole('button', { name: 'Edit Product' }).click()
  await drop(page, picture(120, 90))
  await expect.poll(() => widthOf(shown)).toBe(120)
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'Chai' }))).toBe(120)
  expect((await person.call(readProduct, { id })).image).not.toBe(image)

  await page.getByRole('button', { name: 'Edit Product' }).click()
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(shown).toBeHidden()
  await page.getByRole('textbox', { name: 'Image URL' }).fill('javascript:alert(1)')
  await page.getByRole('textbox', { name: 'Image URL' }).blur()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
  await page.getByRole('textbox', { name: 'Image URL' }).fill('https://pictures.invalid/chai.png')
  await expect(page.getByText('No image found at this address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Image URL' }).fill('')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('button', { name: 'Edit Product' })).toBeVisible()
  expect((await person.call(readProduct, { id })).image).toBeNull()
})

/** Simulates dropping a file on the field. */
async function drop(page: Page, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const content = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], 'dropped.png', { type: 'image/png' }))
      return transfer
    })()`,
  )
  await page.getByLabel('Image file').dispatchEvent('drop', { dataTransfer: transfer })
}

const shop = 'https://shop.example/chai'
const sentence = 'Failed to fetch price'
const notFetched = { code: 'price_not_fetched', message: sentence, fields: { url: sentence } }

/**
 * Stands in for the price function. `next` is its next response once `go` is called: a price, or null for a failure.
 */
async function shopAnswers(page: Page, { session }: Person, product: Product) {
  const asked: unknown[] = []
  let answered = 0
  const whose = { org_id: session.user.app_metadata.org_id, user_id: session.user.id, product_id: product.id }
  let answer: () => Promise<object> = () => Promise.reject(new Error('no one was to ask yet'))
  const next = (new_price: number | null, currency = 'USD') => {
    const { promise: gate, resolve: go } = Promise.withResolvers<void>()
    answer = async () => {
      await gate
      if (new_price === null) return { status: 422, json: { error: notFetched } }
      return { json: { priceUpdateId: await suggestPrice(whose, { url: shop, new_price, currency }) } }
    }
    return go
  }
  await page.route('**/functions/v1/fetch-price', async (route) => {
    asked.push(route.request().postDataJSON())
    await route.fulfill(await answer())
    answered++
  })
  return { asked, next, answered: () => answered }
}

test('a typed purchase address has its price fetched, which is applied or rejected', async ({ page, person }) => {
  const product = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, cost_price: 9 })
  const { asked, next } = await shopAnswers(page, person, product)
  const answerFirst = next(21.5, 'EUR')
  await page.goto(`/products/${product.id}?edit=1`)
  const [address, price] = [
    page.getByRole('textbox', { name: 'Purchase URL' }),
    page.getByRole('textbox', { name: 'Price ($)', exact: true }),
  ]
  await address.pressSequentially('https')
  await address.fill(shop)
  await expect(page.getByText('Fetching latest price...')).toBeVisible()
  await expect.poll(() => asked).toEqual([{ url: shop, productId: product.id }])
  answerFirst()

  const suggestion = page.locator('[data-fresh]')
  await expect(suggestion).toContainText('Price updated to $21.50')
  await expect(suggestion).toContainText(/Fetched \d+ \w+ \d{4}, \d\d:\d\d/)
  await expect(suggestion).toContainText('The page shows EUR. The amount wasn’t converted.')
  // Fetched automatically, after a moment.
  await expect(suggestion).toBeHidden()
  for (const warning of [
    'Some sites block automated access',
    'The price may not be accessible',
    'The price can always be updated manually',
  ])
    await expect(page.getByText(warning)).toBeVisible()
  await expect(price).toHaveValue('21.50')
  expect(await allFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(address).toBeFocused()
  await expect(price).toHaveValue('18.00')
  await expect(page.getByText('Price updated to')).toBeHidden()
  expect((await person.call(readProduct, { id: product.id })).price).toBe(18)

  next(22.75)()
  await page.getByRole('button', { name: 'Fetch latest price' }).click()
  await expect(page.getByText('Price updated to $22.75')).toBeVisible()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Price set to $22.75')).toBeVisible()
  await expect(page.getByText('Price updated to')).toBeHidden()
  await expect(price).toHaveValue('22.75')
  expect(await person.call(readProduct, { id: product.id })).toMatchObject({ price: 22.75, version: 2 })
  // Our own change is no conflict: the form saves over it.
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Chai tea')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('heading', { name: 'Chai tea' })).toBeVisible()

  const history = page.getByRole('table', { name: 'Price history' })
  await expect(history.getByRole('row')).toHaveCount(3)
  await expect(history.getByRole('row').nth(1)).toContainText(/Fetched from shop\.example by you\s*\$22\.75\s*\$9\.00/)
  await expect(history.getByRole('row').nth(2)).toContainText(/Entered by you\s*\$18\.00\s*\$9\.00/)
  await expect(page.getByRole('img', { name: 'Price from $18.00 to $22.75, cost from $9.00 to $9.00' })).toBeVisible()
  expect(await allFaults(page)).toEqual([])
})

test("a price that can't be fetched is reported at the address; opening a form fetches nothing; a late answer is ignored", async ({
  page,
  person,
}) => {
  const product = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, purchase_url: shop })
  const { asked, next, answered } = await shopAnswers(page, person, product)
  await page.goto(`/products/${product.id}?edit=1`)
  const [address, price] = [
    page.getByRole('textbox', { name: 'Purchase URL' }),
    page.getByRole('textbox', { name: 'Price ($)', exact: true }),
  ]
  await expect(address).toHaveValue(shop)
  await address.focus()
  await address.blur()
  await address.fill('not an address')
  await address.blur()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
  next(null)()
  await address.fill(`${shop}/1`)
  await address.blur()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toHaveValue('18.00')
  await price.focus()
  await expect(page.getByText(sentence)).toBeVisible()
  expect(asked).toEqual([{ url: `${shop}/1`, productId: product.id }])

  const answerLate = next(99)
  await address.fill(`${shop}/2`)
  await address.blur()
  await expect(page.getByText('Fetching latest price...')).toBeVisible()
  await expect(page.getByText(sentence)).toBeHidden()
  await expect.poll(() => asked.length).toBe(2)
  next(25)()
  await address.fill(`${shop}/3`)
  await address.blur()
  await expect(page.getByText('Price updated to $25.00')).toBeVisible()
  answerLate()
  await expect.poll(answered).toBe(3)
  await person.call(readProduct, { id: product.id })
  await expect(price).toHaveValue('25.00')
  // A suggestion that wasn't applied disappears with its address.
  next(null)()
  await address.fill(`${shop}/4`)
  await expect(price).toHaveValue('18.00')
  await expect(page.getByText(sentence)).toBeVisible()
  next(25)()
  await page.getByRole('button', { name: 'Fetch latest price' }).click()
  await expect(price).toHaveValue('25.00')

  // Someone else saves in the meantime: Apply shows the conflict, and no input is lost.
  const { id, version, name, sku } = product
  await person.call(updateProduct, { id, version, name, sku, price: 18, purchase_url: shop, description: 'Theirs' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Price updated to')).toBeHidden()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible()
  const saved = { price: 25, purchase_url: `${shop}/4`, description: 'Theirs' }
  expect(await person.call(readProduct, { id })).toMatchObject(saved)
})

test('a price that left its field while its address was edited is fetched again when the address is the same again', async ({
  page,
  person,
}) => {
  const product = await person.call(createProduct, { name: 'Chai', sku: 'NW-001', price: 18, purchase_url: shop })
  const { asked, next } = await shopAnswers(page, person, product)
  await page.goto(`/products/${product.id}?edit=1`)
  const [address, price] = [
    page.getByRole('textbox', { name: 'Purchase URL' }),
    page.getByRole('textbox', { name: 'Price ($)', exact: true }),
  ]
  const editAndRestore = async () => {
    await address.press('End')
    await address.press('x')
    await address.press('Backspace')
    await expect(address).toHaveValue(shop)
  }
  next(21.5)()
  await page.getByRole('button', { name: 'Fetch latest price' }).click()
  await expect(price).toHaveValue('21.50')
  next(22)()
  await editAndRestore()
  await expect(price).toHaveValue('22.00')

  // While it is being fetched, and after a failure.
  next(99)
  await page.getByRole('button', { name: 'Fetch latest price' }).click()
  await expect.poll(() => asked.length).toBe(3)
  next(null)()
  await editAndRestore()
  await expect(page.getByText(sentence)).toBeVisible()
  next(23)()
  await editAndRestore()
  await expect(price).toHaveValue('23.00')
  expect(asked).toHaveLength(5)
})
