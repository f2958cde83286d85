import { expect, test } from 'vitest'
import { afterPress, nothingSelected } from './selected-range.ts'

const keys = ['a', 'b', 'c', 'd', 'e']
const press = (before: typeof nothingSelected, key: string, { isOn = true, isRange = false } = {}) =>
  afterPress(before, keys, { key, isOn, isRange })
const selected = ({ keys: chosen }: typeof nothingSelected) => [...chosen].toSorted().join('')

test('a press selects one row or takes it out again', () => {
  const one = press(press(nothingSelected, 'b'), 'd')
  expect(selected(one)).toBe('bd')
  expect(selected(press(one, 'b', { isOn: false }))).toBe('d')
})

test('a press with Shift selects every row since the last press, in either direction', () => {
  const down = press(press(nothingSelected, 'b'), 'd', { isRange: true })
  expect(selected(down)).toBe('bcd')
  expect(selected(press(down, 'a', { isRange: true }))).toBe('abcd')
  expect(selected(press(down, 'c', { isOn: false, isRange: true }))).toBe('b')
})

test('a range that begins at a row which is no longer listed is that one row', () => {
  const before = { keys: new Set(['gone']), anchor: 'gone' }
  expect(selected(press(before, 'c', { isRange: true }))).toBe('cgone')
  expect(selected(press(nothingSelected, 'c', { isRange: true }))).toBe('c')
})
