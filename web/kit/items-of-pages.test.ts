import { expect, test } from 'vitest'
import { itemsOfPages } from './items-of-pages.ts'

const pageOf = (...names: string[]) => ({ items: names.map((id) => ({ id })) })
const shown = (...pages: { items: { id: string }[] }[]) => itemsOfPages(pages).map(({ id }) => id)

test('a row that moved to a later page while the list was read is shown once, where it is now', () => {
  expect(shown(pageOf('a', 'b'), pageOf('c', 'd'))).toEqual(['a', 'b', 'c', 'd'])
  expect(shown(pageOf('a', 'b'), pageOf('c', 'a'), pageOf('d'))).toEqual(['b', 'c', 'a', 'd'])
})

test('rows without an id are all shown', () => {
  expect(itemsOfPages([{ items: [{ name: 'a' }] }, { items: [{ name: 'a' }] }])).toHaveLength(2)
})
