import { formatIn } from './local-format.ts'

/** The day of a moment in a time zone, in the stored format: `2026-11-20`. */
export function dayIn(time_zone: string, at: Date): string {
  const [day, month, year = ''] = formatIn(time_zone, { year: 'numeric', month: '2-digit', day: '2-digit' })(at).split(
    '/',
  )
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** A day in readable form: `24 Dec 2026`. It has no time zone: 24 December is that day everywhere. */
export function dayText(day: string): string {
  return formatIn('UTC', { day: 'numeric', month: 'short', year: 'numeric' })(new Date(`${day}T00:00:00Z`))
}

/** A day without its year if that is the current one: `24 Dec`, else `24 Dec 2027`. For narrow columns. */
export function shortDayText(day: string, today: string): string {
  if (day.slice(0, 4) !== today.slice(0, 4)) return dayText(day)
  return formatIn('UTC', { day: 'numeric', month: 'short' })(new Date(`${day}T00:00:00Z`))
}

/** The words before the day when goods are due, `due 3 Dec`; once it has passed, `late, due 1 Nov`. */
export function dueWords(isLate: boolean): string {
  return isLate ? 'late, due' : 'due'
}

/** The day when goods are expected, below such a label: `3 Dec 2026`; once it has passed, `1 Nov 2026, late`. */
export function expectedText(day: string, isLate: boolean): string {
  return isLate ? `${dayText(day)}, late` : dayText(day)
}
