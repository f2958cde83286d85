import { expect, test } from 'vitest'
import { stepsOf } from './price-steps.ts'

const frame = { width: 100, height: 50, top: 20 }

test('each value applies until the next change', () => {
  expect(stepsOf([0, 25, 100], [10, 20], frame)).toBe('M0 25V25H25V0H100')
})

test('an unknown value leaves a gap', () => {
  expect(stepsOf([0, 25, 50, 100], [null, 10, null], frame)).toBe('M25 25V25H50')
  expect(stepsOf([0, 50, 75, 100], [10, null, 20], frame)).toBe('M0 25V25H50M75 0V0H100')
})

test('a single moment, or only zeros, is still a line', () => {
  expect(stepsOf([5, 5], [20], frame)).toBe('M0 0V0H100')
  expect(stepsOf([0, 10], [0], { ...frame, top: 0 })).toBe('M0 50V50H100')
})
