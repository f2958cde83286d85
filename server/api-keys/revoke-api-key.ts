import { revokeApiKey } from '../../contract/api-keys.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/** Revokes a key. Refuses not_found, also for one that was already revoked. */
export const revokeApiKeyCommand = implement(revokeApiKey, async (tx, actor, { id }) => {
  const ended = await tx.run(sql`
    update api_keys set revoked_at = app.now() where org_id = ${actor.org_id} and id = ${id} and revoked_at is null`)
  if (ended === 0) refuse('not_found')
  return { id }
})
