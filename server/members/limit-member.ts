import { limitMember, unlimitMember, type Member } from '../../contract/members.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lockMembers, requireMemberInReach } from './lock-members.ts'
import { readMember } from './queries.ts'

const limitable: readonly Role[] = ['staff', 'viewer']

/**
 * Limits a member to locations. Takes effect at the member's next request, also for the API keys they created. Refuses,
 * in this order: not_found; role_too_high; invalid_input for an owner or admin, who have all locations; not_found (a
 * location that doesn't exist, or was deleted).
 */
export const limitMemberCommand = implement(limitMember, async (tx, actor, { user_id, location_ids }) => {
  const own = await lockMembers(tx, actor, 'members.write')
  const role = await requireMemberInReach(tx, actor, own, user_id)
  requireLimitable(role)
  return writeLocations(tx, actor, user_id, await lockNamedLocations(tx, actor, location_ids))
})

/**
 * The ids of existing locations, each once and in order, locked against deletion. Refuses not_found for one that
 * doesn't exist, or was deleted.
 */
export async function lockNamedLocations(
  tx: Tx,
  { org_id }: Actor,
  location_ids: readonly string[],
): Promise<string[]> {
  const found = await tx.all(sql<{ id: string }>`
    select id from locations where org_id = ${org_id} and id = any (${location_ids}::uuid[]) and hidden_at is null
    order by id for key share`)
  return allFound(location_ids, found)
}

/** Refuses invalid_input for a role that has all locations. */
export function requireLimitable(role: Role): void {
  if (!limitable.includes(role)) refuseFields({ location_ids: 'Owners and admins have access to all locations' })
}

/** The ids of the locations that were found, each once. Refuses not_found for a missing one. */
export function allFound(location_ids: readonly string[], found: readonly { id: string }[]): string[] {
  const existing = new Set(found.map(({ id }) => id))
  const missing = location_ids.findIndex((id) => !existing.has(id))
  if (missing >= 0) refuseFields({ [`location_ids.${missing}`]: 'Location not found' }, 'not_found')
  return [...existing].toSorted()
}

/** Gives a member all locations again. Refuses, in this order: not_found; role_too_high. */
export const unlimitMemberCommand = implement(unlimitMember, async (tx, actor, { user_id }) => {
  const own = await lockMembers(tx, actor, 'members.write')
  await requireMemberInReach(tx, actor, own, user_id)
  return writeLocations(tx, actor, user_id, null)
})

async function writeLocations(tx: Tx, actor: Actor, user_id: string, location_ids: string[] | null): Promise<Member> {
  await tx.run(sql`
    update members set location_ids = ${location_ids}::uuid[]
    where org_id = ${actor.org_id} and user_id = ${user_id} and location_ids is distinct from ${location_ids}::uuid[]`)
  return readMember(tx, actor, user_id)
}
