import { expect, test } from 'vitest'
import { categoryPalette, missingColor } from './categories.ts'

test('the palette has the ten colors of the spec in order, and light gray is the fallback', () => {
  const spec = '#3B82F6 #10B981 #F59E0B #EF4444 #8B5CF6 #EC4899 #06B6D4 #F97316 #6366F1 #14B8A6'
  expect(categoryPalette.join(' ')).toBe(spec)
  expect(missingColor).toBe('#D1D5DB')
})
