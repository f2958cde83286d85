const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The reader's current day, in the stored format: `2026-11-20`. */
export function today(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Whether a day is before the reader's today. */
export function hasPassed(day: string): boolean {
  return day < today()
}

/** A day in readable form: `24 Dec 2026`. It has no time zone: 24 December is that day everywhere. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

/** A day without its year if that is the current one: `24 Dec`, else `24 Dec 2027`. For narrow columns. */
export function shortDayText(day: string, now = today()): string {
  if (day.slice(0, 4) !== now.slice(0, 4)) return dayText(day)
  return shortDayFormat.format(new Date(`${day}T00:00:00Z`))
}
