import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { postIncoming } from './incoming.ts'
import { type LockedOrder, readLines, type StoredLine } from './lock-order.ts'
import { refreshOrder } from './refresh-order.ts'
import { placeLines } from './write-lines.ts'

/**
 * Orders the items of a draft: every line is incoming at its location. Refuses product_archived, location_not_active.
 */
export async function placeOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  lines: readonly StoredLine[],
): Promise<void> {
  const [, status, after] = await Promise.all([
    placeLines(tx, actor, [order.id]),
    refreshOrder(tx, actor, order, { status: 'ordered' }),
    readLines(tx, actor, order.id),
  ])
  await postIncoming(tx, actor, order, 'order', { status: order.status, lines }, { status, lines: after })
}
