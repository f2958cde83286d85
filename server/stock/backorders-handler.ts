import { newId } from '../platform/ids.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { fillBackorders } from '../../ledger/demands.ts'

/**
 * The work that a posting leaves when it made goods available that someone waits for (kernel.write_totals): reserves
 * them, oldest wish first. Products by id, so that two servers at work take their locks in one order; what still
 * deadlocks is tried again by the outbox.
 */
export const backordersHandler: OutboxHandler = async (tx, org_id, payload: { product_ids: string[] }) => {
  let movements = 0
  for (const product_id of payload.product_ids.toSorted()) {
    const filled = await fillBackorders(tx, { org_id, user_id: null }, { product_id, posting_id: newId() })
    movements += filled.movements
  }
  return movements > 0 ? ['stock', 'sales-orders'] : []
}
