import { localFormat } from './local-format.ts'

const inFull = localFormat({ dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = localFormat({ dateStyle: 'medium' })
const timeOnly = localFormat({ timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

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

/** A moment in full: `20 Nov 2026, 14:05`, in the reader's time zone. */
export function absoluteTime(at: string): string {
  return inFull(new Date(at))
}

/** The day of a moment in the reader's time zone: `20 Nov 2026`. */
export function dateText(at: string): string {
  return dateOnly(new Date(at))
}

/** The time of day of a moment in the reader's time zone: `14:05`. */
export function timeText(at: string): string {
  return timeOnly(new Date(at))
}

/** The reader's today, as days are kept: `2026-11-20`. */
export function today(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Whether a day is before the reader's today. */
export function hasPassed(day: string): boolean {
  return day < today()
}

/** A day as people read it: `24 Dec 2026`. It has no time zone: 24 December is that day everywhere. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

/** A day without its year while that is the reader's present one: `24 Dec`, else `24 Dec 2027`. For narrow columns. */
export function shortDayText(day: string, now = today()): string {
  if (day.slice(0, 4) !== now.slice(0, 4)) return dayText(day)
  return shortDayFormat.format(new Date(`${day}T00:00:00Z`))
}
