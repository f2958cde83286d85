import { newId } from '../platform/ids.ts'
import type { OutboxHandler } from '../platform/outbox.ts'
import { fillBackorders } from '../../ledger/demands.ts'

/**
 * The work queued by a posting that made stock available that an order waits for (kernel.write_totals): reserves it,
 * oldest demand first, for all its products in one posting.
 */
export const backordersHandler: OutboxHandler = async (tx, org_id, { product_ids }: { product_ids: string[] }) => {
  const { movements } = await fillBackorders(tx, { org_id, user_id: null }, { product_ids, posting_id: newId() })
  return movements > 0 ? ['stock', 'sales-orders'] : []
}
