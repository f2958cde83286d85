import { cancelTransfer } from '../../contract/location-transfers.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { closeTransfer, lockTransfer } from './lock-transfer.ts'

/**
 * Cancels a transfer in transit: its units are available again where they left, and the transfer wants nothing any
 * more. Refuses: lockTransfer, location_not_active.
 */
export const cancelTransferCommand = implement(cancelTransfer, async (tx, actor, { transfer_id }) => {
  const transfer = await lockTransfer(tx, actor, transfer_id, 'pending')
  const { product_id, from_location_id, to_location_id, reason, notes } = transfer
  const line = { document_line_id: transfer_id, product_id }
  const result = await explainRefusals(
    postStock(tx, actor, {
      id: newId(),
      kind: 'transfer_cancellation',
      source_kind: 'transfer',
      source_id: transfer_id,
      notes,
      demands: [
        { ...line, document_kind: 'transfer', document_id: transfer_id, location_id: to_location_id, wanted: 0 },
      ],
      lines: [
        {
          ...line,
          from_account: 'in_transit',
          from_location_id: to_location_id,
          to_account: 'available',
          to_location_id: from_location_id,
          quantity: null,
          type: 'transfer',
          reason,
        },
      ],
    }),
    { fields: null },
  )
  return closeTransfer(tx, actor, transfer, { status: 'cancelled', posting_id: result.posting_id })
})
