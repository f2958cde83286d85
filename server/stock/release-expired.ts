import type { Database } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/**
 * Queues products whose reserved units have expired: their orders give them up and get others, or are backordered
 * (backordersHandler). Lots expire without any posting, so the server looks for them every hour. What still
 * waits from an earlier hour isn't queued again. A failure in one organization doesn't stop the others; throws an
 * AggregateError at the end.
 */
export async function queueExpiredReservations(db: Database, isOver: () => boolean = () => false): Promise<void> {
  const found = await db.transaction(null, (tx) =>
    tx.all(sql<{ org_id: string; product_ids: string[] }>`select org_id, product_ids from app.expired_reservations()`),
  )
  const errors: unknown[] = []
  for (const { org_id, product_ids } of found) {
    if (isOver()) return
    await db
      .transaction({ org_id, user_id: null }, (tx) =>
        tx.run(sql`
          insert into outbox (org_id, kind, payload)
          select ${org_id}, 'backorders', p.payload from (select ${JSON.stringify({ product_ids })}::jsonb as payload) p
          where not exists (select from outbox o where o.org_id = ${org_id} and o.kind = 'backorders' and o.payload = p.payload)`),
      )
      .catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${found.length} could not be queued`)
}
