import type { ShipmentStatus } from '../../contract/shipments.ts'
import { recordEachStatus, recordStatus, recordStatuses } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import type { ShippedItem, StoredShipment } from './read-shipments.ts'
import { insertItems, count } from './rewrite-items.ts'

type NewShipment = {
  id: string
  status: ShipmentStatus
  is_implicit: boolean
  items: readonly ShippedItem[]
  shipping_address?: string | null
  shipping_method?: string | null
  carrier?: string | null
  tracking_number?: string | null
  estimated_delivery?: string | null
  shipping_cost?: number | null | undefined
  notes?: string | null
}

/**
 * Inserts a shipment with its lines and counts them as planned (or as shipped, if it left immediately: then its posting
 * exists already). The caller holds the order's lock, so the numbers of its shipments have no gaps. They are read from
 * the table itself: a limited member's view leaves out shipments from other locations, which have numbers too.
 */
export async function insertShipment(tx: Tx, actor: Actor, order_id: string, shipment: NewShipment): Promise<void> {
  const { id, status, is_implicit, items, shipping_address, shipping_method, carrier, tracking_number } = shipment
  const left = status !== 'pending'
  await Promise.all([
    tx.run(sql`
    insert into shipments (org_id, id, sales_order_id, shipment_no, is_implicit, shipping_address, shipping_method, carrier, tracking_number,
      estimated_delivery, shipping_cost, notes, status, user_id, user_reference, posting_id, shipped_at, delivered_at)
    select ${actor.org_id}, ${id}, ${order_id}, coalesce(max(shipment_no), 0) + 1, ${is_implicit}, ${shipping_address ?? null},
      ${shipping_method ?? null}, ${carrier ?? null}, ${tracking_number ?? null}, ${shipment.estimated_delivery ?? null},
      ${shipment.shipping_cost ?? null}, ${shipment.notes ?? null}, ${status}, ${actor.user_id}, ${userReference(actor)},
      ${left ? id : null}, ${left ? sql`app.now()` : null}, ${status === 'delivered' ? sql`app.now()` : null}
    from public.shipments where org_id = ${actor.org_id} and sales_order_id = ${order_id}`),
    recordStatus(tx, actor, { column: 'shipment_id', id }, { old_status: null, new_status: status }),
    insertItems(tx, actor, order_id, id, items),
    count(tx, actor, items, left ? { shipped: 1 } : { planned: 1 }),
  ])
}

type SentShipment = Readonly<{
  shipment: StoredShipment
  posting: { id: string }
  /** Null: now. */
  happened_at?: string | null
  notes?: string | null
}>

/**
 * Pending shipments have left: their postings are written, their lines count as shipped. Notes are kept with the status
 * change.
 */
export async function markShipped(tx: Tx, actor: Actor, sent: readonly SentShipment[]): Promise<void> {
  const ids = sent.map(({ shipment }) => shipment.id)
  const items = sent.flatMap(({ shipment }) => shipment.items)
  const change = { old_status: 'pending', new_status: 'in_transit' }
  const changes = sent.map(({ shipment: { id }, notes = null }) => ({ ...change, id, notes }))
  const moments = sent.map(({ happened_at = null }) => happened_at)
  await Promise.all([
    tx.run(sql`
    update shipments s set status = 'in_transit', posting_id = n.posting_id, shipped_at = coalesce(n.happened_at, app.now()),
      version = s.version + 1, updated_at = app.now()
    from unnest(${ids}::uuid[], ${sent.map(({ posting }) => posting.id)}::uuid[], ${moments}::timestamptz[])
      as n (id, posting_id, happened_at)
    where s.org_id = ${actor.org_id} and s.id = n.id`),
    recordEachStatus(tx, actor, 'shipment_id', changes),
    count(tx, actor, items, { shipped: 1, planned: -1 }),
  ])
}

