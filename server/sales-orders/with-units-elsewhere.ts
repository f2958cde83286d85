import { concernsOtherLocations } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

/**
 * Posts a change of what an order wants. If units at locations other than a limited member's are reserved for their own
 * order, the posting works with all locations, because it must release them. The caller has locked the order with
 * `lockOrder`. A location to ship from is one of the member's: they see no other, and no order that ships from one.
 */
export async function withUnitsElsewhere(
  tx: Tx,
  actor: Actor,
  order_id: string,
  post: () => Promise<unknown>,
): Promise<void> {
  const isElsewhere = await concernsOtherLocations(tx, actor, 'reserved_goods', order_id)
  if (isElsewhere) await tx.useLocations(null)
  await post()
  if (isElsewhere) await tx.useLocations(actor.location_ids)
}
