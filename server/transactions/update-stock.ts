import { updateStock } from '../../contract/transactions.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postEntry } from './entry.ts'

/** The Update Stock dialog: no reason is asked, so the account is `adjustment` and no promise gives way. Refuses: postEntry. */
export const updateStockCommand = implement(updateStock, (tx, actor, { id, ...input }) =>
  postEntry(tx, actor, {
    id: id ?? newId(),
    kind: 'stock_update',
    entry: { ...input, reason_code: null, lot_number: null, happened_at: null },
  }),
)
