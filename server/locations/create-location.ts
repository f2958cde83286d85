import { createLocation } from '../../contract/locations.ts'
import { lockOrganizationExclusively } from '../organizations/lock-organization.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import type { UniqueRefusals } from '../platform/sql-errors.ts'
import { sql } from '../platform/sql.ts'
import { clearDefault } from './default-location.ts'
import { oneLocation } from './queries.ts'

/** The refusal of a second location of the same name. */
export const locationNameTaken: UniqueRefusals = {
  locations_name_key: { code: 'name_taken', fields: { name: 'A location with this name already exists' } },
}

/** Refuses a save that makes an inactive location the default. */
export function refuseInactiveDefault(input: { is_active: boolean; is_default: boolean }): void {
  if (input.is_default && !input.is_active) refuseFields({ is_active: 'The default location must be active' })
}

/**
 * Adds a location, as the default if requested. Refuses, in this order: an inactive default, name_taken (ignoring
 * case).
 */
export const createLocationCommand = implement(
  createLocation,
  async (tx, actor, input) => {
    refuseInactiveDefault(input)
    const id = input.id ?? newId()
    if (input.is_default) {
      await lockOrganizationExclusively(tx, actor)
      await clearDefault(tx, actor)
    }
    await tx.run(sql`
      insert into locations (
        org_id, id, user_id, name, contact_person, phone, email, address, description, is_active, is_default)
      values (
        ${actor.org_id}, ${id}, ${actor.user_id}, ${input.name}, ${input.contact_person}, ${input.phone}, ${input.email},
        ${input.address}, ${input.description}, ${input.is_active}, ${input.is_default})`)
    return oneLocation(tx, actor, id)
  },
  locationNameTaken,
)
