import type { Currency } from '../../contract/currencies.ts'
import type { Membership } from '../../contract/me.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { inOrganization } from '../organizations/in-organization.ts'
import { asUser } from '../platform/as-user.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'

/**
 * Ends a membership; the member's entries stay. Everyone belongs to at least one organization: if this was their
 * default one, another of theirs becomes the default, or a new, empty one. Returns its id.
 */
export async function endMembership(tx: Tx, actor: Actor, user_id: string): Promise<string> {
  const profile = await tx.one(sql<{ username: string }>`
    select username from profiles where org_id = ${actor.org_id} and user_id = ${user_id}`)
  await tx.run(sql`delete from members where org_id = ${actor.org_id} and user_id = ${user_id}`)
  const user = await tx.one(sql<{ email: string; own_org_id: string }>`
    select email, own_org_id from auth.users where id = ${user_id} for no key update`)
  if (user.own_org_id !== actor.org_id) return user.own_org_id
  const home =
    (await anotherOrganization(tx, actor, user_id)) ??
    (await newOrganization(tx, actor, { user_id, ...profile, email: user.email }))
  await tx.run(sql`
    update auth.users set own_org_id = ${home}, updated_at = clock_timestamp() where id = ${user_id}`)
  return home
}

async function anotherOrganization(tx: Tx, actor: Actor, user_id: string): Promise<string | undefined> {
  const memberships = await asUser(tx, actor.user_id, user_id, () =>
    tx.all(sql<Membership>`
      select org_id, name, role, is_sample from app.memberships(${user_id}) where not is_sample`),
  )
  const owned = memberships.find(({ role }) => role === 'owner')
  return (owned ?? memberships[0])?.org_id
}

type Person = { user_id: string; email: string; username: string }

async function newOrganization(tx: Tx, actor: Actor, person: Person): Promise<string> {
  const org_id = newId()
  const place = await tx.one(sql<{ time_zone: string; currency: Currency }>`
    select time_zone, currency from organizations where org_id = ${actor.org_id}`)
  await inOrganization(tx, actor, { org_id, role: 'owner' }, () =>
    createOrganization(tx, { org_id, ...person, ...place }),
  )
  return org_id
}
