import { type Comment, listComments } from '../../contract/comments.ts'
import { reaches } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import { requireRecord } from './records.ts'

const newestFirst = newestBy('newest', 'c.created_at', 'c.id')

/** Owners and admins can delete comments of others; an API key only its own, even if such a member created it. */
export function mayDeleteAny({ role, key_permissions }: Actor): boolean {
  return key_permissions === undefined && reaches(role, 'admin')
}

/** A comment `c` with the current names of its author and the people mentioned, else those when it was written. */
const columns = (actor: Actor) => sql`c.id, c.record_type, c.record_id, c.user_id,
  ${personName('c')} as user_reference, c.body, c.version, c.created_at, c.edited_at,
  coalesce((
    select jsonb_agg(jsonb_build_object('user_id', m.user_id, 'name', coalesce(n.username, m.name)) order by m.position)
    from rows from (jsonb_to_recordset(c.mentions) as (user_id uuid, name text)) with ordinality as m (user_id, name, position)
    left join profiles n on n.org_id = c.org_id and n.user_id = m.user_id), '[]') as mentions,
  c.user_id = ${actor.user_id} as may_edit, (c.user_id = ${actor.user_id} or ${mayDeleteAny(actor)}) as may_delete`

export const listCommentsQuery = implement(listComments, async (tx, actor, { limit, cursor, ...record }) => {
  await requireRecord(tx, actor, record)
  const { key, after, order } = keyset(newestFirst, cursor)
  const rows = await tx.all(sql<Comment & { page_key: string[] }>`
    select ${columns(actor)}, ${key} from comments c
    where c.org_id = ${actor.org_id} and c.record_type = ${record.record_type} and c.record_id = ${record.record_id} and ${after}
    ${order} limit ${sql.rows(limit + 1)}`)
  return pageOf(rows, limit, newestFirst)
})

/** One comment as in the list. Refuses not_found. */
export async function commentOf(tx: Tx, actor: Actor, id: string): Promise<Comment> {
  const found = await tx.maybe(sql<Comment>`
    select ${columns(actor)} from comments c where c.org_id = ${actor.org_id} and c.id = ${id}`)
  return found ?? refuse('not_found')
}
