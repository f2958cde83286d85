import { updateComment } from '../../contract/comments.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { requireVersion } from '../platform/versioned.ts'
import { updateSentComment } from '../notifications/comment-text.ts'
import { sql } from '../platform/sql.ts'
import { followByComment } from './follow.ts'
import { lockComment } from './lock-comment.ts'
import { mentionsOf } from './mentions.ts'
import { commentOf } from './queries.ts'
import { notifyOfComment } from './notify-of-comment.ts'

/**
 * Changes the text of an own comment. Refuses, in this order: not_found, forbidden (another person's comment),
 * conflict, invalid_input (a new mention of a person who can't see the record).
 */
export const updateCommentCommand = implement(updateComment, async (tx, actor, { id, version, body }) => {
  const before = await lockComment(tx, actor, id)
  if (before.user_id !== actor.user_id) refuse('forbidden', undefined, 'You can only edit your own comments.')
  requireVersion(await commentOf(tx, actor, id), version)
  if (before.body === body) return commentOf(tx, actor, id)
  const mentions = await mentionsOf(tx, actor, before, body, before.mentions)
  await tx.run(sql`
    update comments set body = ${body}, mentions = ${JSON.stringify(mentions)}::jsonb, version = version + 1, edited_at = app.now()
    where org_id = ${actor.org_id} and id = ${id}`)
  await updateSentComment(tx, actor.org_id, { id, body, mentions })
  const known = new Set(before.mentions.map(({ user_id }) => user_id))
  const added = mentions.filter(({ user_id }) => !known.has(user_id)).map(({ user_id }) => user_id)
  await followByComment(tx, actor, before, added)
  await notifyOfComment(tx, actor, before, { id, body, mentions, mentioned: added, isNew: false })
  return commentOf(tx, actor, id)
})
