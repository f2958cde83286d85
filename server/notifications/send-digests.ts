import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { type Due, queueDigest } from './queue-digest.ts'

/**
 * Queues a daily summary for every member who wants one and whose hour it is: the unread notifications that no earlier
 * one has listed, of the last two days. No email if there are none. Each day's summary is queued once: the row that
 * records it is changed in the same transaction. One that fails doesn't keep others from theirs: throws an
 * AggregateError after the last one.
 */
export async function sendDigests(db: Database, isOver: () => boolean = () => false): Promise<void> {
  const due = await db.transaction(null, (tx) =>
    tx.all(sql<Due>`select org_id, user_id, today::text as today from app.digests_due()`),
  )
  const errors: unknown[] = []
  for (const one of due) {
    if (isOver()) return
    await db
      .transaction({ org_id: one.org_id, user_id: null }, (tx) => queueDigest(tx, one))
      .catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${due.length} summaries failed`)
}
