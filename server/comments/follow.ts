import { follow, readFollowing } from '../../contract/comments.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { type RecordRef, requireRecord } from './records.ts'

/** Starts or stops following a record. Refuses not_found. */
export const followCommand = implement(follow, async (tx, actor, { following, ...record }) => {
  await requireRecord(tx, actor, record)
  await setFollowing(tx, actor, record, following)
  return { following, comments_only: false }
})

export const readFollowingQuery = implement(readFollowing, async (tx, actor, record) => {
  await requireRecord(tx, actor, record)
  const row = await tx.maybe(sql<{ following: boolean; comments_only: boolean }>`
    select following, comments_only from follows
    where org_id = ${actor.org_id} and record_type = ${record.record_type} and record_id = ${record.record_id}
      and user_id = ${actor.user_id}`)
  return row ?? { following: false, comments_only: false }
})

/** A person's own decision, which takes precedence from now on. */
async function setFollowing(tx: Tx, actor: Actor, record: RecordRef, following: boolean): Promise<void> {
  await tx.run(sql`
    insert into follows (org_id, record_type, record_id, user_id, following)
    values (${actor.org_id}, ${record.record_type}, ${record.record_id}, ${actor.user_id}, ${following})
    on conflict (org_id, record_type, record_id, user_id)
    do update set following = excluded.following, comments_only = false, changed_at = clock_timestamp()`)
}

/**
 * The author of a comment and the people it mentions follow the record's comments: the author even after having
 * stopped, the others unless they stopped. What they chose to be notified of stays as it is: only pressing Follow
 * overrides it. An API key follows nothing. In one statement and in id order, so that simultaneous comments don't
 * deadlock, and only where something changes, so that most don't wait at all.
 */
export async function followByComment(
  tx: Tx,
  { org_id, user_id, key_permissions }: Actor,
  { record_type, record_id }: RecordRef,
  mentioned: readonly string[],
): Promise<void> {
  const author = key_permissions === undefined ? user_id : null
  await tx.run(sql`
    insert into follows as f (org_id, record_type, record_id, user_id, following, comments_only)
    select ${org_id}, ${record_type}, ${record_id}, m.user_id, true, true
    from members m
    where m.org_id = ${org_id} and (m.user_id = ${author}::uuid or m.user_id = any (${mentioned}::uuid[]))
      and not exists (
        select from follows known
        where known.org_id = ${org_id} and known.record_type = ${record_type} and known.record_id = ${record_id}
          and known.user_id = m.user_id and (known.following or m.user_id is distinct from ${author}::uuid))
    order by m.user_id
    on conflict (org_id, record_type, record_id, user_id)
    do update set following = true, comments_only = true, changed_at = clock_timestamp()
    where f.user_id = ${author}::uuid and not f.following`)
}
