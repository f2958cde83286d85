import { Avatar } from '@mantine/core'
import { useState } from 'react'
import { type Comment, updateComment } from '../../contract/comments.ts'
import { useCommand } from '../kit/use-command.ts'
import { initialsOf } from '../kit/person-name.ts'
import { Moment } from '../ui/moment.tsx'
import { CommentActions } from './comment-actions.tsx'
import { partsOf } from './comment-text.ts'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'

/** A comment with its author, or the editor while its author changes it. */
export function OneComment({ comment, mayWrite }: { comment: Comment; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false)
  const { user_reference, created_at, edited_at, body, mentions, may_edit, may_delete } = comment
  return (
    <li className={classes['comment']}>
      <Avatar aria-hidden size={28} radius="xl" classNames={{ placeholder: classes['initials'] ?? '' }}>
        {initialsOf(user_reference)}
      </Avatar>
      <div className={classes['text']}>
        <div className={classes['head']}>
          <strong>{user_reference}</strong>
          <span className={classes['when']}>
            <Moment at={created_at} as="dated" />
            {edited_at && ' · edited'}
          </span>
          {mayWrite && (may_edit || may_delete) && !editing && (
            <CommentActions comment={comment} onEdit={() => setEditing(true)} />
          )}
        </div>
        {editing ? (
          <EditComment comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <p className={classes['body']}>
            {partsOf(body, mentions).map(({ kind, text }, index) =>
              kind === 'link' ? (
                <a key={index} href={text} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              ) : kind === 'mention' ? (
                <span key={index} className={classes['mention']}>
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </p>
        )}
      </div>
    </li>
  )
}

function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const command = useCommand(updateComment, { showsProgress: true })
  return (
    <CommentEditor
      record={comment}
      keep={`comment ${comment.id}`}
      label="Comment"
      initial={comment}
      submitLabel="Save"
      pending={command.pending}
      onSubmit={({ body, version = comment.version }) => command.run({ id: comment.id, version, body })}
      onCancel={onClose}
    />
  )
}
