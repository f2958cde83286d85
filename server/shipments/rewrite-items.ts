import { quantityOf, exactUnits } from '../../contract/quantity.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { ShippedItem, StoredShipment } from './read-shipments.ts'

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
  await Promise.all([
    gone.length > 0 &&
      tx.run(sql`
      delete from shipment_items where ${of} and line_no = any (${gone.map((item) => item.line_no)}::integer[])`),
    changed.length > 0 &&
      tx.run(sql`
      update shipment_items i set quantity = n.quantity
      from unnest(${changed.map((item) => item.line_no)}::integer[], ${changed.map((item) => item.quantity)}::numeric[]) as n (line_no, quantity)
      where i.org_id = ${actor.org_id} and i.shipment_id = ${shipment.id} and i.line_no = n.line_no`),
    added.length > 0 && insertItems(tx, actor, order_id, shipment.id, added),
    count(tx, actor, differences(shipment.items, items), { planned: 1 }),
  ])
}

/** Writes a shipment's items. */
export async function insertItems(
  tx: Tx,
  actor: Actor,
  order_id: string,
  shipment_id: string,
  items: readonly ShippedItem[],
): Promise<void> {
  await tx.run(sql`
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
export function count(
  tx: Tx,
  actor: Actor,
  items: readonly Planned[],
  { shipped = 0, planned = 0 }: { shipped?: 1 | -1 | 0; planned?: 1 | -1 | 0 },
): Promise<number> {
  return tx.run(sql`
    update sales_order_items i set shipped_quantity = i.shipped_quantity + n.quantity * ${shipped}::integer,
      planned_quantity = i.planned_quantity + n.quantity * ${planned}::integer, updated_at = app.now()
    from (
      select id, sum(quantity) as quantity
      from unnest(${items.map((item) => item.sales_order_item_id)}::uuid[], ${items.map((item) => item.quantity)}::numeric[]) as l (id, quantity)
      group by id
    ) n
    where i.org_id = ${actor.org_id} and i.id = n.id`)
}
