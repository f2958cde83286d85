import { Fragment } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { timeText } from '../ui/time-text.ts'
import { byDay } from './by-day.ts'
import { NotificationSign } from './notification-sign.tsx'
import { About, unbroken } from './notification-text.tsx'
import classes from './notifications.module.css'
import { markRead } from './use-notifications.ts'

type ListProps = Readonly<{
  notifications: readonly Notification[]
  /** True shows the time of day beside the age; the heading names the day. */
  timed?: boolean
  onOpen?: () => void
}>

/** Notifications by day, newest first; a click marks one as read and opens its subject. */
export function NotificationList({ notifications, timed = false, onOpen }: ListProps) {
  const Heading = timed ? 'h2' : 'h3'
  return byDay(notifications, new Date()).map(({ day, items }) => (
    <Fragment key={day}>
      <Heading className={classes['day']}>{day}</Heading>
      <DayList notifications={items} timed={timed} {...(onOpen ? { onOpen } : {})} />
    </Fragment>
  ))
}

function DayList({ notifications, timed, onOpen }: ListProps) {
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
              <span className={classes['title']}>{unbroken(one.title)}</span>
              <About notification={one} />
            </span>
            <span className={classes['when']}>
              <span>
                {timed && <span className={classes['time']}>{timeText(one.happened_at)} · </span>}
                <Moment at={one.happened_at} />
              </span>
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
