import { expect, test } from 'vitest'
import { fittingColumns, linesOf } from '../kit/columns.ts'
import { transactionColumns } from './transaction-columns.tsx'

/**
 * The width that a window leaves for the columns: without the sidebar, the page's padding, the scroll bar and the rows'
 * actions.
 */
const besideColumns = 240 + 48 + 2 + 15 + 84

const shownIn = (window: number) => {
  const width = window - besideColumns
  const standing = linesOf(transactionColumns, width + 84).columns.filter((column) => !column.optional)
  return fittingColumns(standing, width).map(({ header }) => header)
}

const spec = ['Date & Time', 'Product', 'Type', 'Quantity', 'Status']

test('the history has all of its columns in a window of 1280 px, and Location is hidden first in a narrower one', () => {
  expect(shownIn(1920)).toEqual([...spec, 'Location', 'User', 'Notes'])
  expect(shownIn(1280)).toEqual([...spec, 'Location', 'User', 'Notes'])
  expect(shownIn(1160)).toEqual([...spec, 'User', 'Notes'])
  expect(shownIn(1024)).toEqual([...spec, 'User'])
})
