import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** Units of a line of an order, within the ordered quantity or beyond it; null: its line was removed. */
type ReceivedUnits = Readonly<{ purchase_order_item_id: string | null; quantity: number; is_over_delivery: boolean }>

/** Counts units as received of their lines (1), or no longer (-1). The caller holds the locks of the orders. */
export async function changeReceived(
  tx: Tx,
  actor: Actor,
  units: readonly ReceivedUnits[],
  sign: 1 | -1,
): Promise<void> {
  await tx.run(sql`
    update purchase_order_items i set received_quantity = i.received_quantity + ${sign} * n.ordered,
      over_delivered_quantity = i.over_delivered_quantity + ${sign} * n.extra, updated_at = app.now()
    from (
      select id, coalesce(sum(quantity) filter (where not is_extra), 0) as ordered, coalesce(sum(quantity) filter (where is_extra), 0) as extra
      from unnest(${units.map((line) => line.purchase_order_item_id)}::uuid[], ${units.map(({ quantity }) => quantity)}::numeric[],
        ${units.map(({ is_over_delivery }) => is_over_delivery)}::boolean[]) as l (id, quantity, is_extra)
      group by id
    ) n
    where i.org_id = ${actor.org_id} and i.id = n.id`)
}
