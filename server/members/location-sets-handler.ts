import { keepLocationSets } from '../../ledger/location-sets.ts'
import type { Database, Tx } from '../platform/db.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { sql } from '../platform/sql.ts'

/**
 * From this many products on, the stock at limited members' locations is kept as sums. Adding it up takes 2 ms for each
 * thousand products.
 */
const manyProducts = 5_000

/** From this many orders and shipments on, they are counted by location as they change. */
const manyDocuments = 5_000
const documentsAtOnce = 500

/**
 * The work queued when members' locations change: keeps the sums of the stock at these locations, and the counts of the
 * documents. In parts, each in a transaction of its own, because writers wait until it commits.
 */
export const locationSetsHandler: OutboxHandler = async (tx, org_id) => {
  const isMore =
    (await keepLocationSets(tx, org_id, manyProducts)) ||
    (await keepLocationCounts(tx, org_id, manyDocuments, documentsAtOnce))
  if (isMore) await tx.run(sql`insert into outbox (org_id, kind, payload) values (${org_id}, 'location_sets', '{}')`)
  return []
}

/**
 * Keeps the counts of an organization's orders and shipments by their locations, if it has limited members and at least
 * so many documents. Counts a part of the existing ones; returns whether more are left: then call it again, in another
 * transaction.
 */
export async function keepLocationCounts(tx: Tx, org_id: string, documents: number, part: number): Promise<boolean> {
  const { is_more } = await tx.one(sql<{ is_more: boolean }>`
    select app.keep_location_counts(${org_id}, ${documents}, ${part}) as is_more`)
  return is_more
}

/** Queues that work for organizations that have grown since. */
export async function queueMissingLocationSets(db: Database): Promise<void> {
  await db.transaction(null, (tx) =>
    tx.run(sql`select app.queue_missing_location_sets(${manyProducts}, ${manyDocuments})`),
  )
}
