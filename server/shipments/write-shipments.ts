import type { ShipmentStatus } from '../../contract/shipments.ts'
import { quantityOf, exactUnits } from '../../contract/quantity.ts'
import { recordStatus } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import type { ShippedItem, StoredShipment } from './read-shipments.ts'

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
 * exists already). The caller holds the order's lock, so the numbers of its shipments have no gaps.
 */
export async function insertShipment(tx: Tx, actor: Actor, order_id: string, shipment: NewShipment): Promise<void> {
  const { id, status, is_implicit, items, shipping_address, shipping_method, carrier, tracking_number } = shipment
  const left = status !== 'pending'
  tx.later(sql`
    insert into shipments (org_id, id, sales_order_id, shipment_no, is_implicit, shipping_address, shipping_method, carrier, tracking_number,
      estimated_delivery, shipping_cost, notes, status, user_id, user_reference, posting_id, shipped_at, delivered_at)
    select ${actor.org_id}, ${id}, ${order_id}, coalesce(max(shipment_no), 0) + 1, ${is_implicit}, ${shipping_address ?? null},
      ${shipping_method ?? null}, ${carrier ?? null}, ${tracking_number ?? null}, ${shipment.estimated_delivery ?? null},
      ${shipment.shipping_cost ?? null}, ${shipment.notes ?? null}, ${status}, ${actor.user_id}, ${userReference(actor)},
      ${left ? id : null}, ${left ? sql`app.now()` : null}, ${status === 'delivered' ? sql`app.now()` : null}
    from shipments where org_id = ${actor.org_id} and sales_order_id = ${order_id}`)
  recordStatus(tx, actor, { column: 'shipment_id', id }, { old_status: null, new_status: status })
  insertItems(tx, actor, order_id, id, items)
  await count(tx, actor, order_id, items, left ? { shipped: 1 } : { planned: 1 })
}

