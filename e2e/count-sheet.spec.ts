import { createProduct } from '../contract/products.ts'
import { readProductStock } from '../contract/stock.ts'
import { createTransaction } from '../contract/transactions.ts'
import { accessible } from './support/accessible.ts'
import { downloadedPdf } from './support/downloaded-pdf.ts'
import { expect, test } from './support/test.ts'
import { mainWarehouse } from './support/texts.ts'
import { visit } from './support/visit.ts'

test('a count sheet is printed by keyboard, and from the palette; an empty location has nothing to print', async ({
  page,
  person,
}) => {
  await visit(page, '/stock-count')
  await expect(page.getByText('No products on hand')).toBeVisible()
  await page.getByRole('button', { name: 'Print Count Sheet' }).click()
  await expect(page.getByRole('dialog').getByText('Nothing is left to count at this location.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await person.call(createProduct, { name: 'Soap', sku: 'S-1', price: 5, stock_quantity: 8 })
  await page.getByRole('button', { name: 'Print Count Sheet' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Print Count Sheet' })
  await expect(dialog.getByRole('heading')).toHaveText('Print Count Sheet Main Warehouse')
  await expect(dialog.getByText('1 product left to count')).toBeVisible()
  await accessible(page, '[role=dialog]')
  const expected = dialog.getByRole('checkbox', { name: 'Include expected quantities' })
  await expect(expected).not.toBeChecked()
  await expected.press('Space')
  const print = () => dialog.getByRole('button', { name: 'Print Count Sheet' }).press('Enter')
  expect(await downloadedPdf(page, print)).toEqual([expect.stringMatching(/^Count.sheet.Main.Warehouse\.pdf$/), 1])
  await expect(dialog).toBeHidden()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill('count sheet')
  await page.getByRole('dialog').getByText('Print count sheet').click()
  await expect(dialog).toBeVisible()
})

test('a blind count shows no quantity before it is saved, also after a refusal, and is remembered', async ({
  page,
  person,
}) => {
  const { id: product_id } = await person.call(createProduct, {
    name: 'Soap',
    sku: 'S-1',
    price: 5,
    stock_quantity: 847,
  })
  await visit(page, '/stock-count')
  await expect(page.getByText('S-1 · 847 on hand')).toBeVisible()
  await page.getByRole('switch', { name: 'Hide expected quantities' }).press('Space')
  const shown = page.getByRole('main').getByText(/847|on hand$/)
  await expect(shown).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Find or scan a product' }).fill('soap')
  await expect(page.getByRole('option', { name: /Soap/ })).not.toContainText('847')
  await page.keyboard.press('Escape')
  const save = page.getByRole('button', { name: 'Save count: Soap' })
  await expect(save).toBeDisabled()
  const counted = page.getByRole('textbox', { name: 'Counted units of Soap' })
  await counted.fill('840')
  await expect(save).toHaveText('Save count')
  // Units leave while they are counted: the refusal doesn't say how many there are.
  await person.call(createTransaction, { product_id, type: 'out', quantity: 4, reason_code: 'customer_order' })
  await counted.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Stock changed while you were counting. Count this product again.')
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Hide expected quantities' })).toBeChecked()
  await expect(page.getByRole('main').getByText(/843/)).toHaveCount(0)
  await counted.fill('')
  // Slower than a scanner.
  await counted.pressSequentially('840', { delay: 60 })
  await counted.press('Enter')
  await expect(page.getByText('843 → 840')).toBeVisible()
  const { locations } = await person.call(readProductStock, { product_id })
  const main = await mainWarehouse(person)
  expect(locations.find(({ location_id }) => location_id === main)?.on_hand).toBe(840)
  // It is to be counted again, and what is expected is what was undone.
  await page.getByRole('button', { name: 'Undo count: Soap' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(/843/)).toHaveCount(0)
})
