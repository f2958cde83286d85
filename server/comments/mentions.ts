import { mentionedIn, type Person } from '../../contract/comments.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { mentionable } from './mentionable.ts'
import type { RecordRef } from './records.ts'

/**
 * The people a text mentions, with their names: members who can see the record, and those the comment mentioned
 * `before`, who may have left since. Refuses invalid_input beside `body`.
 */
export async function mentionsOf(
  tx: Tx,
  actor: Actor,
  record: RecordRef,
  body: string,
  before: readonly Person[] = [],
): Promise<Person[]> {
  const wanted = mentionedIn(body)
  if (wanted.length === 0) return []
  const found = await mentionable(tx, actor, record, sql`p.user_id = any (${wanted}::uuid[])`)
  const known = new Map([...before, ...found].map(({ user_id, name }) => [user_id, name]))
  return wanted.map((user_id) => {
    const name = known.get(user_id)
    if (name === undefined) refuseFields({ body: 'Someone you mentioned can’t see this record.' })
    return { user_id, name }
  })
}
