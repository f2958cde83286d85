import { createTransfer, onlyAvailable } from '../../contract/location-transfers.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { implementGrouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { explainRefusals, missingLocation } from '../stock/explain-refusals.ts'
import { postingOf, writeTransfers } from './new-transfer.ts'
import { newTransfers } from './transfer-together.ts'

/**
 * Moves stock from one location to another: immediately, or in transit at the destination until it is received. Units
 * keep their lot. Refuses: not_found (product, location, lot), product_archived, location_not_active (the destination),
 * too_many_decimals, insufficient_stock {asked, available}. The transfer's id is its posting's, so repeating it moves
 * nothing twice.
 */
export const createTransferCommand = implementGrouped(
  createTransfer,
  newTransfers,
  (input) => (input.lot_id ? undefined : { ...input, id: input.id ?? newId() }),
  async (tx, actor, input) => {
    const transfer = { ...input, id: input.id ?? newId() }
    await explainRefusals(postStock(tx, actor, postingOf(transfer)), {
      fields: {
        location_not_active: 'to_location_id',
        not_found: (details) => {
          const location_id = missingLocation(details)
          return location_id && (location_id === transfer.from_location_id ? 'from_location_id' : 'to_location_id')
        },
      },
      sentences: {
        insufficient_stock: ({ available, location, expired }) =>
          onlyAvailable(Number(available), String(location), Number(expired ?? 0)),
      },
    })
    const [created] = await writeTransfers(tx, actor, [transfer])
    return created ?? refuse('not_found')
  },
)
