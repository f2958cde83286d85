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

test('notes are the widest column', () => {
  for (const [window, least] of [
    [1920, 400],
    [1280, 155],
  ] as const) {
    const columns = columnsIn(window)
    const widths = columnWidths(columns, window - besideColumns)
    expect(widths[columns.findIndex(({ id }) => id === 'notes')]).toBeGreaterThan(least)
    expect(Math.max(...widths)).toBe(widths.at(-1))
  }
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
