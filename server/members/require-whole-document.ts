import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

type Part = 'purchase_order' | 'receipt' | 'sales_order' | 'shipped_goods' | 'posting'

/**
 * Whether a document concerns locations beyond the caller's: then they read their part and can't change it. False for
 * full members, unasked.
 */
export async function concernsOtherLocations(tx: Tx, actor: Actor, part: Part, id: string): Promise<boolean> {
  if (actor.location_ids === null) return false
  const { found } = await tx.one(sql<{ found: boolean }>`
    select app.concerns_other_locations(${actor.org_id}, ${part}, ${id}) as found`)
  return found
}

/**
 * Makes sure that a limited member sees all of a document before it is changed: a purchase order with what was received
 * for it, one receipt, the goods that a sales order shipped and took back, or what one posting moved. Refuses
 * forbidden. Full members ask nothing of the database.
 */
export async function requireWholeDocument(tx: Tx, actor: Actor, part: Part, id: string): Promise<void> {
  if (actor.location_ids === null) return
  await tx.run(sql`select app.require_whole_document(${actor.org_id}, ${part}, ${id})`)
}
