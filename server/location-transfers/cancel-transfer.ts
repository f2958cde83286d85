import { cancelTransfer } from '../../contract/location-transfers.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { lockTransfer } from './lock-transfer.ts'
import { transferOf } from './queries.ts'

/**
 * Cancels a transfer in transit: its units are available again where they left, and the transfer wants nothing any
 * more. Refuses: lockTransfer, location_not_active.
 */
export const cancelTransferCommand = implement(cancelTransfer, async (tx, actor, { transfer_id }) => {
  const { product_id, from_location_id, to_location_id, reason, notes } = await lockTransfer(
    tx,
    actor,
    transfer_id,
    'pending',
  )
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
  const [, , changed] = await Promise.all([
    tx.run(sql`
    update location_transfers set status = 'cancelled', cancelled_posting_id = ${result.posting_id}, closed_at = app.now()
    where org_id = ${actor.org_id} and id = ${transfer_id}`),
    notifyOfStatus(tx, actor, {
      document: 'transfer',
      id: transfer_id,
      old_status: 'pending',
      new_status: 'cancelled',
    }),
    transferOf(tx, actor, transfer_id),
  ])
  return changed
})
