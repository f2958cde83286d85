import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { type Comment, deleteComment } from '../../contract/comments.ts'
import { act } from '../kit/use-command.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastFailed } from '../kit/toast.tsx'
import classes from './comments.module.css'

/** Edits or deletes a comment, if the reader is allowed to. */
export function CommentActions({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
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
          aria-label={`Actions: comment by ${comment.user_reference}`}
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
