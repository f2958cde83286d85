import type { Locator } from '@playwright/test'
import { createTransfer } from '../contract/location-transfers.ts'
import { createLocation, listLocations } from '../contract/locations.ts'
import { createProduct } from '../contract/products.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Short texts that a screen must show whole, and figures that must be level.

const isCut = (element: Locator) => element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

test('on a wide screen the table of products cuts off no heading and no count of locations', async ({
  page,
  person,
}) => {
  const [main] = await person.all(listLocations, {})
  const fields = { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 }
  const { id: product_id } = await person.call(createProduct, fields)
  for (const name of ['Shop Floor', 'Workbench']) {
    const { id: to_location_id } = await person.call(createLocation, { name })
    const from_location_id = main?.id ?? ''
    await person.call(createTransfer, {
      product_id,
      quantity: 2,
      from_location_id,
      to_location_id,
      status: 'completed',
    })
  }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await visit(page, '/products?view=table')
  const count = page.getByRole('row', { name: /Chang/ }).getByText('+1', { exact: true })
  await expect(count).toBeInViewport({ ratio: 1 })
  const cell = count.locator('xpath=ancestor::td')
  expect(await isCut(cell)).toBe(false)

  await visit(page, `/products?view=table&as_of=${new Date().toISOString().slice(0, 10)}`)
  const heading = page.getByRole('columnheader', { name: 'Price at that time' })
  await expect(heading).toBeVisible()
  expect(await isCut(heading)).toBe(false)
})

test('figures beside each other are level, whatever the length of their notes', async ({ page, person }) => {
  await person.call(createProduct, { name: 'Chang', sku: 'NW-002', price: 19, stock_quantity: 20 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await visit(page, '/reports?report=transactions')
  const topOf = async (label: string) => {
    const box = await page.getByRole('term').filter({ hasText: label }).boundingBox()
    return Math.round(box?.y ?? Number.NaN)
  }
  expect(await topOf('Net change')).toBe(await topOf('Units out'))
})

test('on a phone the longest title of a screen has its place in the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/shipping')
  const title = page.getByRole('banner').getByText('Shipping Management')
  await expect(title).toBeVisible()
  expect(await isCut(title)).toBe(false)
})
