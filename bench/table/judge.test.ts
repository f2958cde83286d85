import { describe, expect, test } from 'vitest'
import { floorOf, isSteady, steadiest, verdictOf, worstPlace } from './judge.ts'

describe('the two floors of a row', () => {
  test('are steady when they are within ten percent of the higher one', () => {
    expect(isSteady({ before: 10_000, after: 9_000 })).toBe(true)
    expect(isSteady({ before: 9_000, after: 10_000 })).toBe(true)
    expect(isSteady({ before: 10_000, after: 8_999 })).toBe(false)
    expect(isSteady({ before: 8_999, after: 10_000 })).toBe(false)
  })

  test('count by their mean', () => {
    expect(floorOf({ before: 12_000, after: 14_000 })).toBe(13_000)
  })

  test('choose the attempt with the smallest difference', () => {
    const attempts = [
      { n: 1, floor: { before: 14_000, after: 9_000 } },
      { n: 2, floor: { before: 8_000, after: 9_500 } },
      { n: 3, floor: { before: 15_000, after: 12_000 } },
    ]
    expect(steadiest(attempts).n).toBe(2)
  })
})

describe('the worst of a few runs', () => {
  test('is the lowest where more is better and the highest where less is better', () => {
    expect(worstPlace([520, 480, 500], 'more')).toBe(1)
    expect(worstPlace([12, 9, 30], 'less')).toBe(2)
  })

  test('is the failed run, if there is one', () => {
    expect(worstPlace([1, Number.NaN, 2], 'more')).toBe(1)
    expect(worstPlace([1, Number.NaN, 2], 'less')).toBe(1)
  })
})

describe('a verdict', () => {
  const rate = {
    name: 'postings',
    unit: 'a second',
    better: 'more',
    target: { of: 'floor', reach: 0.18, goal: 0.35 },
  } as const

  test('compares a share of the floor', () => {
    expect(verdictOf(rate, 1_799, 10_000)).toBe('missed')
    expect(verdictOf(rate, 1_800, 10_000)).toBe('reached')
    expect(verdictOf(rate, 3_500, 10_000)).toBe('goal')
  })

  test('compares times, where less is better', () => {
    const time = { name: 'p99', unit: 'ms', better: 'less', target: { of: 'figure', reach: 150, goal: 60 } } as const
    expect(verdictOf(time, 151, null)).toBe('missed')
    expect(verdictOf(time, 150, null)).toBe('reached')
    expect(verdictOf(time, 60, null)).toBe('goal')
  })

  test('is missed when there is no number', () => {
    expect(verdictOf(rate, Number.NaN, 10_000)).toBe('missed')
  })

  test('is given only with a target, and needs the floor it refers to', () => {
    expect(verdictOf({ name: 'p50', unit: 'ms', better: 'less' }, 5, null)).toBe(null)
    expect(() => verdictOf(rate, 100, null)).toThrow('needs a floor')
  })
})
