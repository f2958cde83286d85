import { sql } from 'kysely'
import { deleteLocation } from '../../contract/locations.ts'
import { implement } from '../platform/endpoint.ts'
import { removeUntouchedLevels } from '../stock/locations.ts'
import { lockToClose } from './close-location.ts'

/**
 * Deletes a location without history, hides one with. Refuses, in this order: not_found, location_is_default, location_not_empty,
 * location_has_open_documents.
 */
export const deleteLocationCommand = implement(deleteLocation, async (tx, actor, { id }) => {
  await lockToClose(tx, actor, id, 'delete')
  void removeUntouchedLevels(tx, actor, id)
  return tx.one(sql<{ id: string; hidden: boolean }>`
    select ${id}::uuid as id, app.delete_location(${actor.org_id}, ${id}) as hidden`)
})
