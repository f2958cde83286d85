import type { Page } from '@playwright/test'
import { createImport, listImports, undoImport } from '../../contract/imports.ts'
import { listProducts } from '../../contract/products.ts'
import { createTransaction } from '../../contract/transactions.ts'
import type { Person } from '../../e2e/support/person.ts'
import { at, type Screen } from './screen.ts'
import { cleanWorkbook, faultyWorkbook, priceList } from './workbooks.ts'

/** An import whose units were sold before it was undone. */
async function partlyUndone(who: Person | null): Promise<string> {
  const rows = [{ name: 'Bar tape, cork', sku: 'TAPE-CRK', price: 14.9, stock_quantity: 24, category_name: 'Brakes' }]
  const made = await who?.call(createImport, { dry_run: false, products: rows, categories: [], transactions: [] })
  const product = (await who?.call(listProducts, { search: 'TAPE-CRK' }))?.items[0]?.id ?? ''
  const sale = { type: 'out', quantity: 6, reason_code: 'customer_order', notes: 'Sold in the shop' } as const
  await who?.call(createTransaction, { product_id: product, ...sale })
  const id = made && 'id' in made ? made.id : ''
  await who?.call(undoImport, { id })
  return `/import/${id}`
}

/** Chooses a price list that also sets stock, and waits for its preview. */
async function previewPriceList(page: Page): Promise<void> {
  await page.getByLabel('Excel or CSV file').setInputFiles(priceList())
  await page.getByLabel('Set stock to the quantities in the file').check()
  await page.getByText('The differences are recorded as stock counts').waitFor()
}

/** An import up to its confirmation, which saves nothing. */
export const importScreens: readonly Screen[] = [
  {
    name: 'import-run',
    who: 'full',
    path: async (who) => `/import/${(await who?.call(listImports, {}))?.items[0]?.id}`,
  },
  { name: 'import', who: 'empty', path: at('/import') },
  {
    name: 'import-problems',
    who: 'empty',
    path: at('/import'),
    prepare: async (page) => {
      await page.getByLabel('Excel or CSV file').setInputFiles(faultyWorkbook())
      await page.getByText('Fix these first').waitFor()
      await page.getByText('Fix these first').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'import-preview',
    who: 'empty',
    path: at('/import'),
    prepare: async (page) => {
      await page.getByLabel('Excel or CSV file').setInputFiles(cleanWorkbook())
      await page.getByText('ready to import', { exact: true }).waitFor()
    },
  },
  {
    name: 'import-changes',
    who: 'full',
    path: at('/import'),
    prepare: previewPriceList,
  },
]

/** Imports that were confirmed and undone: after all other screens, because they change the company. */
export const finishedImports: readonly Screen[] = [
  {
    name: 'import-done',
    who: 'full',
    path: at('/import'),
    prepare: async (page) => {
      await previewPriceList(page)
      await page.getByRole('button', { name: 'Confirm Import' }).click()
      await page.getByText('All totals match the preview.').waitFor()
    },
  },
  { name: 'import-partly-undone', who: 'full', path: partlyUndone },
  {
    name: 'import-undone',
    who: 'full',
    path: async (who) => `/import/${(await who?.call(listImports, {}))?.items[1]?.id}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Undo import/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
      await page.getByRole('heading', { name: 'This import was undone' }).waitFor()
    },
  },
]
