import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockOrderInPart, type LockedOrder } from '../sales-orders/lock-order.ts'
import { shipmentOf } from './queries.ts'
import { readShipments, type StoredShipment } from './read-shipments.ts'

/** Locks a shipment's order (which protects the shipment too) and reads both. Refuses not_found. */
export async function lockShipment(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ order: LockedOrder; shipment: StoredShipment }> {
  const found = await tx.maybe(sql<{ sales_order_id: string }>`
    select sales_order_id from shipments where org_id = ${actor.org_id} and id = ${id}`)
  if (!found) refuse('not_found')
  const order = await lockOrderInPart(tx, actor, found.sales_order_id)
  const [shipment] = await readShipments(tx, actor, order.id, sql`s.id = ${id}`)
  if (!shipment) refuse('not_found')
  if (shipment.posting_id) await requireWholeDocument(tx, actor, 'posting', shipment.posting_id)
  return { order, shipment }
}

/** Refuses conflict with the current record if the caller saw another version of a locked shipment. */
export async function requireSeenShipment(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || shipment.version === seen) return
  refuse('conflict', { seen, present: shipment.version, record: await shipmentOf(tx, actor, shipment.id) })
}
