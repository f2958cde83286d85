import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import { type Poster, asJson } from './post-stock.ts'
import type { NewPosting, PostingResult } from './posting.ts'

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
