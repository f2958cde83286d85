import { setDefaultLocation } from '../../contract/locations.ts'
import { lockOrganizationExclusively } from '../organizations/lock-organization.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { locationById, oneLocation } from './queries.ts'

/**
 * Clears the current default, under the lock of the organization, taken before any location's. The caller sets another
 * one in the next statement: the partial unique index is checked immediately and allows only this order; readers see
 * both changes together at the commit.
 */
export function clearDefault(tx: Tx, actor: Actor): Promise<number> {
  return tx.run(sql`
    update locations set is_default = false, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and is_default`)
}

/**
 * Makes a location the default. Refuses, in this order: not_found, location_not_active. Changes nothing if it already
 * is the default.
 */
export const setDefaultLocationCommand = implement(setDefaultLocation, async (tx, actor, { id }) => {
  await lockOrganizationExclusively(tx, actor)
  const location =
    (await tx.maybe(sql<Awaited<ReturnType<typeof oneLocation>>>`${locationById(actor, id)} for no key update`)) ??
    refuse('not_found')
  if (location.is_default) return location
  if (!location.is_active)
    refuse('location_not_active', { location: location.name }, 'The default location must be active')
  await clearDefault(tx, actor)
  await tx.run(sql`
    update locations set is_default = true, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${id}`)
  return oneLocation(tx, actor, id)
})
