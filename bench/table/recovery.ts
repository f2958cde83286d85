import { percentile } from '../kit/percentiles.ts'

const second_ms = 1_000

/**
 * Seconds after an overload until requests are answered as before: the end of the last second in which one was refused
 * or the p99 was above `bound_ms`. `at` is when each accepted request was due.
 */
export function recoveredAfter(
  at: ArrayLike<number>,
  milliseconds: ArrayLike<number>,
  refusedAt: ArrayLike<number>,
  bound_ms: number,
): number {
  const bySecond = new Map<number, number[]>()
  for (let n = 0; n < at.length; n++) {
    const second = Math.floor((at[n] ?? 0) / second_ms)
    const times = bySecond.get(second) ?? []
    times.push(milliseconds[n] ?? 0)
    bySecond.set(second, times)
  }
  const troubled = Array.from(refusedAt, (due) => Math.floor(due / second_ms))
  for (const [second, times] of bySecond)
    if (
      percentile(
        times.toSorted((a, b) => a - b),
        0.99,
      ) > bound_ms
    )
      troubled.push(second)
  return troubled.reduce((last, second) => Math.max(last, second + 1), 0)
}
