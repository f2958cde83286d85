import { dateInFuture } from '../../contract/days.ts'
import type { AsOfAnswer, Clock } from '../../contract/as-of.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/**
 * The moment of a query about the past (contract/as-of.ts), read in the organization's time zone. The database computes
 * when days begin and end, so every screen and report agrees. Refuses moments after the end of today.
 */
export async function asOfMoment(
  tx: Tx,
  actor: Pick<Actor, 'org_id'>,
  { as_of, by }: { as_of: string; by: Clock },
  field = 'as_of',
): Promise<AsOfAnswer> {
  const { is_future, ...found } = await tx.one(sql<Omit<AsOfAnswer, 'by'> & { is_future: boolean }>`
    select o.time_zone, app.past_moment(o.time_zone, ${as_of}) as at,
      app.past_moment(o.time_zone, ${as_of}) > app.day_end((now() at time zone o.time_zone)::date, o.time_zone) as is_future
    from organizations o where o.org_id = ${actor.org_id}`)
  if (is_future) refuseFields({ [field]: dateInFuture })
  return { ...found, by }
}
