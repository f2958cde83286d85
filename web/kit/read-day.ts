import { isDay } from '../../contract/days.ts'
import { trimmed } from '../../contract/trimmed.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a day as people type it and returns it as it is stored (`2026-11-20`); null for text that isn't a date.
 * Accepts `20 Nov 2026`, `Nov 20, 2026`, `20 Nov` (this year), `20/11/2026`, `11/20/2026` or `20.11.26`, `2026-11-20`,
 * `today`, `yesterday` and `tomorrow`. `03/04/2026` isn't a date: it is 3 April to some people and 4 March to others.
 */
export function readDay(text: string, today: string): string | null {
  const typed = trimmed(text).toLowerCase()
  if (typed === 'today') return today
  if (typed === 'yesterday') return dayBefore(today)
  if (typed === 'tomorrow') return daysLater(today, 1)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (isoYear) return checkedDay(isoYear, Number(isoMonth), Number(isoDay))
  const { day, month, year = today.slice(0, 4) } = partsOf(typed)
  if (!day || !month) return null
  const fullYear = year.length === 2 ? `20${year}` : year
  if (!/^\d/.test(month)) return checkedDay(fullYear, months.indexOf(month.slice(0, 3)) + 1, Number(day))
  const [first, second] = [Number(day), Number(month)]
  if (isEither(first, second)) return null
  return second > 12 ? checkedDay(fullYear, first, second) : checkedDay(fullYear, second, first)
}

/** Why a typed text isn't a day: which two days it could be, or just how a day is written. */
export function dayProblem(text: string): string {
  const { day, month } = partsOf(trimmed(text).toLowerCase())
  const [first, second] = [Number(day), Number(month)]
  if (!isEither(first, second)) return 'Enter a date like 20 Nov 2026'
  return `This could be ${first} ${nameOf(second)} or ${second} ${nameOf(first)}. Write the month as a word.`
}

/** The day before a day, both `2026-11-20`. */
export function dayBefore(day: string): string {
  return daysLater(day, -1)
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

type Parts = Readonly<{ day?: string; month?: string; year?: string }>

/** `20 nov 2026`, with the month as a word or a number, or `nov 20, 2026`; empty for any other text. */
function partsOf(typed: string): Parts {
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s./-]+(?<month>[a-z]{3,9}|\d{1,2})\.?(?:[\s,./-]+(?<year>\d{4}|\d{2}))?$/.exec(
      typed,
    ) ?? /^(?<month>[a-z]{3,9})[\s./-]+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:[\s,./-]+(?<year>\d{4}|\d{2}))?$/.exec(typed)
  return found?.groups ?? {}
}

/** Whether two different numbers could both be the month. */
function isEither(first: number, second: number): boolean {
  return first >= 1 && second >= 1 && first <= 12 && second <= 12 && first !== second
}

function nameOf(month: number): string {
  const name = months[month - 1] ?? ''
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Null for 31 February. */
function checkedDay(year: string, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : null
}
