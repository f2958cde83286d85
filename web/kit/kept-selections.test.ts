import { beforeEach, expect, test } from 'vitest'
import { forgetSelections, keepOnlyShown, keepSelection, keptSelections } from './kept-selections.ts'
import { forgetPerson } from './query-client.ts'
import { nothingSelected } from './selected-range.ts'

const selected = (...keys: string[]) => ({ keys: new Set(keys), anchor: null })
const keysOf = (list: string) => [...(keptSelections().get(list)?.keys ?? [])].join('')

beforeEach(forgetSelections)

test('each list keeps its own selection; an empty one is forgotten', () => {
  keepSelection('all', selected('a', 'b'))
  keepSelection('low', selected('c'))
  expect([keysOf('all'), keysOf('low')]).toEqual(['ab', 'c'])
  keepSelection('all', nothingSelected)
  expect([...keptSelections().keys()]).toEqual(['low'])
})

test('rows that a list no longer shows are taken out of its selection', () => {
  keepSelection('all', selected('a', 'b', 'c'))
  keepOnlyShown('all', ['d', 'c', 'a'])
  expect(keysOf('all')).toBe('ca')
  keepOnlyShown('all', ['d'])
  expect(keptSelections().size).toBe(0)
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
