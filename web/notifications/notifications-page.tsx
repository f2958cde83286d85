import { Button } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { listNotifications } from '../../contract/notifications.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { BackButton } from '../kit/back-button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorCard } from '../kit/error-state.tsx'
import { PageHeader } from '../kit/page-header.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { NotificationList } from './notification-list.tsx'
import classes from './notifications.module.css'
import { markAllRead } from './use-notifications.ts'

/** A member's notifications of the last 90 days. */
export function NotificationsPage() {
  const { items, first, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteRead(
    listNotifications,
    {},
  )
  const unread = first?.unread ?? 0
  return (
    <div className={classes['page']}>
      <BackButton to="/" />
      <PageHeader
        title="Notifications"
        subtitle={
          (first || !error) && (
            <StatusBadge tone={unread === 0 ? 'gray' : 'brand'} dot={false}>
              {first ? `${unread} unread` : '\u00a0'}
            </StatusBadge>
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconChecks size={16} stroke={1.7} />}
            disabled={unread === 0}
            onClick={() => markAllRead(items?.[0]?.happened_at)}
          >
            Mark all as read
          </Button>
        }
      />
      {items ? (
        <Card flush>
          {items.length === 0 ? (
            <EmptyState
              icon={IconBell}
              title="No notifications yet"
              text="Low stock, orders, deliveries and imports show up here."
            />
          ) : (
            <NotificationList notifications={items} timed />
          )}
        </Card>
      ) : error ? (
        <ErrorCard error={error} fallback="Failed to load notifications" onRetry={() => void refetch()} />
      ) : (
        <Card flush>
          <RowSkeletons rows={8} />
        </Card>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes['older']}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </div>
  )
}
