import type { Tx } from '../platform/db.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'
import { announcementsOf } from './announcements.ts'
import type { NotificationPayload } from './payloads.ts'
import { notifyMembers } from './notify-members.ts'

/** The most causes processed in one transaction: at a high rate of postings they share its cost. */
const atOnce = 200

/**
 * Creates the notifications of causes that commits queued (notify.ts): in the transaction that removes their outbox
 * rows, so each cause is announced once, whenever the server is killed.
 */
export const notificationsHandler =
  ({ canMail }: { canMail: boolean }): OutboxHandler =>
  async (tx, org_id, payload: NotificationPayload, { alone }) => {
    const payloads = [payload, ...(alone ? [] : await claimOthers(tx, org_id))]
    const count = await notifyMembers(tx, org_id, await announcementsOf(tx, org_id, payloads), { canMail })
    return count > 0 ? ['notifications'] : []
  }

async function claimOthers(tx: Tx, org_id: string): Promise<NotificationPayload[]> {
  const rows = await tx.all(sql<{ id: string; payload: NotificationPayload }>`
    delete from outbox
    where org_id = ${org_id} and id in (
      select id from outbox where org_id = ${org_id} and kind = 'notifications' order by id limit ${atOnce} for update skip locked)
    returning id::text as id, payload`)
  return rows.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)).map((row) => row.payload)
}
