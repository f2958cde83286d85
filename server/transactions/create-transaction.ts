import { createTransaction } from '../../contract/transactions.ts'
import type { z } from 'zod'
import { implementGrouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { entries, groupable, postEntry, type NewEntry } from './entry.ts'

/** Posts one transaction immediately. Refuses what postEntry refuses. */
export const createTransactionCommand = implementGrouped(
  createTransaction,
  entries,
  (input) => groupable(entryOf(input)),
  (tx, actor, input) => postEntry(tx, actor, entryOf(input)),
)

function entryOf({ id, ...input }: z.output<typeof createTransaction.input>): NewEntry {
  return {
    id: id ?? newId(),
    kind: 'entry',
    entry: {
      ...input,
      reason_code: input.reason_code ?? null,
      location_id: input.location_id ?? null,
      happened_at: input.happened_at ?? null,
    },
  }
}
