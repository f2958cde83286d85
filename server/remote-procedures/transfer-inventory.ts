import { transferInventory } from '../../contract/remote-procedures.ts'
import { createTransfer, type TransferReason } from '../../contract/location-transfers.ts'
import { createTransferCommand } from '../location-transfers/create-transfer.ts'
import { implement } from '../platform/endpoint.ts'
import { perform } from './perform.ts'

const names = {
  product_id: 'p_product_id',
  from_location_id: 'p_from_location_id',
  to_location_id: 'p_to_location_id',
  quantity: 'p_quantity',
  reason: 'p_reason',
  notes: 'p_notes',
}

/** An immediate transfer. Refuses what createTransfer refuses. */
export const transferInventoryCommand = implement(transferInventory, (tx, actor, input) => {
  const transfer = {
    product_id: input.p_product_id,
    from_location_id: input.p_from_location_id,
    to_location_id: input.p_to_location_id,
    quantity: input.p_quantity,
    // An unknown one is refused by the command, beside p_reason.
    reason: (input.p_reason || undefined) as TransferReason | undefined,
    notes: input.p_notes,
  }
  return perform(tx, actor, [createTransfer, createTransferCommand], transfer, names)
})
