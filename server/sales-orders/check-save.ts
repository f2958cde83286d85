import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

/**
 * The location to ship from must be active. Refuses, beside `location_id`: not_found, location_not_active. An unchanged
 * location isn't checked again.
 */
export async function requireActiveLocation(
  tx: Tx,
  actor: Actor,
  location_id: string | null,
  before: string | null = null,
): Promise<void> {
  if (location_id === null || location_id === before) return
  const location = await tx.maybe(sql<{ name: string; is_active: boolean }>`
    select name, is_active from locations where org_id = ${actor.org_id} and id = ${location_id} and hidden_at is null`)
  if (!location) refuseFields({ location_id: 'This location no longer exists' }, 'not_found')
  if (!location.is_active) refuseFields({ location_id: `${location.name} isn’t active` }, 'location_not_active')
}
