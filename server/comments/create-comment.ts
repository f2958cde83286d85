import { createComment } from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { followByComment } from './follow.ts'
import { mentionsOf } from './mentions.ts'
import { commentOf } from './queries.ts'
import { requireRecord } from './records.ts'
import { notifyOfComment } from './notify-of-comment.ts'

/**
 * Adds a comment. Its author and the people mentioned follow its comments. Refuses, in this order: forbidden, not_found
 * (the record), invalid_input (a mention of a person who can't see the record), limit_reached.
 */
export const createCommentCommand = implement(createComment, async (tx, actor, { id = newId(), body, ...record }) => {
  await requireRecord(tx, actor, record)
  const mentions = await mentionsOf(tx, actor, record, body)
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::integer as count from comments
    where org_id = ${actor.org_id} and record_type = ${record.record_type} and record_id = ${record.record_id}`)
  if (count >= limits.commentsPerRecord)
    refuse(
      'limit_reached',
      undefined,
      `A record can have up to ${limits.commentsPerRecord} comments. Delete old ones first.`,
    )
  await tx.run(sql`
    insert into comments (org_id, id, record_type, record_id, user_id, user_reference, body, mentions)
    values (${actor.org_id}, ${id}, ${record.record_type}, ${record.record_id}, ${actor.user_id}, ${userReference(actor)}, ${body},
      ${JSON.stringify(mentions)}::jsonb)`)
  await followByComment(
    tx,
    actor,
    record,
    mentions.map(({ user_id }) => user_id),
  )
  const mentioned = mentions.map(({ user_id }) => user_id)
  await notifyOfComment(tx, actor, record, { id, body, mentions, mentioned, isNew: true })
  return commentOf(tx, actor, id)
})
