import { type Clock, clocks } from '../../contract/as-of.ts'
import { isDay } from '../../contract/days.ts'
import { dayIn, dayText } from '../ui/day-text.ts'
import { formatIn } from '../ui/local-format.ts'

/** A past moment, as it is in the address and as the server accepts it (contract/as-of.ts). */
export type Past = Readonly<{ as_of: string; by: Clock }>

/** What a figure of the past can be based on, as every screen names it. */
export const clockTexts: Readonly<Record<Clock, Readonly<{ label: string; text: string }>>> = {
  happened: {
    label: 'When it happened',
    text: 'Includes entries made later, so a figure can be negative.',
  },
  recorded: {
    label: 'When it was recorded',
    text: 'Excludes anything entered later.',
  },
}

/** Reads an address. Without a valid moment: the present. */
export function pastOf(address: Readonly<{ as_of: string; by: string }>): Past | null {
  if (!isPastMoment(address.as_of)) return null
  return { as_of: address.as_of, by: clocks.find((clock) => clock === address.by) ?? 'happened' }
}

const pastMomentForm =
  /^(?<day>\d{4}-\d\d-\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?)?$/

/**
 * What `pastMoment` of the contract accepts. Without a schema, because every screen calls it before the first render.
 */
export function isPastMoment(text: string): boolean {
  const day = pastMomentForm.exec(text)?.groups?.['day']
  return day !== undefined && day >= '1970' && day < '9999' && isDay(day)
}

/** `30 Jun 2026`, `30 Jun 2026, 14:05`: days and local times unchanged, a moment with an offset in `time_zone`. */
export function pastText(as_of: string, time_zone: string): string {
  const { day, time } = partsOf(as_of, time_zone)
  return time === '' ? dayText(day) : `${dayText(day)}, ${time}`
}

/** The day and the time (`''` for the end of the day) that a moment names. */
export function partsOf(as_of: string, time_zone: string): { day: string; time: string } {
  if (!/(Z|[+-]\d\d:\d\d)$/.test(as_of)) return { day: as_of.slice(0, 10), time: as_of.slice(11) }
  const at = new Date(as_of)
  return { day: dayIn(time_zone, at), time: formatIn(time_zone, { timeStyle: 'medium', hourCycle: 'h23' })(at) }
}

/** Common past days, relative to today: the last completed one of each kind. */
export function landmarkDays(today: string) {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  const dayBefore = (y: number, m: number, d: number) => new Date(Date.UTC(y, m - 1, d - 1)).toISOString().slice(0, 10)
  return {
    yesterday: dayBefore(year, month, date),
    lastMonth: dayBefore(year, month, 1),
    lastQuarter: dayBefore(year, month - ((month - 1) % 3), 1),
    lastYear: dayBefore(year, 1, 1),
  }
}

/** The same days by name, for buttons. */
export function landmarks(today: string): readonly Readonly<{ label: string; day: string }>[] {
  const { yesterday, lastMonth, lastQuarter, lastYear } = landmarkDays(today)
  return [
    { label: 'Yesterday', day: yesterday },
    { label: 'End of last month', day: lastMonth },
    { label: 'End of last quarter', day: lastQuarter },
    { label: 'End of last year', day: lastYear },
  ]
}
