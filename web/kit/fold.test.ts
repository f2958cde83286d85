import { expect, test } from 'vitest'
import { containsTyped, fold } from './fold.ts'

test('folding keeps every letter at its index', () => {
  for (const text of ['Crème brûlée', 'STRAßE', 'Ærø', 'ﬁn', '😀 é']) expect(fold(text)).toHaveLength(text.length)
})

test('what is typed is found without its accents, its case and the spaces around it', () => {
  expect(containsTyped('Zürich Nord', ' zurich ')).toBe(true)
  expect(containsTyped('Zurich', 'zürich')).toBe(true)
  expect(containsTyped('Zürich', 'bern')).toBe(false)
  expect(containsTyped('ΜΥΛΟΣ', 'μύλος')).toBe(true)
})
