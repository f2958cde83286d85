import { expect, test } from 'vitest'
import { percentilesOf } from './percentiles.ts'

test('a percentile is the value of its nearest rank, whatever the order', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => ((n * 37) % 100) + 1)
  expect(percentilesOf(hundred)).toEqual({ p50Ms: 50, p95Ms: 95, p99Ms: 99 })
})

test('times are sorted as numbers', () => {
  expect(percentilesOf([9, 10, 100]).p50Ms).toBe(10)
})

test('a single time is every percentile, and no times give NaN', () => {
  expect(percentilesOf([7])).toEqual({ p50Ms: 7, p95Ms: 7, p99Ms: 7 })
  expect(percentilesOf([]).p99Ms).toBeNaN()
})
