import { updateLocation, type Location } from '../../contract/locations.ts'
import { implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockVersion } from '../platform/versioned.ts'
import { lockToClose } from './close-location.ts'
import { locationNameTaken, refuseInactiveDefault } from './create-location.ts'
import { clearDefault, lockDefault } from './default-location.ts'
import { locationById, oneLocation } from './queries.ts'

/**
 * Saves a location. Refuses, in this order: an inactive default, not_found, conflict; when it is deactivated:
 * location_is_default, location_not_empty, location_has_open_documents; name_taken.
 */
export const updateLocationCommand = implement(
  updateLocation,
  async (tx, actor, input) => {
    refuseInactiveDefault(input)
    if (input.is_default) await lockDefault(tx, actor)
    const before = await lockVersion(
      tx,
      sql<Location>`${locationById(actor, input.id)} for no key update`,
      input.version,
    )
    if (before.is_active && !input.is_active) await lockToClose(tx, actor, input.id, 'deactivate')
    const becomesDefault = input.is_default && !before.is_default
    if (becomesDefault) await clearDefault(tx, actor)
    await tx.run(sql`
      update locations
      set name = ${input.name}, contact_person = ${input.contact_person}, phone = ${input.phone}, email = ${input.email},
        address = ${input.address}, description = ${input.description}, is_active = ${input.is_active},
        is_default = is_default or ${becomesDefault}, version = version + 1, updated_at = app.now()
      where org_id = ${actor.org_id} and id = ${input.id}`)
    return oneLocation(tx, actor, input.id)
  },
  locationNameTaken,
)
