import { expect, test } from 'vitest'
import { usualView } from './use-products-view.ts'

test('the product list opens as cards, and as a table from 1280 pixels and above 100 products', () => {
  expect(usualView(101, true)).toBe('table')
  expect(usualView(100, true)).toBe('grid')
  expect(usualView(5_000, false)).toBe('grid')
  expect(usualView(0, true)).toBe('grid')
})
