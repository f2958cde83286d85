const steps: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** `1 day ago`, never `yesterday`. */
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/**
 * How long ago a moment was, in the largest whole unit: `just now`, `1 minute ago`, `3 days ago`. `nowMs` is the
 * reader's clock.
 */
export function relativeTime(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1_000
  for (const [length, unit] of steps) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return ago.format(-count, unit)
  }
  return 'just now'
}
