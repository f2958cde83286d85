import { createApiKey } from '../../contract/api-keys.ts'
import { limits } from '../../contract/limits.ts'
import { mayDo } from '../../contract/permissions.ts'
import { lockNamedLocations } from '../members/limit-member.ts'
import { lockMembers } from '../members/lock-members.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { newKey } from './authenticate.ts'
import { readApiKey } from './queries.ts'

/**
 * Creates an API key. Refuses, in this order: invalid_input (a permission that the caller doesn't have), not_found (a
 * location that doesn't exist, or was deleted), limit_reached.
 */
export const createApiKeyCommand = implement(createApiKey, async (tx, actor, input) => {
  const { name, permissions, location_ids = null } = input
  const id = newId()
  const role = await lockMembers(tx, actor, 'api_keys.write')
  const missing = permissions.find((permission) => !mayDo(role, permission))
  if (missing) refuseFields({ permissions: `Your own role doesn’t include ${missing}` })
  const locations = location_ids && (await lockNamedLocations(tx, actor, location_ids))
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::int as count from api_keys where org_id = ${actor.org_id} and revoked_at is null`)
  if (count >= limits.apiKeysPerOrganization)
    refuse(
      'limit_reached',
      { limit: limits.apiKeysPerOrganization },
      'You’ve reached the limit of API keys. Revoke one first.',
    )
  const { key, secret_hash } = newKey(id)
  await tx.run(sql`
    insert into api_keys (org_id, id, user_id, name, permissions, location_ids, secret_hash, created_at)
    values (${actor.org_id}, ${id}, ${actor.user_id}, ${name}, ${[...new Set(permissions)]},
      ${locations}, ${secret_hash}, app.now())`)
  return { ...(await readApiKey(tx, actor, id)), key }
})
