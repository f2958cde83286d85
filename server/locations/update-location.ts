import { updateLocation, type Location } from '../../contract/locations.ts'
import { lockOrganizationExclusively } from '../organizations/lock-organization.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { lockVersion } from '../platform/versioned.ts'
import { lockToClose } from './close-location.ts'
import { locationNameTaken, refuseInactiveDefault } from './create-location.ts'
import { clearDefault } from './default-location.ts'
import { locationById, oneLocation } from './queries.ts'

/**
 * Saves a location. The products that name it get its new name. Refuses, in this order: an inactive default,
 * not_found, conflict; when it is deactivated: location_is_default, location_not_empty, location_has_open_documents;
 * name_taken.
 */
export const updateLocationCommand = implement(
  updateLocation,
  async (tx, actor, input) => {
    refuseInactiveDefault(input)
    if (input.is_default) await lockOrganizationExclusively(tx, actor)
    const before = await lockVersion(
      tx,
      sql<Location>`${locationById(actor, input.id)} for no key update`,
      input.version,
    )
    const isClosed = before.is_active && !input.is_active
    if (isClosed) await lockToClose(tx, actor, input.id, 'deactivate')
    const becomesDefault = input.is_default && !before.is_default
    if (becomesDefault) await clearDefault(tx, actor)
    await tx.run(sql`
      update locations
      set name = ${input.name}, contact_person = ${input.contact_person}, phone = ${input.phone}, email = ${input.email},
        address = ${input.address}, description = ${input.description}, is_active = ${input.is_active},
        is_default = is_default or ${becomesDefault}, version = version + 1, updated_at = app.now()
      where org_id = ${actor.org_id} and id = ${input.id}`)
    const names = { before: before.name, after: input.name }
    if (names.before !== names.after) await renameInProducts(tx, actor, names, isClosed)
    return oneLocation(tx, actor, input.id)
  },
  locationNameTaken,
)

/**
 * Their `location` is a text, which would otherwise name a location that no longer exists. When the location is closed
 * as well, products that someone is saving at this moment keep the old name: waiting for them after the levels are
 * locked could deadlock.
 */
function renameInProducts(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: string; after: string },
  isClosed: boolean,
): Promise<number> {
  const named = sql`select id from products where org_id = ${actor.org_id} and lower(location) = lower(${before})`
  return tx.run(sql`
    update products set location = ${after}, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id in (
      ${named} ${isClosed ? sql`for no key update skip locked` : sql`order by id for no key update`})`)
}
