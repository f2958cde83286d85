import { expect, test } from 'vitest'
import type { ImportCounts } from '../../contract/import-preview.ts'
import type { ImportLeftover } from '../../contract/imports.ts'
import {
  columnName,
  hasSheets,
  inCellOrder,
  itemsLeft,
  productsNote,
  resultSummary,
  resultTitle,
  totalLines,
  undoneSummary,
  importSummary,
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
  const [products] = totalLines(counts, null)
  expect(products).toMatchObject({ rows: 7, note: '2 added · 4 changed · stock set for 1 · $1,340.00 retail value' })
})

test('a record that a preview calls new has been added in the result', () => {
  expect(productsNote(counts)).toMatch(/^2 new · /)
  expect(productsNote({ ...counts, value_at_price: 0 })).not.toContain('retail value')
  expect(totalLines(counts, null).find(({ label }) => label === 'Suppliers')?.note).toBe('1 added · 1 changed')
})

test('records that only products name are counted besides the rows of their sheet', () => {
  const categories = { rows: 3, created: 2, updated: 0, only_named: 2 }
  const rowsOf = (given: ImportCounts) => totalLines(given, null).find(({ label }) => label === 'Categories')?.rows
  expect(rowsOf({ ...counts, categories })).toBe(5)
  const { only_named: _, ...earlier } = categories
  expect(rowsOf({ ...counts, categories: earlier })).toBe(3)
})

test('an undone import says what was removed and restored, with the opposite stock change', () => {
  expect(undoneSummary({ counts, removed_count: 3 })).toBe('3 records removed · 6 records restored · −48 units')
})

test('set stock counts as a changed record, once with changed fields', () => {
  expect(importSummary(counts)).toContain('6 records changed')
  const products = { rows: 7, created: 2, restored: 0, updated: 4, stock_set: 4, unchanged: 1 }
  expect(importSummary({ ...counts, products })).toContain('5 records changed')
  expect(undoneSummary({ counts: { ...counts, products }, removed_count: 2 })).toContain('5 records restored')
})

test('what an undo left is counted in full, and is at least what an earlier version listed', () => {
  const leftovers = Array.from({ length: 2 }, () => ({}) as ImportLeftover)
  expect(itemsLeft({ leftovers, leftover_count: 3_000 })).toBe('3,000 items')
  expect(itemsLeft({ leftovers, leftover_count: null })).toBe('at least 2 items')
})

test('a total that only the preview had is listed as well, as 0', () => {
  const preview = { ...counts, locations: { ...none, created: 1, only_named: 1 } }
  const locations = { label: 'Locations', rows: 0, note: 'no changes' }
  expect(totalLines(counts, null).map(({ label }) => label)).not.toContain('Locations')
  expect(totalLines(counts, preview)).toContainEqual(expect.objectContaining(locations))
  expect(totalLines(preview, counts).map(({ label }) => label)).toEqual(
    totalLines(counts, preview).map(({ label }) => label),
  )
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

test('a result says how many products were added or changed, or else how many transactions', () => {
  expect(resultTitle(counts)).toBe('7 products imported')
  const products = { ...counts.products, rows: 500, created: 0, updated: 1, stock_set: 0, unchanged: 499 }
  expect(resultTitle({ ...counts, products })).toBe('1 product imported')
  const same = { ...counts, products: { ...products, updated: 0, unchanged: 500 } }
  expect(resultTitle(same)).toBe('Import finished')
  expect(resultTitle({ ...same, transactions: { rows: 5, posted: 3, drafts: 1, already_imported: 1 } })).toBe(
    '4 transactions imported',
  )
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
