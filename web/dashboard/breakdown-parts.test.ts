import { expect, test } from 'vitest'
import { breakdownParts } from './breakdown-parts.ts'

const category = (products: number) => ({
  id: `id-${products}`,
  name: `Category ${products}`,
  color: '#3B82F6',
  products,
})
const without = { id: null, name: 'Uncategorized', color: '#D1D5DB', products: 40 }
const brief = (parts: ReturnType<typeof breakdownParts>) => parts.map(({ name, products }) => `${name}: ${products}`)

test('up to nine categories each have a slice that leads to their products', () => {
  const parts = breakdownParts([category(5), category(4), without])
  expect(brief(parts)).toEqual(['Category 5: 5', 'Category 4: 4', 'Uncategorized: 40'])
  expect(parts.map(({ to }) => to)).toEqual([
    '/products?category=id-5',
    '/products?category=id-4',
    '/products?category=none',
  ])
  expect(breakdownParts(Array.from({ length: 9 }, (_, index) => category(9 - index)))).toHaveLength(9)
})

test('beyond nine, the smallest categories share a slice, and products without a category keep theirs', () => {
  const categories = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(category)
  const parts = breakdownParts([...categories, without])
  expect(brief(parts)).toEqual([
    ...[12, 11, 10, 9, 8, 7, 6].map((products) => `Category ${products}: ${products}`),
    '3 more categories: 12',
    'Uncategorized: 40',
  ])
  expect(parts.at(-2)).toMatchObject({ color: '#A1A1AA', to: '/categories' })
  expect(brief(breakdownParts(categories)).slice(-2)).toEqual(['Category 5: 5', '2 more categories: 7'])
})
