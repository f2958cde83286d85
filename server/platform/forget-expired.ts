import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** Rows of each kind that one transaction forgets. */
const rowsAtOnce = 500

/**
 * Forgets answers of repeated requests after seven days, and files that were read and never imported
 * (app.forget_expired), and what identity no longer needs (app.forget_expired_identity), events of the feed after 90
 * days (app.forget_events) and what webhooks delivered after 30 (app.forget_webhooks), until nothing is left or the
 * server stops. Answers how many rows went.
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
