import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** Rows of each kind that one transaction deletes. */
const rowsAtOnce = 500

/**
 * Deletes stored responses of repeated requests after seven days, uploaded files that were never imported
 * (app.forget_expired), expired identity data (app.forget_expired_identity), events of the feed after 90 days
 * (app.forget_events) and webhook deliveries after 30 (app.forget_webhooks), until none is left or the server stops.
 * Returns how many rows it deleted.
 */
export async function forgetExpired(
  db: Database,
  isOver: () => boolean = () => false,
  atOnce = rowsAtOnce,
): Promise<number> {
  for (let forgotten = 0; ;) {
    const { gone } = await db.transaction(null, (tx) =>
      tx.one(sql<{ gone: number }>`
        select app.forget_expired(${atOnce}::integer) + app.forget_expired_identity(${atOnce}::integer)
          + app.forget_events(${atOnce}::integer) + app.forget_webhooks(${atOnce}::integer) as gone`),
    )
    forgotten += gone
    if (gone === 0 || isOver()) return forgotten
  }
}
