import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

type Part = 'purchase_order' | 'receipt' | 'sales_order' | 'reserved_goods' | 'shipped_goods' | 'posting'

/**
 * Whether a document concerns locations beyond the caller's: then they can read their part but not change it. False for
 * full members, without a query.
 */
export async function concernsOtherLocations(tx: Tx, actor: Actor, part: Part, id: string): Promise<boolean> {
  if (actor.location_ids === null) return false
  const { found } = await tx.one(sql<{ found: boolean }>`
    select app.concerns_other_locations(${actor.org_id}, ${part}, ${id}) as found`)
  return found
}

/**
 * Ensures that a limited member sees all of a document before it is changed: a purchase order with its receipts, one
 * receipt, a sales order (units reserved elsewhere for their own order don't count), the units that one shipped and
 * took back, or a posting. Refuses forbidden. No query for full members.
 */
export async function requireWholeDocument(tx: Tx, actor: Actor, part: Part, id: string): Promise<void> {
  if (actor.location_ids === null) return
  await tx.run(sql`select app.require_whole_document(${actor.org_id}, ${part}, ${id})`)
}
