import { dateFormat } from '../../contract/date-format.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { Company } from './company.ts'

/** Today in the organization, as a date in SQL. What is expected before it is late. */
export function todayOf({ org_id }: Pick<Actor, 'org_id'>): Statement<string> {
  return sql`(select (now() at time zone g.time_zone)::date from organizations g where g.org_id = ${org_id})`
}

/** A moment as a day of the organization: `24 Dec 2026`. */
export function dayOf(moment: string | Date, { time_zone }: Pick<Company, 'time_zone'>): string {
  return dateFormat({ dateStyle: 'medium', timeZone: time_zone })(new Date(moment))
}

/** A moment in the organization's time: `24 Dec 2026, 14:05`. */
export function momentText(moment: string | Date, { time_zone }: Pick<Company, 'time_zone'>): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone })(new Date(moment))
}

/** A day without a time zone, as it is stored (`2026-12-24`): 24 December is that day everywhere. */
export function dayText(day: string): string {
  return dayOf(`${day}T00:00:00Z`, { time_zone: 'UTC' })
}

/** The day this many days after a moment, in the organization's calendar: `23 Jan 2027`. */
export function dayAfter(moment: string, days: number, { time_zone }: Pick<Company, 'time_zone'>): string {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })
    .format(new Date(moment))
    .split('-')
    .map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1, day + days)), { time_zone: 'UTC' })
}
