import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { StoredShipment } from './read-shipments.ts'

/** What a shipment took to the customer, last movement first. */
export type Sent = {
  entry_no: number
  product_id: string
  from_account: 'reserved' | 'available'
  from_location_id: string
  from_lot_id: string
  quantity: number
  unit_cost: number
  document_line_id: string
}

export function sentWith(tx: Tx, actor: Actor, { posting_id }: Pick<StoredShipment, 'posting_id'>): Promise<Sent[]> {
  return tx.all(sql<Sent>`
    select entry_no, product_id, from_account, from_location_id, from_lot_id, quantity, unit_cost, document_line_id from stock_movements
    where org_id = ${actor.org_id} and posting_id = ${posting_id} and to_account = 'customer' order by line_no desc`)
}
