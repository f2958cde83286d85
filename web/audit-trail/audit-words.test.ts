import { expect, test } from 'vitest'
import { countText, pagesText } from './audit-words.ts'

test('a page says which rows it shows, of how many, and on which of how many pages', () => {
  const some = { count: 56, is_more: false }
  expect(countText(1, 20, some)).toBe('Showing 1 to 20 of 56 results')
  expect(countText(3, 16, some)).toBe('Showing 41 to 56 of 56 results')
  expect(pagesText(3, some)).toBe('Page 3 of 3')
})

test('beyond 10,000 rows it says so', () => {
  const many = { count: 10_000, is_more: true }
  expect(countText(2, 20, many)).toBe('Showing 21 to 40 of over 10,000 results')
  expect(pagesText(2, many)).toBe('Page 2')
})

test('a row added since the count is included in the page that shows it', () => {
  const one = { count: 20, is_more: false }
  expect(countText(2, 1, one)).toBe('Showing 21 to 21 of 21 results')
  expect(pagesText(2, one)).toBe('Page 2 of 2')
})
