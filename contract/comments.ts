import { z } from 'zod'
import { command, query } from './endpoint.ts'
import { id, moment, requiredText, version } from './fields.ts'
import { limits } from './limits.ts'
import { page, pageInput } from './paging.ts'
import { recordInput, recordTypes } from './records.ts'

/** Within a comment's text, `<@id>` mentions a member. */
export const mentionPattern = /<@([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})>/g

/** The ids that a text mentions, each once. */
export function mentionedIn(text: string): string[] {
  return [...new Set([...text.matchAll(mentionPattern)].map(([, user_id]) => user_id ?? ''))]
}

const person = z.object({ user_id: id, name: z.string() })
export type Person = z.output<typeof person>

export const comment = z.object({
  id,
  record_type: z.enum(recordTypes),
  record_id: id,
  /** The author: a member, or an API key. */
  user_id: id,
  user_reference: z.string(),
  /** Plain text with line breaks; `<@id>` represents a member in `mentions`. */
  body: z.string(),
  /** The people mentioned, with their current names. */
  mentions: z.array(person),
  version,
  created_at: moment,
  /** Null if the comment was never edited. */
  edited_at: moment.nullable(),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
})
export type Comment = z.output<typeof comment>

const body = requiredText('Enter a comment', limits.commentCharacters).refine(
  (text) => mentionedIn(text).length <= limits.mentionsPerComment,
  `Mention at most ${limits.mentionsPerComment} people`,
)

export const listComments = query({
  name: 'list_comments',
  summary: 'Lists the comments on a record, newest first',
  path: '/comments',
  permission: 'comments.read',
  input: z.strictObject({ ...pageInput, ...recordInput }),
  output: page(comment),
})

export const listMentionable = query({
  name: 'list_mentionable',
  summary: 'Lists the members who can be mentioned in comments on a record (those who can see it), by name',
  path: '/mentionable-members',
  permission: 'members.read',
  input: z.strictObject(recordInput),
  output: z.object({ items: z.array(person.extend({ email: z.string() })) }),
})

export const createComment = command({
  name: 'create_comment',
  summary:
    'Adds a comment to a record. `<@id>` in the text mentions a member who can see the record. The author starts following its comments',
  method: 'POST',
  path: '/comments',
  permission: 'comments.write',
  input: z.strictObject({ id: id.optional(), ...recordInput, body }),
  output: comment,
  status: 201,
  changes: ['comments'],
})

export const updateComment = command({
  name: 'update_comment',
  summary:
    'Updates the caller’s own comment. Returns `conflict` with the current comment when it has changed since `version`',
  method: 'PUT',
  path: '/comments/:id',
  permission: 'comments.write',
  input: z.strictObject({ id, version, body }),
  output: comment,
  changes: ['comments'],
})

export const deleteComment = command({
  name: 'delete_comment',
  summary: 'Deletes the caller’s own comment. Owners and admins can delete any comment',
  method: 'DELETE',
  path: '/comments/:id',
  permission: 'comments.write',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  changes: ['comments'],
})

const followed = z.object({
  following: z.boolean(),
  /** Notified of comments only: the caller commented or was mentioned, but didn't choose to follow the record. */
  comments_only: z.boolean(),
})

export const readFollowing = query({
  name: 'read_following',
  summary: 'Returns whether the caller follows a record, or only its comments',
  path: '/following',
  permission: 'account.read',
  input: z.strictObject(recordInput),
  output: followed,
})

export const follow = command({
  name: 'follow',
  summary: 'Starts or stops following a record. Followers are notified of its changes',
  method: 'PUT',
  path: '/following',
  permission: 'account.write',
  input: z.strictObject({ ...recordInput, following: z.boolean() }),
  output: followed,
  changes: ['comments'],
})
