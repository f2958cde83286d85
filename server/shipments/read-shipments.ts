import type { ShipmentStatus } from '../../contract/shipments.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** A shipment as it is stored. Read it only while its order is locked. */
export type StoredShipment = {
  id: string
  sales_order_id: string
  shipment_no: number
  is_implicit: boolean
  status: ShipmentStatus
  version: number
  /** The posting that shipped its units; null while it is pending. */
  posting_id: string | null
  /** Null before it left. */
  shipped_at: string | null
  /** It was shipped by mistake before, so the posting with its id exists. */
  was_undone: boolean
  items: ShippedItem[]
}
export type ShippedItem = {
  line_no: number
  /** Null only in failed and discarded shipments whose order line was removed since. */
  sales_order_item_id: string | null
  product_id: string
  quantity: number
}

/**
 * The matching shipments `s` of an order, by number, with their lines. For commands: from the table itself, because an
 * order's status depends on all of its shipments, also on those that a limited member doesn't see.
 */
export function readShipments(
  tx: Tx,
  actor: Actor,
  order_id: string,
  which: Statement<boolean>,
): Promise<StoredShipment[]> {
  return readShipmentsOfAll(tx, actor, [order_id], which)
}

/** The same of several orders. */
export async function readShipmentsOfAll(
  tx: Tx,
  actor: Actor,
  order_ids: readonly string[],
  which: Statement<boolean>,
): Promise<StoredShipment[]> {
  const matching = sql`s.org_id = ${actor.org_id} and s.sales_order_id = any (${order_ids}::uuid[]) and ${which}`
  const [shipments, items] = await Promise.all([
    tx.all(sql<Omit<StoredShipment, 'items'>>`
      select s.id, s.sales_order_id, s.shipment_no, s.is_implicit, s.status, s.version, s.posting_id, s.shipped_at, exists (
          select from shipment_undos u where u.org_id = s.org_id and u.posting_id = s.id) as was_undone
      from public.shipments s
      where ${matching} order by s.shipment_no`),
    tx.all(sql<ShippedItem & { shipment_id: string }>`
      select i.shipment_id, i.line_no, i.sales_order_item_id, i.product_id, i.quantity
      from public.shipments s
      join shipment_items i on i.org_id = s.org_id and i.shipment_id = s.id
      where ${matching} order by i.line_no`),
  ])
  return shipments.map((shipment) => ({
    ...shipment,
    items: items.filter((item) => item.shipment_id === shipment.id),
  }))
}

export const pending = sql<boolean>`s.status = 'pending'`
export const inTransit = sql<boolean>`s.status = 'in_transit'`
/** Units that the order's status alone has shipped and that weren't taken back. */
export const implicit = sql<boolean>`s.is_implicit and s.status in ('in_transit', 'delivered')`
