import { expect, test } from 'vitest'
import { columnWidths, directionsOf, fittingColumns, linesOf, nextSort } from './columns.ts'

const columns = [
  { id: 'name', minWidth: 200 },
  { id: 'category', width: 150, priority: 1 },
  { id: 'locations', width: 150, priority: 3 },
  { id: 'price', width: 100 },
]
const ids = (width: number) => fittingColumns(columns, width).map((column) => column.id)

test('columns are left out by priority until the rest fits, and those without one always stay', () => {
  expect(ids(600)).toEqual(['name', 'category', 'locations', 'price'])
  expect(ids(599)).toEqual(['name', 'category', 'price'])
  expect(ids(449)).toEqual(['name', 'price'])
  expect(ids(10)).toEqual(['name', 'price'])
})

test("remaining width is shared in proportion to the columns' minimums", () => {
  const shared = [{ minWidth: 200 }, { width: 100 }, { minWidth: 100 }]
  expect(columnWidths(shared, 700)).toEqual([400, 100, 200])
  expect(columnWidths(shared, 10)).toEqual([200, 100, 100])
})

test('on a wide screen a column gets at most twice its minimum; then all with a heading grow alike', () => {
  const columns = [{ width: 60, quiet: true }, { minWidth: 200 }, { width: 100 }]
  expect(columnWidths(columns, 560)).toEqual([60, 400, 100])
  expect(columnWidths(columns, 1060)).toEqual([60, 800, 200])
})

test('in a narrow table rows are two lines high if a column wraps, and columns may be narrower', () => {
  const wrapping = [
    { id: 'date', width: 164, narrowWidth: 112, wraps: true },
    { id: 'type', width: 112 },
  ]
  expect(linesOf(wrapping, 1200)).toEqual({ lines: 1, columns: wrapping })
  const { lines, columns: narrow } = linesOf(wrapping, 1199)
  expect([lines, narrow.map(({ width }) => width)]).toEqual([2, [112, 112]])
  expect(linesOf(columns, 600)).toEqual({ lines: 1, columns })
})

test('a heading sorts in its own direction first, then the other', () => {
  expect(nextSort('', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'name' })).toBe('-name')
  expect(nextSort('-name', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'price', descendingFirst: true })).toBe('-price')
  expect(nextSort('-price', { sort: 'price', descendingFirst: true })).toBe('price')
})

test('a menu names both directions of a column in the usual words, the usual one first', () => {
  const labels = (column: Parameters<typeof directionsOf>[0]) => directionsOf(column).map(({ label }) => label)
  expect(directionsOf({ sort: 'name' })).toEqual([
    { value: 'name', label: 'A to Z' },
    { value: '-name', label: 'Z to A' },
  ])
  expect(labels({ sort: 'price', align: 'right', descendingFirst: true })).toEqual(['Highest first', 'Lowest first'])
  expect(labels({ sort: 'date', descendingFirst: true, directions: ['Oldest first', 'Newest first'] })).toEqual([
    'Newest first',
    'Oldest first',
  ])
})
