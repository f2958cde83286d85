import { markAllNotificationsRead, markNotificationRead } from '../../contract/notifications.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { countUnread, shownTo } from './queries.ts'

/** Marks one of the caller's own notifications as read. Refuses not_found. */
export const markNotificationReadCommand = implement(markNotificationRead, async (tx, actor, { notification_id }) => {
  const found = await tx.run(sql`
    update notifications n set read_at = coalesce(n.read_at, clock_timestamp())
    where n.org_id = ${actor.org_id} and n.user_id = ${actor.user_id} and n.id = ${notification_id} and ${shownTo(actor)}`)
  if (found === 0) refuse('not_found')
  return { unread: await countUnread(tx, actor) }
})

/** Marks the caller's own notifications as read, except those that arrived after `until`. */
export const markAllNotificationsReadCommand = implement(markAllNotificationsRead, async (tx, actor, { until }) => {
  await tx.run(sql`
    update notifications n set read_at = clock_timestamp()
    where n.org_id = ${actor.org_id} and n.user_id = ${actor.user_id} and n.read_at is null and ${shownTo(actor)}
      and n.happened_at <= coalesce(${until ?? null}::timestamptz, 'infinity')`)
  return { unread: await countUnread(tx, actor) }
})
