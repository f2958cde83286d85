import type { StockOutcome } from '../../contract/transactions.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { PostingResult } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'

/** The result of a command that posted: the posting, the product's stock after it, and the released reservations. */
export async function stockOutcomeOf(
  tx: Tx,
  actor: Actor,
  product_id: string,
  posting: Promise<PostingResult>,
): Promise<StockOutcome> {
  // Sent right after the posting, without waiting for its result: saves a round trip for every manual entry.
  const [result, totals] = await Promise.all([
    posting,
    tx.maybe(sql<Pick<StockOutcome, 'on_hand' | 'available' | 'held'>>`
      select on_hand, available, held from product_totals where org_id = ${actor.org_id} and product_id = ${product_id}`),
  ])
  if (!totals) throw new Error(`a posting of product ${product_id} left no totals`)
  return { posting_id: result.posting_id, product_id, ...totals, released: result.released }
}
