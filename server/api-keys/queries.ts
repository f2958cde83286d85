import { listApiKeys, type ApiKey } from '../../contract/api-keys.ts'
import { mayDo, type Role } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'

type Row = Omit<ApiKey, 'effective_permissions'> & { role: Role | null }

const keysOf = (actor: Actor, condition: Statement<unknown> = sql`true`) => sql<Row>`
  select k.id, k.name, k.permissions, k.location_ids, k.user_id, coalesce(p.username, '') as made_by, k.created_at, u.last_used_at, m.role
  from api_keys k
  left join members m on m.org_id = ${actor.org_id} and m.user_id = k.user_id
  left join profiles p on p.org_id = ${actor.org_id} and p.user_id = k.user_id
  left join api_key_uses u on u.org_id = ${actor.org_id} and u.id = k.id
  where k.org_id = ${actor.org_id} and k.revoked_at is null and ${condition}
  order by k.created_at desc, k.id`

const keyOf = ({ role, ...key }: Row): ApiKey => ({
  ...key,
  effective_permissions: key.permissions.filter((permission) => role !== null && mayDo(role, permission)),
})

export const listApiKeysQuery = implement(listApiKeys, async (tx, actor) => ({
  items: (await tx.all(keysOf(actor))).map(keyOf),
}))

/** A key that was not revoked. Refuses not_found. */
export async function readApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  return keyOf((await tx.maybe(keysOf(actor, sql`k.id = ${id}`))) ?? refuse('not_found'))
}
