import { expect, test } from 'vitest'
import { columnWidths, fittingColumns, linesOf } from '../kit/columns.ts'
import { transactionColumns } from './transaction-columns.tsx'

/**
 * The width that a window leaves for the columns: without the sidebar, the page's padding, the scroll bar and the rows'
 * actions.
 */
const besideColumns = 240 + 48 + 2 + 15 + 84

const columnsIn = (window: number) => {
  const width = window - besideColumns
  const standing = linesOf(transactionColumns, width + 84).columns.filter((column) => !column.optional)
  return fittingColumns(standing, width)
}
const shownIn = (window: number) => columnsIn(window).map(({ header }) => header)

const spec = ['Date & Time', 'Product', 'Type', 'Quantity', 'Status']

test('the history has all of its columns in a window of 1280 px, and Location is hidden first in a narrower one', () => {
  expect(shownIn(1920)).toEqual([...spec, 'Location', 'User', 'Notes'])
  expect(shownIn(1280)).toEqual([...spec, 'Location', 'User', 'Notes'])
  expect(shownIn(1160)).toEqual([...spec, 'User', 'Notes'])
  expect(shownIn(1024)).toEqual([...spec, 'User'])
})

const widthsIn = (window: number) => {
  const columns = columnsIn(window)
  const widths = columnWidths(columns, window - besideColumns)
  return Object.fromEntries(columns.map(({ id }, index) => [id, widths[index] ?? 0]))
}

test('notes are the widest column; in a window of 1280 px, the product, whose name is above its SKU', () => {
  const wide = widthsIn(1920)
  expect(wide['notes']).toBeGreaterThan(400)
  expect(Math.max(...Object.values(wide))).toBe(wide['notes'])
  const laptop = widthsIn(1280)
  expect(laptop['product']).toBeGreaterThan(165)
  expect(Math.max(...Object.values(laptop))).toBe(laptop['product'])
  // An order's number, with the space around it.
  expect(laptop['notes']).toBeGreaterThan(130)
})

test('in a window of 1920 px, a row has room for a date, a name of 26 characters with its SKU, and a user', () => {
  // The page is as wide as its content may be, which is less than the window.
  const table = 1390 - 84
  const columns = fittingColumns(
    linesOf(transactionColumns, table + 84).columns.filter((column) => !column.optional),
    table,
  )
  const widths = columnWidths(columns, table)
  expect(columns.map(({ header }) => header)).toEqual([...spec, 'Location', 'User', 'Notes'])
  const widthOf = (name: string) => widths[columns.findIndex(({ id }) => id === name)]
  // "29 Nov 2026, 11:53" and "Anna Field (You)" with the space around them.
  expect(widthOf('date')).toBeGreaterThan(162)
  expect(widthOf('product')).toBeGreaterThan(250)
  expect(widthOf('user')).toBeGreaterThan(140)
})
