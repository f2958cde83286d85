import type { z } from 'zod'
import { updateStock } from '../../contract/stock-updates.ts'
import { implementGrouped } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { entries, groupable, postEntry, type NewEntry } from './entry.ts'

/**
 * The Update Stock dialog. A chosen reason has the same effect as in a transaction; without one the account is
 * `adjustment` and reserved units stay. Refuses: postEntry.
 */
export const updateStockCommand = implementGrouped(
  updateStock,
  entries,
  (input) => groupable(entryOf(input)),
  (tx, actor, input) => postEntry(tx, actor, entryOf(input)),
)

function entryOf({ id, ...input }: z.output<typeof updateStock.input>): NewEntry {
  return {
    id: id ?? newId(),
    kind: 'stock_update',
    entry: { ...input, reason_code: input.reason_code ?? null, happened_at: null },
  }
}
