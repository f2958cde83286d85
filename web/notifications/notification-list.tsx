import type { Notification } from '../../contract/notifications.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { NotificationSign } from './notification-sign.tsx'
import classes from './notifications.module.css'
import { markRead } from './use-notifications.ts'

type ListProps = Readonly<{
  notifications: readonly Notification[]
  /** True shows the date beside the age. */
  dated?: boolean
  onOpen?: () => void
}>

/** Notifications, newest first; a click marks one as read and leads to what it is about. */
export function NotificationList({ notifications, dated = false, onOpen }: ListProps) {
  return (
    <ul className={classes['list']}>
      {notifications.map((one) => (
        <li key={one.id}>
          <Link
            to={one.address}
            className={classes['line']}
            data-unread={!one.is_read || undefined}
            onClick={() => {
              if (!one.is_read) markRead(one.id)
              onOpen?.()
            }}
          >
            <NotificationSign kind={one.kind} />
            <span className={classes['text']}>
              <span className={classes['title']}>{one.title}</span>
              <About notification={one} />
            </span>
            <span className={classes['when']}>
              <Moment at={one.happened_at} as={dated ? 'dated' : 'relative'} />
              {!one.is_read && (
                <span className={classes['dot']}>
                  <span className={classes['hidden']}>Unread</span>
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function About({ notification: { body, actor_name } }: Readonly<{ notification: Notification }>) {
  if (body === null && actor_name === null) return null
  return (
    <span className={classes['body']}>
      {body}
      {body !== null && actor_name !== null && ' · '}
      {actor_name}
    </span>
  )
}
