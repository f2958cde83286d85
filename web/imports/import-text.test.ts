import { expect, test } from 'vitest'
import type { ImportCounts } from '../../contract/import-preview.ts'
import {
  columnName,
  hasSheets,
  inCellOrder,
  productsNote,
  resultSummary,
  resultTitle,
  totalLines,
} from './import-text.ts'

const none = { rows: 0, created: 0, updated: 0 }
const counts: ImportCounts = {
  products: { rows: 7, created: 2, restored: 0, updated: 4, stock_set: 1, unchanged: 0 },
  categories: none,
  suppliers: { rows: 2, created: 1, updated: 1 },
  locations: none,
  transactions: { rows: 0, posted: 0, drafts: 0, already_imported: 0 },
  units: { opening: 50, in: 0, out: 0, adjusted: 0, counted: -2, change: 48 },
  value_at_price: 1_340,
}

test('the summary of an import has the figures of its totals, and the stock change', () => {
  expect(resultSummary(counts)).toBe('2 added, 4 changed, stock set for 1. Stock changed by +48 units.')
  const [products] = totalLines(counts)
  expect(products).toMatchObject({ rows: 7, note: '2 added · 4 changed · stock set for 1 · $1,340.00 at price' })
})

test('a record that a preview calls new has been added in the result', () => {
  expect(productsNote(counts)).toMatch(/^2 new · /)
  expect(totalLines(counts).find(({ label }) => label === 'Suppliers')?.note).toBe('1 added · 1 changed')
})

test('an import without effect on products or stock has no summary', () => {
  const products = { rows: 0, created: 0, restored: 0, updated: 0, stock_set: 0, unchanged: 0 }
  expect(resultSummary({ ...counts, products, units: { ...counts.units, change: 0 } })).toBe('')
})

test.each([
  ['goods.xlsx', true],
  ['goods.csv.xls', true],
  ['GOODS.CSV', false],
  ['goods.tsv', false],
  [null, true],
])('places in %s are named with a sheet: %s', (file_name, expected) => {
  expect(hasSheets(file_name)).toBe(expected)
})

test('a result says how many products were imported', () => {
  expect(resultTitle(counts)).toBe('7 products imported')
})

test('problems are listed in the order of their cells', () => {
  const at = (sheet: string, row: number | null, cell: string | null) => ({ sheet, row, cell })
  const problems = [at('Products', 2, 'C2'), at('Products', 3, 'AA3'), at('Products', 3, 'D3'), at('Products', 2, 'B2')]
  const others = [at('Suppliers', null, null), at('Suppliers', 2, 'A2')]
  expect(inCellOrder([...problems, ...others]).map(({ cell }) => cell)).toEqual(['B2', 'C2', 'D3', 'AA3', null, 'A2'])
})

test("a problem's column has its display name", () => {
  expect(['sku', 'stock_quantity', 'product_id'].map(columnName)).toEqual(['SKU', 'Stock', 'Product'])
})
