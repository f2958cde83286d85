import { expect, test } from 'vitest'
import { excerpt, shortened } from './excerpt.ts'

test('a text is never cut inside a character', () => {
  expect(excerpt('ab😀', 3)).toBe('ab')
  expect(excerpt('ab😀', 4)).toBe('ab😀')
  expect(shortened('ab😀cd', 4)).toBe('ab…')
  expect(shortened(`${'x'.repeat(198)}😀tail`, 200)).toBe(`${'x'.repeat(198)}…`)
})

test('a shortened text is one line, and ends with an ellipsis only if something was left out', () => {
  expect(shortened(' one\n two ', 7)).toBe('one two')
  expect(shortened('one two three', 8)).toBe('one two…')
})

test('what PostgreSQL can’t store is replaced', () => {
  expect(shortened('a\uD83D b\0', 10)).toBe('a\uFFFD b\uFFFD')
})