/** A shipment didn't leave after all: `undo_posting_id` reversed its posting, and its lines are planned again. */
export async function markPending(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  { undo_posting_id, notes }: { undo_posting_id: string; notes: string | null },
): Promise<void> {
  await Promise.all([
    tx.run(sql`
    insert into shipment_undos (org_id, posting_id, undo_posting_id, shipment_id, user_id, user_reference)
    values (${actor.org_id}, ${shipment.posting_id}, ${undo_posting_id}, ${shipment.id}, ${actor.user_id}, ${userReference(actor)})`),
    tx.run(sql`
    update shipments set status = 'pending', posting_id = null, shipped_at = null, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`),
    recorded(tx, actor, shipment, 'pending', notes),
    count(tx, actor, shipment.items, { shipped: -1, planned: 1 }),
  ])
}

/**
 * Discards a pending shipment, or one created by its order's status and undone with `undo_posting_id`: lists and counts
 * leave it out, and its units can go into another one.
 */
export function markDiscarded(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  { undo_posting_id = null }: Ending = {},
): Promise<void> {
  return end(tx, actor, shipment, { status: 'discarded', undo_posting_id })
}

/** An entered moment, null for now: the noon of a day can be before the hour at which units left on that day. */
const afterShipping = (moment: string | null) =>
  sql`case when ${moment}::timestamptz is null then app.now() else greatest(shipped_at, ${moment}::timestamptz) end`

/** Units in transit have arrived. */
export async function markDelivered(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  { happened_at = null, notes = null }: { happened_at?: string | null; notes?: string | null } = {},
): Promise<void> {
  await Promise.all([
    tx.run(sql`
    update shipments set status = 'delivered', version = version + 1, updated_at = app.now(), delivered_at = ${afterShipping(happened_at)}
    where org_id = ${actor.org_id} and id = ${shipment.id}`),
    recorded(tx, actor, shipment, 'delivered', notes),
  ])
}

/** Units of several shipments in transit have arrived now. */
export async function markAllDelivered(tx: Tx, actor: Actor, shipments: readonly StoredShipment[]): Promise<void> {
  if (shipments.length === 0) return
  const ids = shipments.map(({ id }) => id)
  await Promise.all([
    tx.run(sql`
    update shipments set status = 'delivered', version = version + 1, updated_at = app.now(), delivered_at = app.now()
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`),
    recordStatuses(tx, actor, 'shipment_id', ids, { old_status: 'in_transit', new_status: 'delivered' }),
  ])
}

/** Delivered units are in transit again: they stay with the customer. */
export async function markNotDelivered(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  notes: string | null = null,
): Promise<void> {
  await Promise.all([
    tx.run(sql`
    update shipments set status = 'in_transit', version = version + 1, updated_at = app.now(), delivered_at = null
    where org_id = ${actor.org_id} and id = ${shipment.id}`),
    recorded(tx, actor, shipment, 'in_transit', notes),
  ])
}

/** A shipment failed: its planned units are free again, its shipped ones came back with `undo_posting_id`. */
export function markFailed(tx: Tx, actor: Actor, shipment: StoredShipment, ending: Ending = {}): Promise<void> {
  return end(tx, actor, shipment, { status: 'failed', ...ending })
}
type Ending = { undo_posting_id?: string | null; happened_at?: string | null; notes?: string | null }

async function end(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  { status, undo_posting_id = null, happened_at = null, notes = null }: Ending & { status: 'failed' | 'discarded' },
): Promise<void> {
  const at = sql.ref(status === 'failed' ? 'failed_at' : 'taken_back_at')
  await Promise.all([
    tx.run(sql`
    update shipments set status = ${status}, ${at} = ${afterShipping(happened_at)}, undo_posting_id = ${undo_posting_id},
      delivered_at = null, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`),
    recorded(tx, actor, shipment, status, notes),
    count(tx, actor, shipment.items, shipment.status === 'pending' ? { planned: -1 } : { shipped: -1 }),
  ])
}

const recorded = (tx: Tx, actor: Actor, shipment: StoredShipment, new_status: ShipmentStatus, notes?: string | null) =>
  recordStatus(
    tx,
    actor,
    { column: 'shipment_id', id: shipment.id },
    { old_status: shipment.status, new_status, notes: notes ?? null },
  )
