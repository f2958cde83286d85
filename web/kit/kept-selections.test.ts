import { beforeEach, expect, test } from 'vitest'
import {
  forgetSelections,
  keepAsShown,
  keepOnlyShown,
  keepSelection,
  keptSelections,
  nothingKept,
} from './kept-selections.ts'
import { forgetPerson } from './query-client.ts'

const shown = (...keys: string[]) => new Map(keys.map((key) => [key, `row ${key}`]))
const selected = (...keys: string[]) => ({
  rows: new Map(keys.map((key) => [key, { row: `row ${key}`, seenIn: 'tea' }])),
  anchor: null,
})
const keysOf = (list: string) => [...(keptSelections().get(list)?.rows.keys() ?? [])].join('')

beforeEach(forgetSelections)

test('each list keeps its own selection; an empty one is forgotten', () => {
  keepSelection('all', selected('a', 'b'))
  keepSelection('low', selected('c'))
  expect([keysOf('all'), keysOf('low')]).toEqual(['ab', 'c'])
  keepSelection('all', nothingKept)
  expect([...keptSelections().keys()]).toEqual(['low'])
})

test('rows that left the list in which they were last seen are taken out of the selection, others stay', () => {
  keepSelection('all', selected('a', 'b', 'c'))
  keepOnlyShown('all', 'coffee', shown('d'))
  expect(keysOf('all')).toBe('abc')
  keepOnlyShown('all', 'tea', shown('d', 'c', 'a'))
  expect(keysOf('all')).toBe('ac')
  keepOnlyShown('all', 'tea', shown('d'))
  expect(keptSelections().size).toBe(0)
})

test('a selected row is remembered as it was seen last', () => {
  keepSelection('all', selected('a', 'b'))
  keepAsShown('all', 'coffee', new Map([['a', 'row a, changed']]))
  expect([...(keptSelections().get('all')?.rows ?? [])]).toEqual([
    ['a', { row: 'row a, changed', seenIn: 'coffee' }],
    ['b', { row: 'row b', seenIn: 'tea' }],
  ])
  const before = keptSelections()
  keepAsShown('all', 'coffee', new Map([['a', 'row a, changed']]))
  expect(keptSelections()).toBe(before)
  keepOnlyShown('all', 'tea', shown('a'))
  expect(keysOf('all')).toBe('a')
})

test('the lists that were selected in last are remembered', () => {
  for (let list = 0; list < 21; list++) keepSelection(`list ${list}`, selected('a'))
  keepSelection('list 1', selected('b'))
  expect(keptSelections().size).toBe(20)
  expect(keysOf('list 0')).toBe('')
  expect(keysOf('list 1')).toBe('b')
})

test('the next person who signs in in this tab has nothing selected', () => {
  keepSelection('all', selected('a'))
  forgetPerson()
  expect(keptSelections().size).toBe(0)
})
