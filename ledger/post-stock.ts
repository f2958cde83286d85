import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { NewPosting, PostingRefusal, PostingResult } from './posting.ts'

/** Who posts: the member of a request, or the server itself (user_id null). */
export type Poster = { org_id: string; user_id: string | null; email?: string }

/**
 * Posts one posting: all lines or none, never below zero, once per posting id. Call it once per transaction, because a
 * second call would lock levels while the transaction already holds totals; what belongs together is one posting, or
 * several through `postMany`. Refuses: invalid_posting, not_found, product_archived, location_not_active,
 * invalid_quantity, too_many_decimals, insufficient_stock, exceeds_demand, conflict (a count), balance_overflow,
 * period_closed, happened_in_future, idempotency_key_reused.
 */
export async function postStock(tx: Tx, actor: Poster, posting: NewPosting): Promise<PostingResult> {
  const row = await tx.one(sql<{ result: PostingResult }>`
    select kernel.post_stock(${actor.org_id}, ${actor.user_id}, ${asJson(actor, posting)}::jsonb) as result`)
  return row.result
}

/**
 * Posts several postings in one call, all or none, in order; returns their results in order. Imports send a few hundred
 * at a time.
 */
export async function postMany(tx: Tx, actor: Poster, postings: NewPosting[]): Promise<PostingResult[]> {
  const texts = postings.map((posting) => asJson(actor, posting))
  const row = await tx.one(sql<{ results: PostingResult[] }>`
    select kernel.post_many(${actor.org_id}, ${actor.user_id}, ${`[${texts.join(',')}]`}::jsonb) as results`)
  return row.results
}

/**
 * Returns every refusal that posting these (in order) would meet, changing nothing; none means that they can be posted
 * now.
 */
export function checkPosting(tx: Tx, actor: Poster, postings: NewPosting[]): Promise<PostingRefusal[]> {
  const texts = postings.map((posting) => asJson(actor, posting))
  return tx.all(sql<PostingRefusal>`
    select posting_no, entry_no, code, detail from kernel.check_posting(${actor.org_id}, ${`[${texts.join(',')}]`}::jsonb)`)
}

/** The part of the email address before the at sign names the person in the history, as specified. */
export function userReference(actor: Poster): string {
  return actor.email?.split('@')[0] || 'unknown'
}

/** A posting as the database's functions take it. */
export function asJson(actor: Poster, posting: NewPosting): string {
  return JSON.stringify({ ...posting, user_reference: userReference(actor) })
}
