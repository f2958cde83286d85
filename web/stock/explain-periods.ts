import { dateBefore1970, dateInFuture, isDay } from '../../contract/days.ts'
import { landmarkDays, partsOf, pastText } from '../kit/as-of-text.ts'
import { dayProblem } from '../kit/read-day.ts'

/** Where a period ends: now, at the end of a day, or at the moment that the screen shows. */
export type End = Readonly<{ kind: 'now' } | { kind: 'day'; day: string } | { kind: 'moment'; as_of: string }>

/** From the end of the day `since`. */
export type Period = Readonly<{ since: string; end: End }>

/** The end as the server accepts it; undefined for now. */
export function endInput(end: End): string | undefined {
  return end.kind === 'now' ? undefined : end.kind === 'day' ? end.day : end.as_of
}

/** The day of the end, for its field; empty for now. */
export function endDay(end: End, time_zone: string): string {
  return end.kind === 'now' ? '' : end.kind === 'day' ? end.day : partsOf(end.as_of, time_zone).day
}

export function endText(end: End, time_zone: string): string {
  const as_of = endInput(end)
  return as_of === undefined ? 'Now' : pastText(as_of, time_zone)
}

export function isSamePeriod(one: Period, other: Period): boolean {
  return one.since === other.since && endInput(one.end) === endInput(other.end)
}

/** Common periods that end now or with the last month. */
export function periodsOf(today: string): Readonly<Record<'day' | 'month' | 'lastMonth' | 'year', Named>> {
  const { yesterday, lastMonth, lastYear } = landmarkDays(today)
  const now = { kind: 'now' } as const
  return {
    day: { label: 'Today', since: yesterday, end: now },
    month: { label: 'This month', since: lastMonth, end: now },
    lastMonth: {
      label: 'Last month',
      since: landmarkDays(lastMonth).lastMonth,
      end: { kind: 'day', day: lastMonth },
    },
    year: { label: 'This year', since: lastYear, end: now },
  }
}

type Named = Period & Readonly<{ label: string }>

/** Why a typed text can't be used as a day. */
export function wrongDay(text: string, today: string): string | null {
  if (!isDay(text)) return text === '' ? 'Choose a day' : dayProblem(text)
  if (text < '1970') return dateBefore1970
  return text > today ? dateInFuture : null
}
