import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, withoutDefaults } from './url-query.ts'

test('an address contains plain texts, and only what differs from the default screen', () => {
  expect(stringifySearch({ q: 'a b&c', filter: '', sort: undefined, sku: '007' })).toBe('?q=a+b%26c&sku=007')
  expect(stringifySearch({ filter: '' })).toBe('')
  expect(parseSearch('?sku=007&flag=true')).toEqual({ sku: '007', flag: 'true' })
})

test('a name without a value is a switch that is on', () => {
  expect(parseSearch('?edit')).toEqual({ edit: '1' })
  expect(parseSearch('?q=a&edit&view=')).toEqual({ q: 'a', edit: '1', view: '' })
})

test('written values are read back', () => {
  const search = { q: '“50 %” + ü', n: '1e5' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('a value equal to its default is removed from the address', () => {
  expect(withoutDefaults({ view: 'table', q: 'x' }, { view: 'table', q: '' })).toEqual({ view: undefined, q: 'x' })
})
