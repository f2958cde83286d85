import { expect, test } from 'vitest'
import { nearest, scale, stepPath, ticks } from './chart-scale.ts'

test('an axis has round lines from at or below the lowest to at or above the highest value', () => {
  expect(ticks(0, 122, 4, true)).toEqual([0, 50, 100, 150])
  expect(ticks(0, 16, 4, true)).toEqual([0, 5, 10, 15, 20])
  expect(ticks(-7, 12, 4, true)).toEqual([-10, -5, 0, 5, 10, 15])
  expect(ticks(0, 1_234_567, 4, true)).toEqual([0, 500_000, 1_000_000, 1_500_000])
})

test('an axis of whole units has no line between them, and a flat one still has two lines', () => {
  expect(ticks(0, 2, 4, true)).toEqual([0, 1, 2])
  expect(ticks(0, 0, 4, true)).toEqual([0, 1])
  expect(ticks(0, 0.3, 3, false)).toEqual([0, 0.1, 0.2, 0.3])
})

test('a line of steps goes across to each point and then up or down', () => {
  const at = scale([0, 10], [0, 100])
  expect(at(4)).toBe(40)
  expect(stepPath({ x: 0, y: 50 }, [{ x: 40, y: 20 }], 100)).toBe('M0 50H40V20H100')
  expect(stepPath({ x: 0, y: 50 }, [], 100)).toBe('M0 50H100')
})

test('the point nearest to the pointer is found, the later one of two at the same place', () => {
  const points = [10, 40, 40, 90].map((x) => ({ x, y: 0 }))
  expect(nearest(points, 0)).toBe(0)
  expect(nearest(points, 42)).toBe(2)
  expect(nearest(points, 70)).toBe(3)
  expect(nearest([], 70)).toBe(-1)
})
