import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

/** The name of a report's file: the spec's for today, with the day (in the organisation's time zone) for a past moment. */
export async function fileName(tx: Tx, actor: Actor, name: string, at: string | undefined): Promise<string> {
  if (at === undefined) return name
  const { day } = await tx.one(sql<{ day: string }>`
    select to_char(${at}::timestamptz at time zone g.time_zone, 'YYYY-MM-DD') as day
    from organizations g where g.org_id = ${actor.org_id}`)
  return `${name}_${day}`
}
