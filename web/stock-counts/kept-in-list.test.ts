import { expect, test } from 'vitest'
import type { ProductToCount } from '../../contract/stock-counts.ts'
import { keptInList } from './kept-in-list.ts'

const list = (ids: string) => [...ids].map((product_id) => ({ product_id }) as ProductToCount)
const after = (before: string, now: string, staying: string) =>
  keptInList(list(before), list(now), (product_id) => staying.includes(product_id))
    .map(({ product_id }) => product_id)
    .join('')

test('products that leave the list stay in their place while they are being counted', () => {
  expect(after('abcd', 'acd', 'b')).toBe('abcd')
  expect(after('abcd', 'cd', 'ab')).toBe('abcd')
  expect(after('abcd', 'abc', 'd')).toBe('abcd')
  expect(after('abcd', 'acd', '')).toBe('acd')
  expect(after('abd', 'abcde', 'b')).toBe('abcde')
  expect(after('ab', '', 'b')).toBe('b')
})
