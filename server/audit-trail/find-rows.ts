import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { Search } from './filters.ts'
import { type FoundRow, type Position, newestFirst } from './trail-order.ts'
import { findStock } from './find-stock-rows.ts'
import { findAudit } from './find-audit-rows.ts'

/**
 * The next rows beyond a position that fit, at most `look`, newest first (oldest first where the position looks to
 * newer ones). First the newest few hundred rows are looked through: what is frequent fills a page from them. What they
 * don't fill comes from the indexes of the filters, whose cost grows with the number of kinds of changes and of records
 * that a text names, and not with the history.
 */
export async function findRows(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const [audit, stock] = await Promise.all([
    findAudit(tx, actor, search, position, look),
    search.withStock ? findStock(tx, actor, search, position, look) : [],
  ])
  const rows = newestFirst([...audit, ...stock])
  return (position?.direction === 'newer' ? rows.toReversed() : rows).slice(0, look)
}
