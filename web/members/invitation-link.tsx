import { Button } from '@mantine/core'
import { CopyField } from '../kit/copy-field.tsx'
import { ShownOnce } from '../kit/dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './members.module.css'

/** The link of an invitation, shown only once. */
export function InvitationLink({
  link,
  expires_at,
  email,
  onDone,
}: {
  link: string
  expires_at: string
  email: string | null
  onDone: () => void
}) {
  return (
    <div className={classes['done']}>
      <ShownOnce />
      <p>
        Send this link to {email ?? 'the person you invite'}. It lets one person join and expires on{' '}
        <Moment at={expires_at} as="absolute" />.
      </p>
      <CopyField label="Invitation link" value={link} description="You won’t see this link again." />
      <div className={classes['buttons']}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
