import type { Posting } from '../../contract/postings.ts'
import { undoReasons } from './explain-refusals.ts'

type Reversible = {
  kind: string
  source_id: string | null
  reverses_posting_id: string | null
  reversed_by_posting_id: string | null
  /** Its product, or one of them. */
  product_is_archived: boolean
}

/**
 * Whether a posting can be undone by itself, and if not, why. Whether its units are still available is known only under
 * the lock: kernel.reverse_posting refuses with the numbers.
 */
export function undoStateOf(posting: Reversible): Posting['undo'] {
  const reason = undoProblem(posting)
  return { possible: reason === null, reason }
}

function undoProblem(posting: Reversible): string | null {
  if (posting.reversed_by_posting_id) return undoReasons.undone
  if (posting.reverses_posting_id) return undoReasons.isUndo
  if (posting.source_id) return undoReasons.ofDocument
  if (posting.kind === 'backorders') return undoReasons.onlyCommitments
  return posting.product_is_archived ? undoReasons.archived : null
}
