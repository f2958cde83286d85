import { trimmed } from '../../contract/trimmed.ts'

/** `PO-######-###`, the format of order numbers. */
const purchaseOrderNumber = /\bPO-\d{6}-\d{3}\b/

/** Sentences that repeat what the history shows anyway. */
const empty = new Set(['test', 'Received items from purchase order'])

/** The purchase order a note names, if it names one. */
export function purchaseOrderIn(notes: string | null): string | null {
  return notes?.match(purchaseOrderNumber)?.[0] ?? null
}

/** Notes for the history: without the order number (it has its own column), and null if nothing is left. */
export function shownNotes(notes: string | null): string | null {
  if (notes === null || empty.has(trimmed(notes))) return null
  const rest = notes
    .replace(purchaseOrderNumber, '')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s:,–-]+|[\s:,–-]+$/g, '')
  return rest === '' || empty.has(rest) ? null : rest
}
