import { exactUnits } from '../../../contract/quantity.ts'
import type { Existing } from '../existing/existing-records.ts'
import { signedQuantity } from './exact-sums.ts'
import type { TransactionRow } from '../read/row-readers.ts'

/**
 * The stock changes by earlier imported rows of this file, in ten-thousandths of a unit, by the key of the SKU.
 * Together with the quantity in the Products sheet, this is the stock that the entire file describes.
 */
export function earlierChanges(rows: TransactionRow[], { importedRows }: Existing): Map<string, bigint> {
  const changes = new Map<string, bigint>()
  for (const row of rows) {
    const earlier = row.fingerprint ? importedRows.get(row.fingerprint.toString('hex')) : undefined
    if (!earlier) continue
    const { draft_change } = earlier
    const change = draft_change === null ? signedQuantity(row) : exactUnits(draft_change)
    changes.set(row.key, (changes.get(row.key) ?? 0n) + change)
  }
  return changes
}
