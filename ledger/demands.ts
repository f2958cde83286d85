import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { MoveLine, PostingResult } from './posting.ts'
import type { Poster } from './post-stock.ts'

/**
 * Lines that documents post for their own lines' demands. They go into `NewPosting.lines`, new demands into
 * `NewPosting.demands`.
 */

type DocumentLine = {
  document_line_id: string
  product_id: string
  /** Only at this location; required if the demand names a location. */
  location_id?: string | null
  /** Missing: all. */
  quantity?: number
  entry_no?: number
}

/**
 * Reserves what is available, up to what the sales line still wants; the rest is backordered. Never refuses for lack of
 * stock.
 */
export function reserveLine({ location_id, quantity, ...line }: DocumentLine): MoveLine {
  return {
    ...line,
    from_account: 'available',
    from_location_id: location_id,
    to_account: 'reserved',
    quantity: quantity ?? null,
    up_to: true,
  }
}

/**
 * Releases reserved units: all of the line's, or `quantity` of them. Refuses insufficient_stock if fewer are reserved.
 */
export function releaseLine({ location_id, quantity, ...line }: DocumentLine): MoveLine {
  return {
    ...line,
    from_account: 'reserved',
    from_location_id: location_id,
    to_account: 'available',
    quantity: quantity ?? null,
  }
}

/**
 * Ships to the customer: the line's reservations first, then available stock. Refuses insufficient_stock and
 * exceeds_demand.
 */
export function shipLine({ location_id, quantity, ...line }: DocumentLine): MoveLine {
  return {
    ...line,
    from_account: 'reserved_then_available',
    from_location_id: location_id,
    to_account: 'customer',
    quantity: quantity ?? null,
  }
}

/**
 * Reserves newly available stock of products for the lines that wait for it, oldest first, exactly once however many
 * calls run at the same time. One posting for all of them, whose id is `posting_id`. Returns its result; 0 movements if
 * nothing was available or no line waits.
 */
export async function fillBackorders(
  tx: Tx,
  actor: Poster,
  { product_ids, posting_id }: { product_ids: readonly string[]; posting_id: string },
): Promise<PostingResult> {
  const row = await tx.one(sql<{ result: PostingResult }>`
    select kernel.fill_backorders(${actor.org_id}, ${actor.user_id}, ${product_ids}::uuid[], ${posting_id}) as result`)
  return row.result
}
