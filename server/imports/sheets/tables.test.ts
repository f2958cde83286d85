import { expect, test } from 'vitest'
import { columnName } from './sheets.ts'
import { sheetColumns } from './tables.ts'

test.each(Object.entries(sheetColumns))('each heading of the %s sheet names one column', (_sheet, columns) => {
  const headings = Object.entries(columns).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
  expect(headings.map(columnName)).toEqual(headings)
})
