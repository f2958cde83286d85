import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { isDay } from '../../contract/days.ts'
import { filterDay, isId, listAddress } from './list-address.ts'
import { newId } from './new-id.ts'

const filters = [
  { key: 'filter', options: [{ value: 'low' }, { value: 'out' }] },
  { key: 'product', accepts: isId },
  { key: 'from', accepts: isDay },
]
const plain = { q: '', sort: 'name', filter: '', product: '', from: '' }
const read = (address: object) => listAddress({ ...plain, ...address }, filters, ['name', 'price'], 'name')

test('values that a list supports stay as they are in the address', () => {
  const address = { q: 'chai', sort: '-price', filter: 'low', product: newId(), from: '2026-02-28' }
  expect(read(address)).toEqual(address)
})

test.each([
  { filter: 'lowest' },
  { filter: '__proto__' },
  { product: 'nonsense' },
  { product: '<script>' },
  { from: '2026-02-30' },
  { from: 'yesterday' },
  { from: '20260-01-01' },
  { sort: 'color' },
  { sort: '--name' },
  { sort: '' },
])('%j counts as not set', (address) => {
  expect(read(address)).toEqual(plain)
})

test('a search is limited to what the server accepts', () => {
  expect(read({ q: `a\0b${'x'.repeat(1_000)}` }).q).toHaveLength(limits.searchCharacters)
  expect(read({ q: `a\0b` }).q).toBe('ab')
  expect(read({ q: `${'x'.repeat(limits.searchCharacters - 1)}🧃` }).q.isWellFormed()).toBe(true)
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['1066-10-14', undefined],
  ['2026', undefined],
  ['', undefined],
  [undefined, undefined],
])('a list is filtered by the day %j of an address as by %j', (text, day) => {
  expect(filterDay(text)).toBe(day)
})
