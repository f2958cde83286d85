import { Fragment } from 'react'
import type { Notification } from '../../contract/notifications.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { byDay } from './by-day.ts'
import { NotificationSign } from './notification-sign.tsx'
import { About, unbroken } from './notification-text.tsx'
import classes from './notifications.module.css'
import { markRead } from './use-notifications.ts'

type ListProps = Readonly<{
  notifications: readonly Notification[]
  /** True shows the date beside the age. */
  dated?: boolean
  onOpen?: () => void
}>

/** Notifications by day, newest first; a click marks one as read and opens its subject. */
export function NotificationList({ notifications, dated = false, onOpen }: ListProps) {
  const Heading = dated ? 'h2' : 'h3'
  return byDay(notifications, new Date()).map(({ day, items }) => (
    <Fragment key={day}>
      <Heading className={classes['day']}>{day}</Heading>
      <DayList notifications={items} dated={dated} {...(onOpen ? { onOpen } : {})} />
    </Fragment>
  ))
}

function DayList({ notifications, dated, onOpen }: ListProps) {
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
