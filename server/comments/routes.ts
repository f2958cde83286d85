import { createCommentCommand } from './create-comment.ts'
import { deleteCommentCommand } from './delete-comment.ts'
import { followCommand, readFollowingQuery } from './follow.ts'
import { listMentionableQuery } from './mentionable.ts'
import { listCommentsQuery } from './queries.ts'
import { updateCommentCommand } from './update-comment.ts'

export const commentRoutes = [
  listCommentsQuery,
  listMentionableQuery,
  createCommentCommand,
  updateCommentCommand,
  deleteCommentCommand,
  readFollowingQuery,
  followCommand,
]
