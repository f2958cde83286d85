import { reverseTransfer } from '../../contract/location-transfers.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { undoMessages } from '../stock/undo-messages.ts'
import { closeTransfer, lockTransfer } from './lock-transfer.ts'

/**
 * Undoes a completed transfer, lot by lot as it arrived: available at the destination becomes available at its origin.
 * Once; afterwards the transfer's status is cancelled. Refuses: lockTransfer, insufficient_stock if units have left the
 * destination {location, asked, available}, location_not_active (the origin), product_archived.
 */
export const reverseTransferCommand = implement(reverseTransfer, async (tx, actor, { transfer_id }) => {
  const transfer = await lockTransfer(tx, actor, transfer_id, 'completed')
  const arrived = await tx.all(sql<{ to_lot_id: string; quantity: number }>`
    select to_lot_id, quantity from stock_movements
    where org_id = ${actor.org_id} and posting_id = ${transfer.completed_posting_id}
    order by line_no`)
  const result = await explainRefusals(
    postStock(tx, actor, {
      id: newId(),
      kind: 'transfer_reversal',
      source_kind: 'transfer',
      source_id: transfer_id,
      notes: transfer.notes,
      lines: arrived.map(({ to_lot_id, quantity }) => ({
        product_id: transfer.product_id,
        entry_no: 1,
        from_account: 'available',
        from_location_id: transfer.to_location_id,
        from_lot_id: to_lot_id,
        to_account: 'available',
        to_location_id: transfer.from_location_id,
        to_lot_id,
        quantity,
        type: 'transfer',
        reason: transfer.reason,
      })),
    }),
    undoMessages,
  )
  return closeTransfer(tx, actor, transfer, { status: 'cancelled', posting_id: result.posting_id })
})
