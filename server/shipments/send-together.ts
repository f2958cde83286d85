import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { changeShipmentStatus } from '../../contract/shipments.ts'
import { postMany } from '../../ledger/post-stock.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor, Grouped } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { hasExpired } from '../stock/expired-lots.ts'
import { type LockedOrder, lockOrders } from '../sales-orders/lock-order.ts'
import { refreshOrders } from '../sales-orders/refresh-order.ts'
import { shipmentsOf } from './queries.ts'
import { readShipmentsOfAll, type StoredShipment } from './read-shipments.ts'
import { sendingPosting } from './ship-goods.ts'
import { markShipped } from './write-shipments.ts'

type Work = z.output<typeof changeShipmentStatus.input>

/** The change, if it can be part of a group: the shipment leaves now. */
export const groupable = (input: Work): Work | undefined =>
  input.status === 'in_transit' && input.happened_at === null ? input : undefined

/**
 * Shipments of different orders that one person or API key sends at the same moment: the audit trail names the user of
 * the transaction. PostgreSQL works so long on each that a second group begins immediately.
 */
export const sentShipments: Grouped<Work> = {
  name: 'sent shipments',
  ofOnePerson: true,
  besideFrom: 1,
  waitMs: limits.documentGroupWaitMs,
  idsOf: ({ shipment_id }) => [shipment_id],
  locksOf: ({ shipment_id }) => [shipment_id],
  async run(tx, _org_id, members, withLocks) {
    const [first] = members
    if (!first) return []
    const { actor } = first
    const asked = members.map(({ work }) => work)
    const ready = await shipmentsToSend(tx, actor, asked)
    if (ready.length === 0) return asked.map(() => undefined)
    const product_ids = ready.flatMap(({ shipment }) => shipment.items.map(({ product_id }) => product_id))
    const sent = await withLocks(product_ids, () => send(tx, actor, ready))
    return asked.map(({ shipment_id }) => sent.get(shipment_id))
  },
}

type Ready = { order: LockedOrder; shipment: StoredShipment; notes: string | null }

/** The shipments as they are afterwards, by id. */
async function send(tx: Tx, actor: Actor, ready: readonly Ready[]) {
  const sent = ready.map(({ order, shipment, notes }) => ({
    shipment,
    posting: sendingPosting(order, shipment),
    notes,
  }))
  const postings = sent.map(({ posting }) => posting)
  // If one is refused, because something has changed since the checks, all of them run one by one.
  await postMany(tx, actor, postings)
  const orders = ready.map(({ order }) => order)
  await Promise.all([markShipped(tx, actor, sent), refreshOrders(tx, actor, orders)])
  const ids = ready.map(({ shipment }) => shipment.id)
  const shipments = await shipmentsOf(tx, actor, ids)
  return new Map(shipments.map((shipment) => [shipment.id, shipment]))
}

/** The shipments that can leave, with their orders locked: one of each order, whose units are all reserved. */
async function shipmentsToSend(tx: Tx, actor: Actor, asked: readonly Work[]): Promise<Ready[]> {
  const ids = asked.map(({ shipment_id }) => shipment_id)
  const found = await tx.all(sql<{ sales_order_id: string }>`
    select sales_order_id from shipments where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  const order_ids = found.map(({ sales_order_id }) => sales_order_id)
  const [orders, shipments, reserved] = await Promise.all([
    lockOrders(tx, actor, order_ids),
    readShipmentsOfAll(tx, actor, order_ids, sql<boolean>`s.id = any (${ids}::uuid[]) and s.status = 'pending'`),
    readReserved(tx, actor, ids),
  ])
  const shipmentOf = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  const freeOrders = new Map(orders.map((order) => [order.id, order]))
  let lines = 0
  return asked.flatMap(({ shipment_id, version, notes }) => {
    const shipment = shipmentOf.get(shipment_id)
    const order = shipment && freeOrders.get(shipment.sales_order_id)
    if (!order || (version !== undefined && version !== shipment.version)) return []
    const isReserved = shipment.items.every(
      ({ sales_order_item_id: line, quantity }) => line !== null && (reserved.get(line) ?? 0) >= quantity,
    )
    const isSmall =
      shipment.items.length <= limits.groupLinesOfOne && lines + shipment.items.length <= limits.groupLines
    if (!isReserved || !isSmall) return []
    lines += shipment.items.length
    freeOrders.delete(order.id)
    return [{ order, shipment, notes }]
  })
}

/** How many units are reserved for each line of the shipments' orders, without expired ones, which may not leave. */
async function readReserved(tx: Tx, actor: Actor, shipment_ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.all(sql<{ id: string; quantity: number }>`
    select c.document_line_id as id, sum(c.quantity) as quantity
    from shipment_items i
    join stock_commitments c on c.org_id = i.org_id and c.document_line_id = i.sales_order_item_id and c.account = 'reserved'
    join lots t on t.org_id = c.org_id and t.product_id = c.product_id and t.id = c.lot_id
    where i.org_id = ${actor.org_id} and i.shipment_id = any (${shipment_ids}::uuid[]) and not ${hasExpired}
    group by c.document_line_id`)
  return new Map(rows.map(({ id, quantity }) => [id, quantity]))
}
