import { mayDo, reaches, type Permission, type Role } from '../../contract/permissions.ts'
import { lockOrganizationExclusively } from '../organizations/lock-organization.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/**
 * Serializes changes to the organization's members, and returns the caller's current role: if two owners demote each
 * other at once, the second is no longer an owner when its turn comes. Refuses not_found if the caller was removed in
 * the meantime, and forbidden if their role no longer has the permission.
 */
export async function lockMembers(tx: Tx, actor: Actor, permission: Permission): Promise<Role> {
  await lockOrganizationExclusively(tx, actor)
  const own = await tx.maybe(sql<{ role: Role }>`
    select role from members where org_id = ${actor.org_id} and user_id = ${actor.user_id}`)
  if (!own) refuse('not_found')
  if (!mayDo(own.role, permission)) refuse('forbidden', { role: own.role })
  return own.role
}

/** The role of a member. Refuses not_found, and role_too_high if the caller's own role is below it. */
export async function requireMemberInReach(tx: Tx, actor: Actor, own: Role, user_id: string): Promise<Role> {
  const found = await tx.maybe(sql<{ role: Role }>`
    select role from members where org_id = ${actor.org_id} and user_id = ${user_id}`)
  if (!found) refuse('not_found')
  if (!reaches(own, found.role)) refuse('role_too_high')
  return found.role
}

/** Refuses last_owner if this member is the organization's only owner. The caller holds the lock of `lockMembers`. */
export async function requireAnotherOwner(tx: Tx, actor: Actor, user_id: string): Promise<void> {
  const others = await tx.all(sql`
    select from members where org_id = ${actor.org_id} and role = 'owner' and user_id <> ${user_id} limit 1`)
  if (others.length === 0) refuse('last_owner')
}
