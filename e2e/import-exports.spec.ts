import type { Page } from '@playwright/test'
import { listProducts } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

const inventory = {
  name: 'inventory_export.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available (not editable),On hand (current),On hand (new)',
      'tee,T-shirt,Size,M,TEE-M,,US,Main Street,10,12,',
      'tee,T-shirt,Size,M,TEE-M,,US,Airport,4,4,',
      'tee,T-shirt,Size,L,,,US,Airport,3,3,',
    ].join('\n'),
  ),
}

const column = (page: Page, heading: string) => page.getByRole('combobox', { name: heading })

test('a shop’s inventory is imported as it is, with the stock of each location; choices stay until the file is read', async ({
  page,
  person,
}) => {
  await page.goto('/import')
  await page.getByLabel('Excel or CSV file').setInputFiles(inventory)
  await expect(page.getByText('ready to import', { exact: true })).toBeVisible()
  await expect(page.getByText('Stock is imported for each location: Main Street and Airport.')).toBeVisible()
  await expect(page.getByText('It gets one from its handle and options: tee-l.')).toBeVisible()
  await expect(page.getByText('8 of 11 imported')).toBeVisible()
  await expect(page.getByText('Main Street 12, Airport 4').filter({ visible: true })).toBeVisible()

  await page.getByRole('button', { name: 'Match columns' }).click()
  await expect(column(page, 'Option1 Value')).toHaveValue('Variants')
  await accessible(page)
  await column(page, 'COO').click()
  await page.getByRole('option', { name: 'Description', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page).toHaveURL(/\/products/)
  await page.goBack()
  await expect(column(page, 'COO')).toHaveValue('Description')
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Match columns' }).click()
  await expect(column(page, 'COO')).toHaveValue('Don’t import')
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByText('All totals match the preview.')).toBeVisible({ timeout: 30_000 })
  const { items } = await person.call(listProducts, {})
  expect(items.map(({ sku, name, stock, locations }) => [sku, name, stock.on_hand, locations.length])).toEqual([
    ['tee-l', 'T-shirt - L', 3, 1],
    ['TEE-M', 'T-shirt - M', 16, 2],
  ])
})
