import type { Tx } from '../server/platform/db.ts'
import type { CountLine, PostingResult } from './posting.ts'
import { type Poster, postStock } from './post-stock.ts'

export type Count = Omit<CountLine, 'count_from' | 'count_to'> & {
  /** On hand as the editor saw it; null: any (an import that sets stock). */
  from: number | null
  to: number
}

/**
 * Sets on hand of locations (per location and lot; no lot = units without one): the difference is computed under the
 * lock and posted against `adjustment`. Refuses `conflict` {seen, present} if on hand isn't `from`. May take reserved
 * units. Equal quantities post nothing.
 */
export function setQuantity(
  tx: Tx,
  actor: Poster,
  input: { id: string; counts: Count[]; kind?: string; notes?: string | null; happened_at?: string | null },
): Promise<PostingResult> {
  const { id, counts, kind = 'count', notes, happened_at } = input
  const lines = counts.map(({ from, to, ...location }) => ({ ...location, count_from: from, count_to: to }))
  return postStock(tx, actor, { id, kind, notes, happened_at, lines })
}
