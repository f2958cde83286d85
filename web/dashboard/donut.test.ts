import { expect, test } from 'vitest'
import { inkOn, ring } from './donut.ts'

test('shares add up to one and only slices above five percent have a label', () => {
  const slices = ring([50, 39, 6, 5])
  expect(slices.map(({ share }) => share)).toEqual([0.5, 0.39, 0.06, 0.05])
  expect(slices.map(({ label }) => label !== null)).toEqual([true, true, true, false])
})

test('slices follow each other clockwise from the top', () => {
  const [first, second] = ring([1, 3])
  expect(first?.path).toMatch(/^M100 0 A100 100 0 0 1 200 100 /)
  expect(second?.path).toMatch(/^M200 100 A100 100 0 1 1 100 0 /)
})

test('one slice is a complete ring, and no data is no ring', () => {
  expect(ring([7])[0]?.path.match(/M/g)).toHaveLength(2)
  expect(ring([0])).toEqual([{ share: 0, path: '', label: null }])
  expect(ring([])).toEqual([])
})

test('a label is legible on its slice', () => {
  expect(inkOn('#F59E0B')).toBe('#000000')
  expect(inkOn('#1E3A8A')).toBe('#ffffff')
})
