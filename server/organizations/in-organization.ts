import type { Role } from '../../contract/permissions.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

/**
 * Runs work in another organization inside the open transaction: only its rows can be read and written there, and both
 * organizations' changes are committed together. The caller has checked that the person has this role there, and these
 * locations: all, if none are given.
 */
export async function inOrganization<T>(
  tx: Tx,
  actor: Actor,
  { org_id, role, location_ids = null }: { org_id: string; role: Role; location_ids?: readonly string[] | null },
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  await Promise.all([tx.set('app.org_id', org_id), tx.useLocations(location_ids)])
  const result = await work({ ...actor, org_id, role, location_ids })
  await Promise.all([tx.set('app.org_id', actor.org_id), tx.useLocations(actor.location_ids)])
  return result
}
