import { completeTransfer } from '../../contract/location-transfers.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { closeTransfer, lockTransfer } from './lock-transfer.ts'

/**
 * Receives a transfer in transit: its units become available at the destination. Refuses: lockTransfer,
 * location_not_active.
 */
export const completeTransferCommand = implement(completeTransfer, async (tx, actor, { transfer_id }) => {
  const transfer = await lockTransfer(tx, actor, transfer_id, 'pending')
  const { product_id, to_location_id, reason, notes } = transfer
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
  return closeTransfer(tx, actor, transfer, { status: 'completed', posting_id: result.posting_id })
})
