import { percentile } from '../kit/percentiles.ts'

const secondMs = 1_000

/**
 * Seconds after an overload until requests are answered as before: the end of the last second in which one was refused
 * or the p99 was above `boundMs`. `at` is when each accepted request was due.
 */
export function recoveredAfter(
  at: ArrayLike<number>,
  milliseconds: ArrayLike<number>,
  refusedAt: ArrayLike<number>,
  boundMs: number,
): number {
  const bySecond = new Map<number, number[]>()
  for (let n = 0; n < at.length; n++) {
    const second = Math.floor((at[n] ?? 0) / secondMs)
    const times = bySecond.get(second) ?? []
    times.push(milliseconds[n] ?? 0)
    bySecond.set(second, times)
  }
  const troubled = Array.from(refusedAt, (due) => Math.floor(due / secondMs))
  for (const [second, times] of bySecond)
    if (
      percentile(
        times.toSorted((a, b) => a - b),
        0.99,
      ) > boundMs
    )
      troubled.push(second)
  return troubled.reduce((last, second) => Math.max(last, second + 1), 0)
}
