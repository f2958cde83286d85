import { limits } from '../../contract/limits.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Announcement } from './announcement.ts'
import { asShown } from './as-shown.ts'
import type { NotifiedMember } from './members.ts'

/**
 * Queues one email for each member with everything announced now that they want by email, in the announcing
 * transaction: recorded once, and sent at least once under the same Message-ID (identity/send-mails.ts). No one gets
 * more than `limits.notificationMailsPerDay`; the last of them says so.
 */
export async function queueMails(
  tx: Tx,
  org_id: string,
  wanted: readonly Readonly<{
    id: string
    member: NotifiedMember
    announcement: Announcement
    actor_id: string | null
    actor_name: string | null
    /** How many transactions the notification counts, and their day. */
    occurrences: number
    day: string
  }>[],
): Promise<void> {
  const byMember = Map.groupBy(wanted, ({ member }) => member)
  const mailed = await mailedToday(
    tx,
    [...byMember.keys()].map(({ user_id }) => user_id),
  )
  for (const [member, rows] of byMember) {
    const { user_id, email, location_ids } = member
    const before = mailed.get(user_id) ?? 0
    if (before >= limits.notificationMailsPerDay) continue
    const items = rows.map(({ announcement, ...row }) => {
      const { kind, body, limited_body, subject } = announcement
      const {
        title,
        body: about,
        address,
      } = asShown({
        ...row,
        kind,
        title: announcement.title,
        body: location_ids === null ? body : limited_body,
        subject_kind: subject.kind,
        subject_id: subject.id,
      })
      const who = row.actor_name === null || title.startsWith(row.actor_name) ? [] : [`By ${row.actor_name}.`]
      return { id: row.id, title, body: [...(about === null ? [] : [about]), ...who].join(' ') || null, address }
    })
    const news = items.length === 1 ? (items[0]?.title ?? '') : `${items.length} new notifications`
    if (before === limits.notificationMailsPerDay - 1) items.push(lastOfToday)
    await queueMail(tx, { kind: 'notifications', email, user_id, details: { notifications: { org_id, news, items } } })
  }
}

const lastOfToday = {
  id: '',
  title: `You’ve reached ${limits.notificationMailsPerDay} notification emails in 24 hours`,
  body: 'For now, new notifications appear in Onhand only.',
  address: '/notifications',
}

/** How many notification emails each person got in the last day. */
async function mailedToday(tx: Tx, user_ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (user_ids.length === 0) return new Map()
  const rows = await tx.all(sql<{ user_id: string; count: number }>`
    select user_id, count(*)::integer as count from auth.mails
    where user_id = any (${user_ids}::uuid[]) and kind = 'notifications' and requested_at > clock_timestamp() - interval '1 day'
    group by user_id`)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}
