import { expect, test } from 'vitest'
import { createActionKeys } from './action-key.ts'

const file = (content: string, lastModified = 1) => new File([content], 'stock.xlsx', { lastModified })

test('the same input has the same key until its outcome is known', () => {
  const keys = createActionKeys()
  const first = keys.keyFor({ name: 'Chang', lines: [1, 2] })
  expect(keys.keyFor({ name: 'Chang', lines: [1, 2] })).toBe(first)
  keys.settled()
  expect(keys.keyFor({ name: 'Chang', lines: [1, 2] })).not.toBe(first)
})

test('different input is a different action', () => {
  const keys = createActionKeys()
  const first = keys.keyFor({ name: 'Chang' })
  expect(keys.keyFor({ name: 'Chai' })).not.toBe(first)
  // Going back to the first input is a third action: the outcome of the first no longer matters.
  expect(keys.keyFor({ name: 'Chang' })).not.toBe(first)
})

test('changed input for one new record keeps its key until the outcome is known', () => {
  const keys = createActionKeys()
  const first = keys.keyFor({ quantity: 1 }, { isOneRecord: true })
  expect(keys.keyFor({ quantity: 2 }, { isOneRecord: true })).toBe(first)
  keys.settled()
  expect(keys.keyFor({ quantity: 2 }, { isOneRecord: true })).not.toBe(first)
})

test('two files with one name are two actions, the same file twice is one', () => {
  const keys = createActionKeys()
  const [first, saved] = [file('first'), file('first, and saved again', 2)]
  const key = keys.keyFor({ file: first })
  expect(keys.keyFor({ file: first })).toBe(key)
  const second = keys.keyFor({ file: saved })
  expect(second).not.toBe(key)
  expect(keys.keyFor({ file: file('as long in bytes as that', 3) })).not.toBe(second)
})

test('two forms never share a key', () => {
  expect(createActionKeys().keyFor({})).not.toBe(createActionKeys().keyFor({}))
})
