import { completeTransfer } from '../../contract/location-transfers.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { lockTransfer } from './lock-transfer.ts'
import { transferOf } from './queries.ts'

/**
 * Receives a transfer in transit: its units become available at the destination. Refuses: lockTransfer,
 * location_not_active.
 */
export const completeTransferCommand = implement(completeTransfer, async (tx, actor, { transfer_id }) => {
  const { product_id, to_location_id, reason, notes } = await lockTransfer(tx, actor, transfer_id, 'pending')
  const result = await explainRefusals(
    postStock(tx, actor, {
      id: newId(),
      kind: 'transfer',
      source_kind: 'transfer',
      source_id: transfer_id,
      notes,
      lines: [
        {
          product_id,
          from_account: 'in_transit',
          from_location_id: to_location_id,
          to_account: 'available',
          to_location_id,
          quantity: null,
          document_line_id: transfer_id,
          type: 'transfer',
          reason,
        },
      ],
    }),
    { fields: null },
  )
  const [, , changed] = await Promise.all([
    tx.run(sql`
    update location_transfers set status = 'completed', completed_posting_id = ${result.posting_id}, closed_at = app.now()
    where org_id = ${actor.org_id} and id = ${transfer_id}`),
    notifyOfStatus(tx, actor, {
      document: 'transfer',
      id: transfer_id,
      old_status: 'pending',
      new_status: 'completed',
    }),
    transferOf(tx, actor, transfer_id),
  ])
  return changed
})
