import { keepLocationSets } from '../../ledger/location-sets.ts'
import type { Database } from '../platform/db.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'

/**
 * From this many products on, the stock at limited members' locations is kept as sums. Adding it up takes 2 ms for each
 * thousand products.
 */
const manyProducts = 5_000

/** The work queued when members' locations change: keeps the sums of the stock at these locations. */
export const locationSetsHandler: OutboxHandler = async (tx, org_id) => {
  if (await keepLocationSets(tx, org_id, manyProducts))
    await tx.run(sql`insert into outbox (org_id, kind, payload) values (${org_id}, 'location_sets', '{}')`)
  return []
}

/** Queues that work for organizations that have grown since. */
export async function queueMissingLocationSets(db: Database): Promise<void> {
  await db.transaction(null, (tx) => tx.run(sql`select app.queue_missing_location_sets(${manyProducts})`))
}
