import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { PostingResult } from './posting.ts'
import { type Poster, userReference } from './post-stock.ts'

/**
 * Undoes a posting without a document, once: its lines in reverse order with swapped ends; reserved units stay with
 * their documents. `id` is the new posting's. Returns its result; the same id returns the same result again. Refuses:
 * not_found, posting_belongs_to_document, already_reversed, cannot_reverse (a reversal), insufficient_stock (units have
 * left: product, location, asked, available), product_archived, location_not_active.
 */
export async function reversePosting(
  tx: Tx,
  actor: Poster,
  input: { id: string; posting_id: string; notes?: string | null },
): Promise<PostingResult> {
  const row = await tx.one(sql<{ result: PostingResult }>`
    select kernel.reverse_posting(${actor.org_id}, ${actor.user_id}, ${input.posting_id},
      ${JSON.stringify({ id: input.id, notes: input.notes ?? null, user_reference: userReference(actor) })}::jsonb) as result`)
  return row.result
}

export type ReversalProblem = { code: string; detail: Record<string, unknown> }

/**
 * Undoes as many of several postings as possible at once, in the given order (by product, the order of the ledger's
 * locks). Returns those that can't be undone, each with its first reason: those of `reversePosting`, including
 * already_reversed.
 */
export function reverseMany(
  tx: Tx,
  actor: Poster,
  input: { posting_ids: string[]; new_ids: string[]; notes?: string | null },
): Promise<(ReversalProblem & { posting_id: string })[]> {
  const shared = JSON.stringify({ notes: input.notes ?? null, user_reference: userReference(actor) })
  return tx.all(sql<ReversalProblem & { posting_id: string }>`
    select posting_id, code, detail
    from kernel.reverse_many(${actor.org_id}, ${actor.user_id}, ${input.posting_ids}::uuid[], ${input.new_ids}::uuid[], ${shared}::jsonb)`)
}
