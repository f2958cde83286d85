import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { NewPosting, PostingRefusal, PostingResult } from './posting.ts'

/** Who posts: the member of a request, or the server itself (user_id null). */
export type Poster = { org_id: string; user_id: string | null; email?: string }

/**
 * Posts one group of movements: all lines or none, never below zero, once per posting id. Call it once per transaction,
 * because two calls would take their locks in two orders; what belongs together is one posting, or several through
 * `postMany`. Refuses: invalid_posting, not_found, product_archived, location_not_active, invalid_quantity,
 * too_many_decimals, insufficient_stock, exceeds_demand, conflict (a count), balance_overflow, period_closed,
 * happened_in_future, idempotency_key_reused.
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

function asJson(actor: Poster, posting: NewPosting): string {
  return JSON.stringify({ ...posting, user_reference: userReference(actor) })
}

/** The outcome of one posting of a group: its result, and the product's figures right after it. */
export type GroupPosted = { result: PostingResult; on_hand: number; available: number; held: number }

/**
 * Posts as many postings as it can of those that several people sent at the same moment, each independently, in order.
 * Returns null for one that must be posted alone, which leaves no trace. The transaction works with all locations.
 * Refuses in_progress, and posts nothing, if one of the ids is known or being posted.
 */
export async function postGroup(
  tx: Tx,
  org_id: string,
  members: readonly { actor: Poster; posting: NewPosting }[],
): Promise<(GroupPosted | null)[]> {
  const texts = members.map(({ actor, posting }) => asJson(actor, posting))
  const row = await tx.one(sql<{ results: (GroupPosted | null)[] }>`
    select kernel.post_group(${org_id}, ${members.map(({ actor }) => actor.user_id)}::uuid[], ${`[${texts.join(',')}]`}::jsonb) as results`)
  return row.results
}

/**
 * Reserves for the new lines of several sales orders, each posting independently, in order. Returns null for one that
 * must be posted alone, which leaves no trace. The transaction works with all locations. Refuses in_progress, and posts
 * nothing, if one of the ids is known or being posted.
 */
export async function reserveGroup(
  tx: Tx,
  org_id: string,
  members: readonly { actor: Poster; posting: NewPosting }[],
): Promise<(PostingResult | null)[]> {
  if (members.length === 0) return []
  const texts = members.map(({ actor, posting }) => asJson(actor, posting))
  const row = await tx.one(sql<{ results: (PostingResult | null)[] }>`
    select kernel.reserve_group(${org_id}, ${members.map(({ actor }) => actor.user_id)}::uuid[], ${`[${texts.join(',')}]`}::jsonb) as results`)
  return row.results
}
