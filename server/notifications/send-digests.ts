import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { type Due, queueDigest } from './queue-digest.ts'

/**
 * Queues a daily summary for every member who wants one and whose hour it is: their unread notifications of the last
 * day. No email if there are none. Each day's summary is queued once: the row that records it is changed in the same
 * transaction.
 */
export async function sendDigests(db: Database, isOver: () => boolean = () => false): Promise<void> {
  const due = await db.transaction(null, (tx) =>
    tx.all(sql<Due>`select org_id, user_id, today::text as today from app.digests_due()`),
  )
  for (const one of due) {
    if (isOver()) return
    await db.transaction({ org_id: one.org_id, user_id: null }, (tx) => queueDigest(tx, one))
  }
}
