import { expect } from 'vitest'
import { uploadImportFile } from '../../../contract/import-files.ts'
import { createImport, type ImportRecord } from '../../../contract/imports.ts'
import { listProducts, type ProductListItem } from '../../../contract/products.ts'
import type { Client } from '../../testing/app.ts'
import { workbookFile, type SheetCells } from './workbooks.ts'

/** Uploads a workbook with these cells and returns it with its preview. */
export function upload(client: Client, sheets: SheetCells, file_name = 'goods.xlsx') {
  return client.call(uploadImportFile, { file_name, file: workbookFile(sheets) })
}

/** Imports a workbook that has no problems. */
export async function importSheetsOf(client: Client, sheets: SheetCells): Promise<ImportRecord> {
  const file = await upload(client, sheets)
  expect(file.preview.problems).toEqual([])
  return (await client.call(createImport, { import_file_id: file.id })) as ImportRecord
}

/** On hand of every product, by SKU. */
export async function stockOf(client: Client): Promise<Record<string, number>> {
  const { items } = await client.call(listProducts, {})
  return Object.fromEntries(items.map(({ sku, stock }) => [sku, stock.on_hand]))
}

/** The product with an SKU, as in the list. */
export async function productOf(client: Client, sku: string): Promise<ProductListItem> {
  const { items } = await client.call(listProducts, { limit: 200 })
  const found = items.find((product) => product.sku === sku)
  if (!found) throw new Error(`there is no ${sku}`)
  return found
}
