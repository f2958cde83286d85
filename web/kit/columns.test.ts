import { expect, test } from 'vitest'
import { columnWidths, fittingColumns, nextSort } from './columns.ts'

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

test('what is left is shared in proportion to what columns need at least', () => {
  const shared = [{ minWidth: 200 }, { width: 100 }, { minWidth: 100 }]
  expect(columnWidths(shared, 700)).toEqual([400, 100, 200])
  expect(columnWidths(shared, 10)).toEqual([200, 100, 100])
})

test('a heading sorts its own way first, then the other', () => {
  expect(nextSort('', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'name' })).toBe('-name')
  expect(nextSort('-name', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'price', descendingFirst: true })).toBe('-price')
  expect(nextSort('-price', { sort: 'price', descendingFirst: true })).toBe('price')
})
