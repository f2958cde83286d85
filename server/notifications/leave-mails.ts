import { limits } from '../../contract/limits.ts'
import { subjectAddress } from '../../contract/notification-kinds.ts'
import { queueMail } from '../identity/mails/queue-mail.ts'
import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Draft } from './draft.ts'
import type { NotifiedMember } from './members.ts'

/**
 * Leaves one mail for each member with everything that they want by mail of what is told now, in the transaction that
 * tells it: recorded once, and sent at least once under the same Message-ID (identity/mails/send-mails.ts). No one gets
 * more than `limits.notificationMailsPerDay`.
 */
export async function leaveMails(
  tx: Tx,
  org_id: string,
  wanted: readonly Readonly<{ id: string; member: NotifiedMember; draft: Draft }>[],
): Promise<void> {
  const byMember = Map.groupBy(wanted, ({ member }) => member)
  const full = await mailedEnough(
    tx,
    [...byMember.keys()].map(({ user_id }) => user_id),
  )
  for (const [member, rows] of byMember) {
    const { user_id, email, location_ids } = member
    if (full.has(user_id)) continue
    const items = rows.map(({ id, draft: { title, body, limited_body, subject } }) => ({
      id,
      title,
      body: location_ids === null ? body : limited_body,
      address: subjectAddress(subject.kind, subject.id),
    }))
    const news = items.length === 1 ? (items[0]?.title ?? '') : `${items.length} new notifications`
    await queueMail(tx, { kind: 'notifications', email, user_id, details: { notifications: { org_id, news, items } } })
  }
}

async function mailedEnough(tx: Tx, user_ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (user_ids.length === 0) return new Set()
  const rows = await tx.all(sql<{ user_id: string }>`
    select user_id from auth.mails
    where user_id = any (${user_ids}::uuid[]) and kind = 'notifications' and requested_at > clock_timestamp() - interval '1 day'
    group by user_id having count(*) >= ${limits.notificationMailsPerDay}`)
  return new Set(rows.map(({ user_id }) => user_id))
}
