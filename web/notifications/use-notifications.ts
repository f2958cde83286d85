import { listNotifications, markAllNotificationsRead, markNotificationRead } from '../../contract/notifications.ts'
import { useRead } from '../kit/api.ts'
import { act } from '../kit/use-command.ts'
import { toastFailed } from '../kit/toast.tsx'

/** How many the dropdown shows. */
const latestShown = 7

/**
 * The newest notifications and the unread count. The top bar loads them on every screen, and again when something
 * happens.
 */
export function useLatestNotifications() {
  return useRead(listNotifications, { limit: latestShown })
}

/** Marks one as read; the person continues to its subject, so a failure only leaves it unread. */
export function markRead(notification_id: string): void {
  act(markNotificationRead, { notification_id }).catch(toastFailed)
}

/** Marks all as read, up to the newest displayed one. */
export function markAllRead(newest: string | undefined): void {
  act(markAllNotificationsRead, newest === undefined ? {} : { until: newest }).catch(toastFailed)
}
