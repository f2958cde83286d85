import { deleteComment } from '../../contract/comments.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockComment } from './lock-comment.ts'
import { mayDeleteAny } from './queries.ts'

/**
 * Deletes a comment; the audit trail records that it existed. Refuses, in this order: not_found, forbidden (another
 * person's, except for owners and admins).
 */
export const deleteCommentCommand = implement(deleteComment, async (tx, actor, { id }) => {
  const { user_id } = await lockComment(tx, actor, id)
  if (user_id !== actor.user_id && !mayDeleteAny(actor))
    refuse('forbidden', undefined, 'You can only delete your own comments. Owners and admins can delete any comment.')
  await tx.run(sql`delete from comments where org_id = ${actor.org_id} and id = ${id}`)
  return { id }
})
