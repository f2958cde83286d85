import type { Posting } from '../../contract/stock.ts'

type Reversible = {
  kind: string
  source_id: string | null
  reverses_posting_id: string | null
  reversed_by_posting_id: string | null
}

/**
 * Whether a posting can be undone by itself, and if not, why. Whether its goods are still where they would be taken from is known
 * only under the lock: kernel.reverse_posting refuses with the numbers.
 */
export function undoStateOf(posting: Reversible): Posting['undo'] {
  if (posting.reversed_by_posting_id) return { possible: false, reason: 'This was already undone.' }
  if (posting.reverses_posting_id) return { possible: false, reason: 'This is itself an undo.' }
  if (posting.source_id) return { possible: false, reason: 'This belongs to a document and is undone there.' }
  if (posting.kind === 'backorders') return { possible: false, reason: onlyPromises }
  return { possible: true, reason: null }
}

/** Why a posting that moved nothing but promises stays. */
export const onlyPromises = 'This only promised goods to orders: there is nothing to take back.'
