import type { Notification } from '../../contract/notifications.ts'
import { groupBy } from '../kit/group-by.ts'
import { dateText } from '../ui/time-text.ts'

/** Groups notifications by day: Today, Yesterday, or the date in the reader's time zone. */
export function byDay(
  notifications: readonly Notification[],
  now: Date,
): Readonly<{ day: string; items: readonly Notification[] }>[] {
  const today = dateText(now.toISOString())
  const yesterday = dateText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12).toISOString())
  const nameOf = ({ happened_at }: Notification) => {
    const day = dateText(happened_at)
    return day === today ? 'Today' : day === yesterday ? 'Yesterday' : day
  }
  return [...groupBy(notifications, nameOf)].map(([day, items]) => ({ day, items }))
}
