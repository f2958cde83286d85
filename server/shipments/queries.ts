import {
  listShipments,
  type ListedShipmentStatus,
  readShipment,
  readShipmentCounts,
  type Shipment,
  type ShipmentLine,
  type ShipmentSummary,
} from '../../contract/shipments.ts'
import { searchCondition } from '../orders/search.ts'
import { statusChangesOf } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { shipmentColumns, shipmentSize } from '../sales-orders/queries.ts'
import { personName } from '../platform/person-name.ts'

const newestFirst = newestBy('date', 's.created_at', 's.id')

/** Their own numbers, and what their orders are found by. */
const searched = [
  { finder: 'search_shipments', id: sql`s.id`, text: sql`s.tracking_sort` },
  { finder: 'search_sales_orders', id: sql`s.sales_order_id`, text: sql`o.search_text` },
] as const

export const listShipmentsQuery = implement(listShipments, async (tx, actor, input) => {
  const { key, after, order } = keyset(newestFirst, input.cursor)
  const conditions: Statement<unknown>[] = [sql`s.org_id = ${actor.org_id} and s.taken_back_at is null`, after]
  if (input.status) conditions.push(sql`s.status = ${input.status}`)
  if (input.carrier) conditions.push(sql`s.carrier = ${input.carrier}`)
  if (input.sales_order_id) conditions.push(sql`s.sales_order_id = ${input.sales_order_id}`)
  if (input.search) conditions.push(await searchCondition(tx, actor, input.search, ...searched))
  const rows = await tx.all(sql<ShipmentSummary & { page_key: string[] }>`
    select p.*, ${shipmentColumns(actor)}
    from (
      select s.id, ${key} from shipments s
      join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id
      where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}
    ) p
    join shipments s on s.org_id = ${actor.org_id} and s.id = p.id
    join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id ${shipmentSize}
    order by s.created_at desc, s.id desc`)
  return pageOf(rows, input.limit, newestFirst)
})

/** From counts that every change of a shipment updates: no shipment is read. */
export const readShipmentCountsQuery = implement(readShipmentCounts, async (tx, actor) => {
  const rows = await tx.all(sql<{ status: ListedShipmentStatus; shipments: number }>`
    select status, sum(documents)::bigint as shipments from document_counts
    where org_id = ${actor.org_id} and kind = 'shipment' group by status`)
  const counts = { total: 0, pending: 0, in_transit: 0, delivered: 0, failed: 0 }
  for (const { status, shipments } of rows) {
    counts[status] = shipments
    counts.total += shipments
  }
  return counts
})

export const readShipmentQuery = implement(readShipment, (tx, actor, { shipment_id }) =>
  shipmentOf(tx, actor, shipment_id),
)

/** One shipment as the contract defines it. Refuses not_found. */
export async function shipmentOf(tx: Tx, actor: Actor, id: string): Promise<Shipment> {
  const [shipment] = await shipmentsOf(tx, actor, [id])
  return shipment ?? refuse('not_found')
}

/** Several shipments, in any order; those that don't exist are left out. */
export async function shipmentsOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Shipment[]> {
  const [rows, lines, changes] = await Promise.all([
    tx.all(sql<Omit<Shipment, 'lines' | 'status_changes'>>`
      select ${shipmentColumns(actor)}, s.shipping_address, s.shipping_cost, s.notes, ${personName('s')} as user_reference
      from shipments s
      join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id ${shipmentSize}
      where s.org_id = ${actor.org_id} and s.id = any (${ids}::uuid[])`),
    tx.all(sql<ShipmentLine & { shipment_id: string }>`
      select i.shipment_id, i.line_no, i.sales_order_item_id, i.product_id, p.name as product_name, p.sku as product_sku, p.quantity_decimals, p.image as product_image,
        i.quantity
      from shipment_contents i
      join products p on p.org_id = i.org_id and p.id = i.product_id
      where i.org_id = ${actor.org_id} and i.shipment_id = any (${ids}::uuid[]) order by i.line_no`),
    statusChangesOf(tx, actor, 'shipment_id', ids),
  ])
  const linesBy = Map.groupBy(lines, ({ shipment_id }) => shipment_id)
  const changesBy = Map.groupBy(changes, ({ document_id }) => document_id)
  return rows.map((row) => ({
    ...row,
    lines: linesBy.get(row.id) ?? [],
    status_changes: changesBy.get(row.id) ?? [],
  }))
}
