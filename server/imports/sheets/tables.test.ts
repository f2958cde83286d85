import { expect, test } from 'vitest'
import { importColumns } from '../../../contract/import-columns.ts'
import { importSheets } from '../../../contract/import-fields.ts'
import { columnName, sheetKeys } from './sheets.ts'
import { requiredColumns, sheetColumns } from './tables.ts'

test.each(Object.entries(sheetColumns))('each heading of the %s sheet names one column', (_sheet, columns) => {
  const headings = Object.entries(columns).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
  expect(headings.map(columnName)).toEqual(headings)
})

test('the columns that identify a row of headings are those that are required', () => {
  for (const sheet of importSheets) expect(sheetKeys[sheet].required).toEqual(requiredColumns(sheet))
})

test('the columns that people choose from are those that are read', () => {
  const read = Object.entries(sheetColumns).map(([sheet, columns]) => [
    sheet,
    Object.entries(columns).map(([name, { required = false }]) => [name, required]),
  ])
  const offered = Object.entries(importColumns).map(([sheet, columns]) => [
    sheet,
    Object.entries(columns).map(([name, { required = false }]) => [name, required]),
  ])
  expect(offered).toEqual(read)
})
