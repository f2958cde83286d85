import { expect, test } from 'vitest'
import { dropKept, forgetKept, readKept, writeKept } from './kept-forms.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > 1_000) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const at = '2026-11-20T10:00:00.000Z'
const now = Date.parse(at)
const form = { at, values: { name: 'Chai' }, base: { name: '' } }

test('typed values are restored only for the same person in the same organization', () => {
  const store = memory()
  writeKept(store, 'anna:own', 'order', form)
  expect(readKept(store, 'anna:own', 'order', now)).toEqual(form)
  expect(readKept(store, 'anna:other', 'order', now)).toBeNull()
  expect(readKept(store, 'bert:own', 'order', now)).toBeNull()
  expect(readKept(store, 'anna:own', 'receipt', now)).toBeNull()
  dropKept(store, 'anna:own', 'order')
  expect(readKept(store, 'anna:own', 'order', now)).toBeNull()
})

test('after a month they are no longer offered', () => {
  const store = memory()
  writeKept(store, 'anna:own', 'order', form)
  expect(readKept(store, 'anna:own', 'order', now + 29 * 86_400_000)).toEqual(form)
  expect(readKept(store, 'anna:own', 'order', now + 31 * 86_400_000)).toBeNull()
})

test("unreadable values are ignored; values that don't fit are discarded completely", () => {
  const store = memory()
  for (const text of ['{', '7', '"x"', '{"at":1}', '[]']) {
    store.setItem('onhand-form:anna:own:order', text)
    expect(readKept(store, 'anna:own', 'order', now)).toBeNull()
  }
  writeKept(store, 'anna:own', 'order', form)
  writeKept(store, 'anna:own', 'order', { ...form, values: { name: 'x'.repeat(2_000) } })
  expect(readKept(store, 'anna:own', 'order', now)).toBeNull()
})

test('signing out deletes all of it and nothing else', () => {
  const store = memory()
  writeKept(store, 'anna:own', 'order', form)
  writeKept(store, 'bert:own', 'receipt', form)
  store.setItem('onhand-sidebar-folded', 'true')
  forgetKept(store)
  expect([store.length, store.getItem('onhand-sidebar-folded')]).toEqual([1, 'true'])
})
