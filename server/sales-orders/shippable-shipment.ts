import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import { exactUnits } from '../../contract/quantity.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import { sql } from '../platform/sql.ts'

/** What a pending shipment takes of each line of its order. */
type Contents = readonly { line_id: string; quantity: number }[]

/** The contents of a shipment `s` if it is pending, else null. */
export const pendingContents = sql`case when s.status = 'pending' then (
  select json_agg(json_build_object('line_id', i.sales_order_item_id, 'quantity', i.quantity)) from shipment_contents i
  where i.org_id = s.org_id and i.shipment_id = s.id) end as contents`

export type WithContents = ShipmentSummary & { contents: Contents | null }

type Stock = Pick<SalesOrderLine, 'id' | 'product_id' | 'available' | 'shippable_quantity'>

/** The first pending shipment whose units can all leave now, or null. Each is compared with the stock by itself. */
export function shippableShipment(shipments: readonly WithContents[], lines: readonly Stock[]): string | null {
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  return shipments.find(({ contents }) => contents !== null && canLeave(contents, lineOf))?.id ?? null
}

/** What isn't reserved for a line must be available, and lines of the same product share what is available. */
function canLeave(contents: Contents, lineOf: ReadonlyMap<string, Stock>): boolean {
  const left = new Map<string, bigint>()
  return contents.every(({ line_id, quantity }) => {
    const line = lineOf.get(line_id)
    if (!line) return false
    const available = exactUnits(line.available)
    const reserved = exactUnits(line.shippable_quantity) - available
    const missing = exactUnits(quantity) - reserved
    const rest = (left.get(line.product_id) ?? available) - (missing > 0n ? missing : 0n)
    left.set(line.product_id, rest)
    return rest >= 0n
  })
}
