import { ActionIcon, Popover } from '@mantine/core'
import { IconArrowRight, IconBell, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { NotificationList } from './notification-list.tsx'
import classes from './notifications.module.css'
import { markAllRead, useLatestNotifications } from './use-notifications.ts'

const countMax = 99

/** The bell in the top bar: the unread count, the latest notifications, and a link to all of them. */
export function NotificationsMenu() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useLatestNotifications()
  const unread = data?.unread ?? 0
  const close = () => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={40}
          className={classes['bell']}
          onClick={() => setOpen(!isOpen)}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span className={classes['count']} aria-hidden>
              {unread > countMax ? `${countMax}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']} aria-label="Notifications">
        <MenuHead unread={unread} newest={data?.items[0]?.happened_at} onClose={close} />
        <div className={classes['latest']}>
          {data ? (
            data.items.length === 0 ? (
              <EmptyState
                icon={IconBell}
                title="No notifications yet"
                text="Low stock, orders and more show up here."
                compact
              />
            ) : (
              <NotificationList notifications={data.items} onOpen={close} />
            )
          ) : error ? (
            <ErrorState error={error} fallback="Failed to load notifications" onRetry={() => void refetch()} compact />
          ) : (
            <RowSkeletons rows={4} />
          )}
        </div>
        <Link to="/notifications" className={classes['more']} onClick={close}>
          View all notifications
          <IconArrowRight size={16} stroke={1.7} aria-hidden />
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}

type MenuHeadProps = Readonly<{ unread: number; newest: string | undefined; onClose: () => void }>

function MenuHead({ unread, newest, onClose }: MenuHeadProps) {
  return (
    <header className={classes['head']}>
      <h2 className={classes['heading']}>Notifications</h2>
      {unread > 0 && (
        <>
          <StatusBadge tone="brand" dot={false}>
            {unread} unread
          </StatusBadge>
          <button type="button" className={classes['all']} onClick={() => markAllRead(newest)}>
            Mark all as read
          </button>
        </>
      )}
      <ActionIcon
        component={Link}
        to="/settings/notifications"
        size={32}
        aria-label="Notification preferences"
        title="Notification preferences"
        onClick={onClose}
      >
        <IconSettings size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </header>
  )
}
