import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { Search } from './filters.ts'
import { findAudit } from './find-audit-rows.ts'
import { findStock } from './find-stock-rows.ts'
import { type FoundRow, type Position, newestFirst } from './trail-order.ts'
import { scanRows } from './scan-rows.ts'

/**
 * Returns the next matching rows after a position, at most `look`, newest first (oldest first if the position points to
 * newer ones). First tests the next few hundred rows: frequent matches fill a page from them. Otherwise all come from
 * the filters' indexes, whose cost grows with the number of kinds of changes and of matching records, and not with the
 * history.
 */
export async function findRows(
  tx: Tx,
  actor: Actor,
  search: Search,
  position: Position | null,
  look: number,
): Promise<FoundRow[]> {
  const near = await scanRows(tx, actor, search, position, look)
  if (near.isAll || near.rows.length === look) return near.rows
  const complete = await search.complete()
  const [audit, stock] = await Promise.all([
    findAudit(tx, actor, complete, position, look),
    search.withStock ? findStock(tx, actor, complete, position, look) : [],
  ])
  const rows = newestFirst([...audit, ...stock])
  return (position?.direction === 'newer' ? rows.toReversed() : rows).slice(0, look)
}
