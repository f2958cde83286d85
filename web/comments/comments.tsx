import { ActionIcon, Avatar, Button, Menu } from '@mantine/core'
import { IconBell, IconBellFilled, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type Comment,
  createComment,
  deleteComment,
  follow,
  listComments,
  readFollowing,
  updateComment,
} from '../../contract/comments.ts'
import type { RecordType } from '../../contract/records.ts'
import { act, useCommand } from '../kit/use-command.ts'
import { useInfiniteRead, useRead } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { initialsOf } from '../kit/person-name.ts'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { toastFailed } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { Moment } from '../ui/moment.tsx'
import { partsOf } from './comment-text.ts'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'

type RecordProps = Readonly<{ record_type: RecordType; record_id: string }>

/** The comments on a record, the newest last, and the follow switch. `plain`: without a card around it, in panels. */
export function Comments({ plain = false, ...record }: RecordProps & Readonly<{ plain?: boolean }>) {
  const query = useInfiniteRead(listComments, record)
  const mayWrite = useMay('comments.write') === true
  const isReading = !query.items && !query.error
  const content = (
    <div className={classes['root']}>
      {query.error && !query.items ? (
        <ErrorState
          compact
          error={query.error}
          fallback="Failed to load comments"
          onRetry={() => void query.refetch()}
        />
      ) : !query.items ? (
        <RowSkeletons rows={2} />
      ) : (
        <>
          {query.hasNextPage && (
            <Button
              variant="subtle"
              size="compact-md"
              className={classes['earlier']}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show earlier comments
            </Button>
          )}
          {query.items.length > 0 && (
            <ol className={classes['list']} aria-label="Comments">
              {query.items.toReversed().map((comment) => (
                <OneComment key={comment.id} comment={comment} mayWrite={mayWrite} />
              ))}
            </ol>
          )}
          {query.items.length === 0 && !mayWrite && <p className={classes['quiet']}>No comments yet</p>}
        </>
      )}
      {mayWrite && !isReading && <NewComment key={record.record_id} {...record} />}
    </div>
  )
  const aside = <FollowButton {...record} />
  if (!plain)
    return (
      <Card title="Comments" aside={aside} reading={isReading}>
        {content}
      </Card>
    )
  return (
    <section className={classes['plain']} data-reading={isReading || undefined}>
      <header>
        <h3>Comments</h3>
        {aside}
      </header>
      {content}
    </section>
  )
}

/** Follows or unfollows a record. */
function FollowButton(record: RecordProps) {
  const { data } = useRead(readFollowing, record)
  const command = useCommand(follow)
  if (!data) return null
  const { following } = data
  const change = () =>
    command
      .run({ ...record, following: !following })
      .catch((error: unknown) => toastFailed(error, 'Failed to change what you follow'))
  return (
    <Button
      variant={following ? 'light' : 'default'}
      size="compact-md"
      aria-pressed={following}
      leftSection={following ? <IconBellFilled size={15} /> : <IconBell size={15} stroke={1.7} />}
      title={following ? 'You’re notified of changes. Press to stop.' : 'Get notified of changes'}
      onClick={() => void change()}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  )
}

function NewComment(record: RecordProps) {
  const command = useCommand(createComment, { showsProgress: true })
  return (
    <CommentEditor
      record={record}
      keep={`comment on ${record.record_type} ${record.record_id}`}
      label="Comment"
      placeholder="Add a comment…"
      submitLabel="Comment"
      pending={command.pending}
      onSubmit={({ id, body }) => command.run({ id, body, ...record })}
    />
  )
}

function OneComment({ comment, mayWrite }: { comment: Comment; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false)
  const { user_reference, created_at, edited_at, body, mentions, may_edit, may_delete } = comment
  return (
    <li className={classes['comment']}>
      <Avatar aria-hidden size={28} radius="xl" classNames={{ placeholder: classes['initials'] ?? '' }}>
        {initialsOf(user_reference)}
      </Avatar>
      <div className={classes['said']}>
        <div className={classes['head']}>
          <strong>{user_reference}</strong>
          <span className={classes['when']}>
            <Moment at={created_at} as="dated" />
            {edited_at && ' · edited'}
          </span>
          {mayWrite && (may_edit || may_delete) && !editing && (
            <Actions comment={comment} onEdit={() => setEditing(true)} />
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

function Actions({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this comment?',
      text: 'It will be deleted for everyone.',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!sure) return
    await act(deleteComment, { id: comment.id }).catch((error: unknown) =>
      toastFailed(error, 'Failed to delete the comment'),
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={28}
          className={classes['actions']}
          aria-label={`Actions for the comment of ${comment.user_reference}`}
        >
          <IconDots size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {comment.may_edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        {comment.may_delete && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
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
      onSubmit={async ({ body }) => {
        await command.run({ id: comment.id, version: comment.version, body })
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
