import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The id of the sample company that the caller owns; null when there is none. */
export async function sampleCompanyOf(tx: Tx, actor: Actor): Promise<string | null> {
  const found = await tx.maybe(sql<{ org_id: string }>`
    select org_id from app.memberships(${actor.user_id}) where is_sample and role = 'owner'`)
  return found?.org_id ?? null
}