/** Pending shipments have left: their posting is written, their lines count as shipped. */
export async function markShipped(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  { id: posting_id }: { id: string },
): Promise<void> {
  tx.later(sql`
    update shipments set status = 'in_transit', posting_id = ${posting_id}, shipped_at = app.now(), version = version + 1,
      updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  recorded(tx, actor, shipment, 'in_transit')
  await count(tx, actor, order_id, shipment.items, { shipped: 1, planned: -1 })
}

/** A shipment didn't leave after all: `undo_posting_id` reversed its posting, and its lines are planned again. */
export async function markPending(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  { undo_posting_id, notes }: { undo_posting_id: string; notes: string | null },
): Promise<void> {
  tx.later(sql`
    insert into shipment_undos (org_id, posting_id, undo_posting_id, shipment_id, user_id, user_reference)
    values (${actor.org_id}, ${shipment.posting_id}, ${undo_posting_id}, ${shipment.id}, ${actor.user_id}, ${userReference(actor)})`)
  tx.later(sql`
    update shipments set status = 'pending', posting_id = null, shipped_at = null, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  recorded(tx, actor, shipment, 'pending', notes)
  await count(tx, actor, order_id, shipment.items, { shipped: -1, planned: 1 })
}

/**
 * Discards a pending shipment, or one created by its order's status and undone with `undo_posting_id`: lists and counts
 * leave it out, and its units can go into another one.
 */
export function markDiscarded(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  { undo_posting_id = null }: Ending = {},
): Promise<void> {
  return end(tx, actor, order_id, shipment, { status: 'discarded', undo_posting_id })
}

/** Between in transit and delivered, both ways: units stay with the customer. */
export async function markDelivered(
  tx: Tx,
  actor: Actor,
  shipment: StoredShipment,
  status: 'in_transit' | 'delivered',
  notes: string | null = null,
): Promise<void> {
  tx.later(sql`
    update shipments set status = ${status}, delivered_at = case ${status}::text when 'delivered' then app.now() end,
      version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  recorded(tx, actor, shipment, status, notes)
}

/** A shipment failed: its planned units are free again, its shipped ones came back with `undo_posting_id`. */
export function markFailed(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  ending: Ending = {},
): Promise<void> {
  return end(tx, actor, order_id, shipment, { status: 'failed', ...ending })
}
type Ending = { undo_posting_id?: string | null; notes?: string | null }

async function end(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  { status, undo_posting_id = null, notes = null }: Ending & { status: 'failed' | 'discarded' },
): Promise<void> {
  const at = sql.ref(status === 'failed' ? 'failed_at' : 'taken_back_at')
  tx.later(sql`
    update shipments set status = ${status}, ${at} = app.now(), undo_posting_id = ${undo_posting_id}, delivered_at = null,
      version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${shipment.id}`)
  recorded(tx, actor, shipment, status, notes)
  await count(tx, actor, order_id, shipment.items, shipment.status === 'pending' ? { planned: -1 } : { shipped: -1 })
}

const recorded = (tx: Tx, actor: Actor, shipment: StoredShipment, new_status: ShipmentStatus, notes?: string | null) =>
  recordStatus(
    tx,
    actor,
    { column: 'shipment_id', id: shipment.id },
    { old_status: shipment.status, new_status, notes: notes ?? null },
  )

/** Changes the contents of a pending shipment as a difference, and counts it as planned. */
export async function rewriteItems(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment: StoredShipment,
  items: readonly ShippedItem[],
): Promise<void> {
  const kept = new Set(items.map((item) => item.sales_order_item_id))
  const gone = shipment.items.filter((item) => !kept.has(item.sales_order_item_id))
  const changed = changedItems(shipment.items, items)
  const added = items.filter((item) => !shipment.items.some(({ line_no }) => line_no === item.line_no))
  const of = sql`org_id = ${actor.org_id} and shipment_id = ${shipment.id}`
  if (gone.length > 0)
    tx.later(sql`
      delete from shipment_items where ${of} and line_no = any (${gone.map((item) => item.line_no)}::integer[])`)
  if (changed.length > 0)
    tx.later(sql`
      update shipment_items i set quantity = n.quantity
      from unnest(${changed.map((item) => item.line_no)}::integer[], ${changed.map((item) => item.quantity)}::numeric[]) as n (line_no, quantity)
      where i.org_id = ${actor.org_id} and i.shipment_id = ${shipment.id} and i.line_no = n.line_no`)
  if (added.length > 0) insertItems(tx, actor, order_id, shipment.id, added)
  await count(tx, actor, order_id, differences(shipment.items, items), { planned: 1 })
}

function insertItems(tx: Tx, actor: Actor, order_id: string, shipment_id: string, items: readonly ShippedItem[]): void {
  tx.later(sql`
    insert into shipment_items (org_id, shipment_id, sales_order_id, line_no, sales_order_item_id, product_id, quantity)
    select ${actor.org_id}, ${shipment_id}, ${order_id}, n.* from unnest(
      ${items.map((item) => item.line_no)}::integer[], ${items.map((item) => item.sales_order_item_id)}::uuid[],
      ${items.map((item) => item.product_id)}::uuid[], ${items.map((item) => item.quantity)}::numeric[]) as n`)
}

const changedItems = (before: readonly ShippedItem[], after: readonly ShippedItem[]) =>
  after.filter((item) => before.some((old) => old.line_no === item.line_no && old.quantity !== item.quantity))

/** How much more of each line of the order the shipment contains than before. */
function differences(before: readonly ShippedItem[], after: readonly ShippedItem[]): Planned[] {
  const sums = new Map<string | null, bigint>()
  const add = (sign: bigint) => (item: ShippedItem) =>
    sums.set(item.sales_order_item_id, (sums.get(item.sales_order_item_id) ?? 0n) + sign * exactUnits(item.quantity))
  before.forEach(add(-1n))
  after.forEach(add(1n))
  return [...sums].flatMap(([sales_order_item_id, change]) =>
    change === 0n ? [] : [{ sales_order_item_id, quantity: quantityOf(change) }],
  )
}

type Planned = Pick<ShippedItem, 'sales_order_item_id' | 'quantity'>

/**
 * Adds the quantities of shipment lines to the shipped and planned quantities of the order's lines, each with a sign.
 */
function count(
  tx: Tx,
  actor: Actor,
  order_id: string,
  items: readonly Planned[],
  { shipped = 0, planned = 0 }: { shipped?: 1 | -1 | 0; planned?: 1 | -1 | 0 },
): Promise<number> {
  return tx.run(sql`
    update sales_order_items i set shipped_quantity = i.shipped_quantity + n.quantity * ${shipped}::integer,
      planned_quantity = i.planned_quantity + n.quantity * ${planned}::integer, updated_at = app.now()
    from unnest(${items.map((item) => item.sales_order_item_id)}::uuid[], ${items.map((item) => item.quantity)}::numeric[]) as n (id, quantity)
    where i.org_id = ${actor.org_id} and i.sales_order_id = ${order_id} and i.id = n.id`)
}
