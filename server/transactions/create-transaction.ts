import { createTransaction } from '../../contract/transactions.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postEntry } from './entry.ts'

/** Books one transaction at once. What it refuses: postEntry. */
export const createTransactionCommand = implement(createTransaction, (tx, actor, { id, ...input }) =>
  postEntry(tx, actor, {
    id: id ?? newId(),
    kind: 'entry',
    entry: {
      ...input,
      reason_code: input.reason_code ?? null,
      location_id: input.location_id ?? null,
      happened_at: input.happened_at ?? null,
    },
  }),
)
