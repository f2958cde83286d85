/** `PO-######-###`, as order numbers are made. */
const purchaseOrderNumber = /\bPO-\d{6}-\d{3}\b/

/** Sentences that say nothing a reader of the history does not see anyway. */
const empty = new Set(['test', 'Received items from purchase order'])

/** The purchase order a note names, if it names one. */
export function purchaseOrderIn(notes: string | null): string | null {
  return notes?.match(purchaseOrderNumber)?.[0] ?? null
}

/**
 * Notes as the history shows them: without the order number (it has a column of its own), and null when nothing is left
 * to say.
 */
export function shownNotes(notes: string | null): string | null {
  if (notes === null || empty.has(notes.trim())) return null
  const rest = notes
    .replace(purchaseOrderNumber, '')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s:,–-]+|[\s:,–-]+$/g, '')
  return rest === '' || empty.has(rest) ? null : rest
}
