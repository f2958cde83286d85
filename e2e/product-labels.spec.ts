import { createProduct } from '../contract/products.ts'
import { accessible } from './support/accessible.ts'
import { downloadedPdf } from './support/downloaded-pdf.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('labels of a product are printed by keyboard; the size is remembered, a mistake is shown beside its field', async ({
  page,
  person,
}) => {
  const chai = await person.call(createProduct, { name: 'Chai', sku: 'NW-1', price: 18, barcode: '5901234123457' })
  await visit(page, `/products/${chai.id}`)
  await page.getByRole('button', { name: 'Print Labels' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await accessible(page, '[role=dialog]')
  await dialog.getByRole('combobox', { name: 'Label size' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'A4, 21 labels of 63.5 × 38.1 mm' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Copies' }).fill('4')
  await dialog.getByRole('checkbox', { name: 'Include price' }).press('Space')
  const first = dialog.getByRole('textbox', { name: 'Start at label' })
  await first.fill('22')
  await first.press('Enter')
  await expect(first).toHaveAccessibleDescription(/The sheet has fewer labels than that/)
  await first.fill('20')
  await expect(dialog.getByRole('status')).toHaveText('4 labels on 2 sheets')
  expect(await downloadedPdf(page, () => first.press('Enter'))).toEqual([
    expect.stringMatching(/^Labels.NW-1\.pdf$/),
    2,
  ])
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Print Labels' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Label size' })).toHaveValue('A4, 21 labels of 63.5 × 38.1 mm')
  await expect(dialog.getByRole('checkbox', { name: 'Include price' })).toBeChecked()
  await expect(first).toHaveValue('1')
})

test('labels of a list are those of the products it shows', async ({ page, person }) => {
  for (const name of ['Chai', 'Chang', 'Tofu']) await person.call(createProduct, { name, sku: name, price: 18 })
  await visit(page, '/products?q=cha')
  await page.getByRole('button', { name: 'Print Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(dialog.getByRole('heading')).toHaveText('Print Labels 2 products')
  await expect(dialog.getByRole('status')).toHaveText('2 labels on 1 sheet')
  const print = () => dialog.getByRole('button', { name: 'Print Labels' }).click()
  expect(await downloadedPdf(page, print)).toEqual(['Labels.pdf', 1])
})
