import { expect, test } from 'vitest'
import { recoveredAfter } from './recovery.ts'

/** A request every 100 ms for five seconds, with the durations that `timeOf` returns. */
const dueAt = Array.from({ length: 50 }, (_, n) => n * 100)
const timesOf = (timeOf: (due: number) => number) => dueAt.map(timeOf)

test('a server that answers as before has recovered immediately', () => {
  expect(
    recoveredAfter(
      dueAt,
      timesOf(() => 10),
      [],
      20,
    ),
  ).toBe(0)
})

test('only the last slow second counts, however fast the one before it was', () => {
  const times = timesOf((due) => (due === 0 || due === 2_500 ? 900 : 10))
  expect(recoveredAfter(dueAt, times, [], 20)).toBe(3)
})

test("a second with a refused request doesn't count as recovered", () => {
  expect(
    recoveredAfter(
      dueAt,
      timesOf(() => 10),
      [3_999],
      20,
    ),
  ).toBe(4)
})
