import { limits } from '../../contract/limits.ts'
import { keepSearchChoice } from '../../contract/search.ts'
import { implement } from '../platform/endpoint.ts'
import { isUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readRecords } from './read-records.ts'

/**
 * Counts one of the caller's choices, and deletes the oldest beyond the limit. Refuses not_found for a record that the
 * caller can't see.
 */
export const keepSearchChoiceCommand = implement(keepSearchChoice, async (tx, actor, { kind, key }) => {
  if (kind !== 'command') {
    if (!isUuid(key)) refuse('not_found')
    if ((await readRecords(tx, actor, [{ kind, id: key }])).length === 0) refuse('not_found')
  }
  // One after the other for one member: two tabs never store more than the limit.
  await tx.run(sql`select from members where org_id = ${actor.org_id} and user_id = ${actor.user_id} for no key update`)
  await tx.run(sql`
    insert into search_choices as c (org_id, user_id, kind, key)
    values (${actor.org_id}, ${actor.user_id}, ${kind}, ${key})
    on conflict (org_id, user_id, kind, key) do update set times = c.times + 1, chosen_at = clock_timestamp()`)
  await tx.run(sql`
    delete from search_choices c using (
      select kind, key from search_choices where org_id = ${actor.org_id} and user_id = ${actor.user_id}
      order by chosen_at desc offset ${limits.searchChoicesKept}) as old
    where c.org_id = ${actor.org_id} and c.user_id = ${actor.user_id} and c.kind = old.kind and c.key = old.key`)
  return {}
})
