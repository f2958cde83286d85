import { newId } from '../platform/ids.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { fillBackorders } from '../../ledger/demands.ts'

/**
 * The work queued by a posting that made stock available that an order waits for (kernel.write_totals): reserves it,
 * oldest demand first. Products by id, so that two servers take their locks in one order; remaining deadlocks are
 * retried by the outbox.
 */
export const backordersHandler: OutboxHandler = async (tx, org_id, payload: { product_ids: string[] }) => {
  let movements = 0
  for (const product_id of payload.product_ids.toSorted()) {
    const filled = await fillBackorders(tx, { org_id, user_id: null }, { product_id, posting_id: newId() })
    movements += filled.movements
  }
  return movements > 0 ? ['stock', 'sales-orders'] : []
}
