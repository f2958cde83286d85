import { listMentionable, type Person } from '../../contract/comments.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { type RecordRef, requireRecord } from './records.ts'

export const listMentionableQuery = implement(listMentionable, async (tx, actor, record) => {
  await requireRecord(tx, actor, record)
  return { items: await mentionable(tx, actor, record) }
})

/** The members who can see a record, by name. */
export function mentionable(
  tx: Tx,
  { org_id }: Actor,
  { record_type, record_id }: RecordRef,
  condition: Statement<unknown> = sql`true`,
): Promise<(Person & { email: string })[]> {
  return tx.all(sql<Person & { email: string }>`
    select p.user_id, p.username as name, p.email
    from app.members_who_see(${org_id}, ${record_type}, ${record_id}) as s (user_id)
    join profiles p on p.org_id = ${org_id} and p.user_id = s.user_id
    where ${condition}
    order by lower(p.username), lower(p.email), p.user_id`)
}
