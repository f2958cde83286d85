import { expect, test } from 'vitest'
import type { SheetOfFile } from '../../contract/import-columns.ts'
import { asList, choiceAt, choicesOf, countColumns, requiredMissing } from './matched-columns.ts'

const sheet: SheetOfFile = {
  sheet: 'Products',
  is_file: true,
  columns: [
    { heading: 'Code', example: 'A-1', column: 'sku' },
    { heading: 'Number', example: '12', column: null },
    { heading: 'Item', example: null, column: 'name' },
  ],
}

test('a field that another column had moves to the chosen one', () => {
  const moved = choiceAt(sheet, 1, 'sku')
  expect(moved.columns.map(({ column }) => column)).toEqual([null, 'sku', 'name'])
  expect(choiceAt(moved, 1, null).columns.map(({ column }) => column)).toEqual([null, null, 'name'])
})

test('what is sent, counted and missing', () => {
  expect(choicesOf([sheet])).toEqual([
    { sheet: 'Products', column: 'sku', heading: 'Code' },
    { sheet: 'Products', column: 'name', heading: 'Item' },
  ])
  expect(countColumns([sheet])).toEqual({ all: 3, imported: 2 })
  const columns = sheet.columns.map((column) => ({ ...column, used: 'Variants' }))
  expect(countColumns([{ ...sheet, columns }])).toEqual({ all: 3, imported: 3 })
  expect(requiredMissing([sheet])).toEqual([])
  expect(requiredMissing([choiceAt(sheet, 0, null)])).toEqual(['SKU'])
  const suppliers = asList(sheet, 'Suppliers')
  expect(suppliers.columns.map(({ column }) => column)).toEqual([null, null, 'name'])
  expect(requiredMissing([choiceAt(sheet, 0, null), choiceAt(suppliers, 2, null)])).toEqual([
    'SKU in Products',
    'Name in Suppliers',
  ])
})
