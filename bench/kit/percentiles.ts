export type Percentiles = { p50Ms: number; p95Ms: number; p99Ms: number }

/** The nearest rank: `share` of the values are at or below the result. NaN if there are none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The median of some values; NaN of none. */
export function medianOf(values: Iterable<number>): number {
  return percentile(Float64Array.from(values).sort(), 0.5)
}

/** Accepts the times in any order and doesn't change them. */
export function percentilesOf(milliseconds: Iterable<number>): Percentiles {
  const sorted = Float64Array.from(milliseconds).sort()
  return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95), p99Ms: percentile(sorted, 0.99) }
}
