import { limits } from '../../contract/limits.ts'
import { accessCheck, requireMember, type AccessRole } from './access.ts'
import type { Database, Tx } from './db.ts'
import type { Caller } from './caller.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

/** What a person may do in the organization now. */
export type StreamAccess = Readonly<{ role: AccessRole; lacks_second_factor: boolean }>

/** A stream not seen for this long belongs to a dead process: three heartbeats. */
const unseenSeconds = 3 * limits.eventHeartbeatSeconds

/**
 * Records a stream that opens, and returns its person's access. Refuses session_not_found, second_factor_needed,
 * not_found and second_factor_required; too_many_requests if the session, the person or the organization has reached
 * the limit across all server processes.
 */
export async function openStream(db: Database, caller: Caller, id: string): Promise<StreamAccess> {
  return db.transaction(caller, async (tx) => {
    const standing = await accessOf(tx, caller)
    requireMember(standing.role)
    if (standing.lacks_second_factor) refuse('second_factor_required')
    await requireRoom(tx, caller)
    await noteSeen(tx, caller, id)
    return standing
  })
}

/** An open stream and its person. */
export type OpenStream = Readonly<{ id: string; caller: Caller }>

/** The current access of the people behind streams, by the stream's id; extends each stream's lifetime. */
export async function checkStreams(db: Database, streams: readonly OpenStream[]): Promise<Map<string, StreamAccess>> {
  const of = <T>(value: (caller: Caller) => T) => streams.map(({ caller }) => value(caller))
  const found = await db.transaction(null, (tx) =>
    tx.all(sql<StreamAccess & { id: string }>`
      select id, role, lacks_second_factor
      from app.check_streams(${streams.map(({ id }) => id)}::uuid[], ${of((caller) => caller.org_id)}::uuid[],
        ${of((caller) => caller.user_id)}::uuid[], ${of((caller) => caller.session_id)}::uuid[], ${of((caller) => caller.aal)}::text[])`),
  )
  return new Map(found.map(({ id, ...standing }) => [id, standing]))
}

/** Removes a closed stream, which no longer counts toward the limits. */
export async function forgetStream(db: Database, id: string): Promise<void> {
  await db.transaction(null, (tx) => tx.run(sql`delete from auth.event_streams where id = ${id}`))
}

function accessOf(tx: Tx, caller: Caller): Promise<StreamAccess> {
  return tx.one(sql<StreamAccess>`
    select role, app.lacks_second_factor(${caller.session_id}, ${caller.org_id}) as lacks_second_factor
    from ${accessCheck(caller, caller.org_id)}`)
}

/** One at a time per organization and person, so that many who arrive at once are counted. */
async function requireRoom(tx: Tx, { org_id, user_id, session_id }: Caller): Promise<void> {
  for (const whose of [org_id, user_id])
    await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`event streams ${whose}`}, 0)) is null as locked`)
  await tx.run(sql`
    delete from auth.event_streams
    where (org_id = ${org_id} or user_id = ${user_id}) and seen_at < clock_timestamp() - make_interval(secs => ${unseenSeconds})`)
  const open = await tx.one(sql<{ session: number; person: number; organization: number }>`
    select count(*) filter (where session_id = ${session_id})::int as session,
      count(*) filter (where user_id = ${user_id})::int as person,
      count(*) filter (where org_id = ${org_id})::int as organization
    from auth.event_streams where org_id = ${org_id} or user_id = ${user_id}`)
  const isFull =
    open.session >= limits.eventStreamsPerSession ||
    open.person >= limits.eventStreamsPerUser ||
    open.organization >= limits.eventStreamsPerOrganization
  if (isFull) refuse('too_many_requests')
}

function noteSeen(tx: Tx, { org_id, user_id, session_id }: Caller, id: string): Promise<number> {
  return tx.run(sql`
    insert into auth.event_streams (id, org_id, user_id, session_id) values (${id}, ${org_id}, ${user_id}, ${session_id})
    on conflict (id) do update set seen_at = clock_timestamp()`)
}
