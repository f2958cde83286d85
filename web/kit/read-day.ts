import { isDay } from '../../contract/days.ts'
import { trimmed } from '../../contract/trimmed.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a day as people type it and returns it as it is stored (`2026-11-20`); null for text that isn't a date.
 * Accepts `20 Nov 2026`, `20 Nov` (this year), `20/11/2026`, `11/20/2026` or `20.11.26`, `2026-11-20`, `today` and
 * `yesterday`. `03/04/2026` isn't a date: it is 3 April to some people and 4 March to others.
 */
export function readDay(text: string, today: string): string | null {
  const typed = trimmed(text).toLowerCase()
  if (typed === 'today') return today
  if (typed === 'yesterday') return dayBefore(today)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (isoYear) return checkedDay(isoYear, Number(isoMonth), Number(isoDay))
  const [, day, month = '', year = today.slice(0, 4)] =
    /^(\d{1,2})[\s./-]+([a-z]{3,9}|\d{1,2})\.?(?:[\s,./-]+(\d{4}|\d{2}))?$/.exec(typed) ?? []
  if (!day) return null
  const fullYear = year.length === 2 ? `20${year}` : year
  if (!/^\d/.test(month)) return checkedDay(fullYear, months.indexOf(month.slice(0, 3)) + 1, Number(day))
  const [first, second] = [Number(day), Number(month)]
  if (first <= 12 && second <= 12 && first !== second) return null
  return second > 12 ? checkedDay(fullYear, first, second) : checkedDay(fullYear, second, first)
}

/** The day before a day, both `2026-11-20`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** Null for 31 February. */
function checkedDay(year: string, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : null
}
