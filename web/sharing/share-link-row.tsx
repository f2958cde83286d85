import { Button } from '@mantine/core'
import { revokeShare, type Share } from '../../contract/sharing.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useTimeZone } from '../kit/use-today.ts'
import { dayIn, dayText } from '../ui/day-text.ts'
import { Moment } from '../ui/moment.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './sharing.module.css'

/** A link to an order, with a button to revoke it. */
export function ShareLinkRow({
  link: { id, label, created_at, expires_at, is_expired, user_reference, last_opened_at },
}: {
  link: Share
}) {
  const time_zone = useTimeZone()
  // The same day as on the page behind the link.
  const lastDay = dayText(dayIn(time_zone, new Date(expires_at)))
  const revoke = async () => {
    const agreed = await confirm({
      title: label === null ? 'Revoke this link?' : `Revoke the link for ${label}?`,
      text: 'It stops working immediately, for everyone who has it.',
      confirmLabel: 'Revoke link',
      danger: true,
    })
    if (!agreed) return
    try {
      await act(revokeShare, { id })
      toastDone('Link revoked')
    } catch (error) {
      toastFailed(error, 'Failed to revoke the link')
    }
  }
  return (
    <li>
      <div className={classes['link']}>
        {label !== null && <strong className={classes['label']}>{label}</strong>}
        <span>
          Created <Moment at={created_at} as="dated" /> by {user_reference}
        </span>
        <span className={classes['note']}>
          {is_expired ? <StatusBadge tone="gray">Expired</StatusBadge> : `Works until ${lastDay}`} ·{' '}
          {last_opened_at === null ? (
            'never opened'
          ) : (
            <>
              opened <Moment at={last_opened_at} />
            </>
          )}
        </span>
      </div>
      <Button variant="default" size="compact-md" onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}
