import { createLocation } from '../contract/locations.ts'
import { accessible } from './support/accessible.ts'
import { downloadedPdf } from './support/downloaded-pdf.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test('the label of a location is printed from its menu by keyboard', async ({ page, person }) => {
  await person.call(createLocation, { name: 'Shelf A' })
  await visit(page, '/locations')
  await page.getByRole('button', { name: 'Actions: Shelf A' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Print label' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(dialog.getByRole('heading')).toHaveText('Print Labels Shelf A')
  await accessible(page, '[role=dialog]')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  const copies = dialog.getByRole('textbox', { name: 'Copies' })
  await copies.fill('25')
  await expect(dialog.getByRole('status')).toHaveText('25 labels on 2 sheets')
  const print = () => copies.press('Enter')
  expect(await downloadedPdf(page, print)).toEqual([expect.stringMatching(/^Label.Shelf.A\.pdf$/), 2])
  await expect(dialog).toBeHidden()
})

test('labels of a list are those of the active locations it shows; the palette opens them', async ({
  page,
  person,
}) => {
  await person.call(createLocation, { name: 'Shelf A' })
  await person.call(createLocation, { name: 'Shelf B' })
  await person.call(createLocation, { name: 'Old shelf', is_active: false })
  await visit(page, '/locations?q=shelf')
  await page.getByRole('button', { name: 'Print Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print Labels' })
  await expect(dialog.getByRole('heading')).toHaveText('Print Labels 2 active locations')
  const print = () => dialog.getByRole('button', { name: 'Print Labels' }).click()
  expect(await downloadedPdf(page, print)).toEqual([expect.stringMatching(/^Location.labels\.pdf$/), 1])
  await expect(dialog).toBeHidden()
  await visit(page, '/locations?active=false')
  await expect(page.getByText('Old shelf').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print Labels' })).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search products, categories...').fill('shelf labels')
  await page.getByRole('dialog').getByText('Print location labels').click()
  await expect(dialog.getByRole('heading')).toHaveText('Print Labels 3 active locations')
})
