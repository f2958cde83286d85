import { dateInFuture } from '../../contract/days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { dayText } from './company-days.ts'
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

/**
 * The moment at which the undo of a posting is dated: the posting's own if it was dated earlier, as if it had never
 * happened; null (now) for other postings, or if the books are closed for it. Locks the organization for an earlier
 * date, so it is called before any document is locked.
 */
export async function momentOfUndo(tx: Tx, actor: Actor, posting_id: string): Promise<string | null> {
  const posting = await tx.maybe(sql<{ happened_at: string }>`
    select happened_at from stock_postings where org_id = ${actor.org_id} and id = ${posting_id} and happened_at < recorded_at`)
  if (!posting) return null
  await lockOrganization(tx, actor)
  const { is_closed } = await tx.one(sql<{ is_closed: boolean }>`
    select coalesce(${posting.happened_at}::timestamptz < books_closed_until, false) as is_closed
    from organizations where org_id = ${actor.org_id}`)
  return is_closed ? null : posting.happened_at
}

/** A posting's date. Without it, the ledger needs no lock of the organization. */
export const datedAt = (moment: string | null) => (moment === null ? {} : { happened_at: moment })

/**
 * Refuses an entered moment on a day before that of `earliest`, beside `happened_at`: what has shipped can't have
 * arrived or come back earlier. Null is now, or unknown.
 */
export async function requireNotBefore(
  tx: Tx,
  actor: Actor,
  { moment, earliest, message }: { moment: string | null; earliest: string | null; message: (day: string) => string },
): Promise<void> {
  if (moment === null || earliest === null) return
  const { day, is_before } = await tx.one(sql<{ day: string; is_before: boolean }>`
    select d.earliest::text as day, (${moment}::timestamptz at time zone o.time_zone)::date < d.earliest as is_before
    from organizations o
    cross join lateral (select (${earliest}::timestamptz at time zone o.time_zone)::date as earliest) d
    where o.org_id = ${actor.org_id}`)
  if (is_before) refuseFields({ happened_at: message(dayText(day)) })
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
