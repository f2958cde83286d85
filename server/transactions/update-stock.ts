import { updateStock } from '../../contract/transactions.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postEntry } from './entry.ts'

/**
 * The Update Stock dialog. A reason that is chosen does what it does in a transaction; without one the account is
 * `adjustment` and reserved goods stay. Refuses: postEntry.
 */
export const updateStockCommand = implement(updateStock, (tx, actor, { id, ...input }) =>
  postEntry(tx, actor, {
    id: id ?? newId(),
    kind: 'stock_update',
    entry: { ...input, reason_code: input.reason_code ?? null, lot_number: null, happened_at: null },
  }),
)
