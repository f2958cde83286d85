/** When rows that failed in this process are tried again: the more often one fails, the later. */
export type RetryPauses = Readonly<{
  /** Records a failure and returns the pause. */
  failed(id: string): number
  succeeded(id: string): void
  /** The rows that aren't to be tried yet. */
  paused(): string[]
}>

/** No pause after the first failure, `firstMs` after the second, doubled by each further one up to `longestMs`. */
export function createRetryPauses(firstMs: number, longestMs: number): RetryPauses {
  const failures = new Map<string, { pauseMs: number; until: number }>()

  function nextPause(id: string): number {
    const last = failures.get(id)?.pauseMs
    if (last === undefined) return 0
    return Math.min(longestMs, Math.max(firstMs, 2 * last))
  }

  return {
    failed(id) {
      const pauseMs = nextPause(id)
      failures.set(id, { pauseMs, until: performance.now() + pauseMs })
      return pauseMs
    },
    succeeded(id) {
      failures.delete(id)
    },
    paused() {
      const now = performance.now()
      // Another server has finished those that weren't tried here for so long.
      for (const [id, { until }] of failures) if (until + 2 * longestMs < now) failures.delete(id)
      return [...failures].filter(([, { until }]) => until > now).map(([id]) => id)
    },
  }
}
