import { Button } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { follow, readFollowing } from '../../contract/comments.ts'
import type { RecordType } from '../../contract/records.ts'
import { useCommand } from '../kit/use-command.ts'
import { useRead } from '../kit/api.ts'
import { toastFailed } from '../kit/toast.tsx'

/** Follows or unfollows a record. Someone who only commented or was mentioned follows its comments. */
export function FollowButton(record: Readonly<{ record_type: RecordType; record_id: string }>) {
  const { data } = useRead(readFollowing, record)
  const command = useCommand(follow)
  if (!data) return null
  const { following, comments_only } = data
  const change = () =>
    command
      .run({ ...record, following: !following })
      .catch((error: unknown) => toastFailed(error, 'Failed to update following'))
  return (
    <Button
      variant={following ? 'light' : 'default'}
      size="compact-md"
      aria-pressed={following}
      leftSection={following ? <IconBellFilled size={15} /> : <IconBell size={15} stroke={1.7} />}
      title={
        following
          ? comments_only
            ? 'You get notifications of new comments. Click to unfollow.'
            : 'You get notifications of changes. Click to unfollow.'
          : 'Get notified of changes'
      }
      onClick={() => void change()}
    >
      {following ? (comments_only ? 'Following comments' : 'Following') : 'Follow'}
    </Button>
  )
}
