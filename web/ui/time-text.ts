import { localFormat } from './local-format.ts'

const inFull = localFormat({ dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = localFormat({ dateStyle: 'medium' })
const timeOnly = localFormat({ timeStyle: 'short' })

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

/** An hour of the day: 7 reads "07:00". */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
