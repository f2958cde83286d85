import type { Page } from '@playwright/test'
import { listProducts } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

const list = (rows: string) => ({
  name: 'bestand.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Artikelnummer;Bezeichnung;Bestand;Farbe\r\n${rows}`),
})

const field = (page: Page) => page.getByLabel('Excel or CSV file')
const column = (page: Page, heading: string) => page.getByRole('combobox', { name: heading })

async function choose(page: Page, heading: string, name: string): Promise<void> {
  await column(page, heading).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('unknown columns are matched once: the file is read with them, and the next one without asking', async ({
  page,
  person,
}) => {
  await page.goto('/import')
  await field(page).setInputFiles(list('A-1;Sessel;12;rot\r\nA-2;Tisch;3;'))
  await expect(page.getByRole('alert')).toContainText('The first row must name the columns')
  await expect(page.getByRole('status').filter({ hasText: 'Choose the column for Name and SKU' })).toBeVisible()
  await expect(page.getByText('Sessel')).toBeVisible()
  const readFile = page.getByRole('button', { name: 'Read file' })
  await expect(readFile).toBeDisabled()
  await choose(page, 'Artikelnummer', 'SKU')
  // By keyboard, as it is typed.
  await column(page, 'Bezeichnung').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Name', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(column(page, 'Bezeichnung')).toHaveValue('Name')
  await choose(page, 'Bestand', 'Stock')
  await accessible(page)
  await readFile.click()

  await expect(page.getByText('ready to import', { exact: true })).toBeVisible()
  await expect(page.getByText('3 of 4 imported')).toBeVisible()
  await expect(page.getByText('The column “Farbe” isn’t imported.')).toBeVisible()
  // What isn't read yet can't be imported.
  const matchColumns = page.getByRole('button', { name: 'Match columns' })
  await matchColumns.click()
  await expect(page.getByRole('combobox', { name: 'This file lists' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toBeDisabled()
  await page.getByRole('region', { name: 'Columns' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(matchColumns).toBeFocused()
  await expect(page.getByRole('button', { name: 'Confirm Import' })).toBeEnabled()
  await matchColumns.click()
  await choose(page, 'Farbe', 'Description')
  await choose(page, 'Bestand', 'Minimum stock level')
  await accessible(page)
  await readFile.click()
  await expect(page.getByText('all 4 imported')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Import' }).click()
  await expect(page.getByText('All totals match the preview.')).toBeVisible({ timeout: 30_000 })
  const { items } = await person.call(listProducts, {})
  expect(items.map(({ sku, name, description, stock }) => [sku, name, description, stock.minimum])).toEqual([
    ['A-1', 'Sessel', 'rot', 12],
    ['A-2', 'Tisch', null, 3],
  ])

  await page.goto('/import')
  await field(page).setInputFiles(list('A-3;Regal;5;blau'))
  await expect(page.getByText('all 4 imported')).toBeVisible()
  // After a reload the page no longer has the file.
  await page.reload()
  await page.getByRole('button', { name: 'Match columns' }).click()
  await choose(page, 'Bestand', 'Stock')
  await expect(page.getByRole('button', { name: 'Choose the file again' })).toBeVisible()
  await page
    .getByRole('region', { name: 'Columns' })
    .getByLabel('Excel or CSV file')
    .setInputFiles(list('A-3;Regal;5;blau'))
  await expect(page.getByText('all 4 imported')).toBeVisible()
  await page.getByRole('button', { name: 'Match columns' }).click()
  await expect(column(page, 'Bestand')).toHaveValue('Stock')
})
