import { dateInFuture } from '../../contract/days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockOrganization } from './lock-organization.ts'

/** What a day means that people enter for something that has happened. */
export type EnteredDay = Readonly<{
  /** Null without a day and for today, which both mean now. */
  moment: string | null
  is_future: boolean
  /** The books are closed for it. */
  is_closed: boolean
}>

const now: EnteredDay = { moment: null, is_future: false, is_closed: false }

/**
 * What entered days mean, in their order. A past day means its noon in the organization, so that nearly every reader
 * elsewhere sees the same date (decision 0015).
 */
export async function enteredDays(tx: Tx, actor: Actor, days: readonly (string | null)[]): Promise<EnteredDay[]> {
  if (days.every((day) => day === null)) return days.map(() => now)
  return tx.all(sql<EnteredDay>`
    select case when not e.is_today then e.noon end as moment, coalesce(e.is_future, false) as is_future,
      not coalesce(e.is_today, true) and coalesce(e.noon < e.books_closed_until, false) as is_closed
    from (
      select d.no, d.day = t.today as is_today, d.day > t.today as is_future, o.books_closed_until,
        (d.day + time '12:00') at time zone o.time_zone as noon
      from organizations o
      cross join lateral (select (app.now() at time zone o.time_zone)::date as today) t
      cross join unnest(${days}::date[]) with ordinality as d (day, no)
      where o.org_id = ${actor.org_id}
    ) e order by e.no`)
}

/**
 * What the days of new postings mean. If one is past, this locks the organization, so that the books can't be closed
 * for it meanwhile. Called before any document is locked.
 */
export async function daysToPost(tx: Tx, actor: Actor, days: readonly (string | null)[]): Promise<EnteredDay[]> {
  const entered = await enteredDays(tx, actor, days)
  if (entered.some(({ moment, is_future }) => moment !== null && !is_future)) await lockOrganization(tx, actor)
  return entered
}

/** The moment of one entered day, null for now. Refuses happened_in_future beside its field. */
export async function momentOfDay(tx: Tx, actor: Actor, day: string | null, field: string): Promise<string | null> {
  const [entered] = await enteredDays(tx, actor, [day])
  return notInFuture(entered, field)
}

/** Its moment, null for now. Refuses happened_in_future beside its field. */
export function notInFuture({ moment, is_future }: EnteredDay = now, field: string): string | null {
  if (is_future) refuseFields({ [field]: dateInFuture }, 'happened_in_future')
  return moment
}
