import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

type Limited = { kind: 'member' | 'api_key'; name: string }

/**
 * Locks the members and API keys that are limited to a location until the transaction ends. Of two locations that are
 * deleted at the same moment, the second deletion waits here and finds what the first one has left.
 */
export async function lockLimitedTo(tx: Tx, actor: Actor, location_id: string): Promise<void> {
  await tx.run(sql`
    select from members where org_id = ${actor.org_id} and ${location_id} = any (location_ids)
    order by user_id for no key update`)
  await tx.run(sql`
    select from api_keys
    where org_id = ${actor.org_id} and ${location_id} = any (location_ids) and revoked_at is null
    order by id for no key update`)
}

/** Whether any member or API key is limited to a location, alone or with others. */
export async function isAnyoneLimitedTo(tx: Tx, actor: Actor, location_id: string): Promise<boolean> {
  const { is_limited } = await tx.one(sql<{ is_limited: boolean }>`
    select exists (select from members where org_id = ${actor.org_id} and ${location_id} = any (location_ids))
      or exists (select from api_keys
        where org_id = ${actor.org_id} and ${location_id} = any (location_ids) and revoked_at is null) as is_limited`)
  return is_limited
}

/** The refusal if members or API keys that are limited to locations would have none left; null otherwise. */
export async function onlyLocationRefusal(tx: Tx, actor: Actor, location_id: string): Promise<Refusal | null> {
  const limited = await tx.all(sql<Limited>`
    select t.kind, t.name from (
      select 'member' as kind, coalesce(p.username, '') as name, m.user_id as id, m.location_ids from members m
      left join profiles p on p.org_id = m.org_id and p.user_id = m.user_id
      where m.org_id = ${actor.org_id}
      union all
      select 'api_key', k.name, k.id, k.location_ids from api_keys k
      where k.org_id = ${actor.org_id} and k.revoked_at is null
    ) t
    where ${location_id} = any (t.location_ids) and not exists (
      select from locations l
      where l.org_id = ${actor.org_id} and l.id = any (t.location_ids) and l.id <> ${location_id} and l.hidden_at is null)
    order by t.name, t.id`)
  if (limited.length === 0) return null
  const namesOf = (kind: Limited['kind']) => limited.filter((one) => one.kind === kind).map(({ name }) => name)
  const [members, api_keys] = [namesOf('member'), namesOf('api_key')]
  return new Refusal('location_has_members', onlyLocationText(members, api_keys), { details: { members, api_keys } })
}

/** Why it can't be deleted, and what to do: a member can be given another location, a key can't. */
function onlyLocationText(members: readonly string[], api_keys: readonly string[]): string {
  const keys = `the API ${api_keys.length === 1 ? 'key' : 'keys'} ${listed(api_keys)}`
  const which = api_keys.length === 1 ? 'the key' : 'the keys'
  if (members.length === 0) return `Can’t delete the only location of ${keys}. Revoke ${which} first`
  const text = `Can’t delete the only location of ${listed(members)}`
  const access = 'Give them access to another location'
  if (api_keys.length === 0) return `${text}. ${access} first`
  return `${text}, and of ${keys}. ${access} and revoke ${which} first`
}

function listed(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `${names.slice(0, 3).join(', ')}${more}`
}
