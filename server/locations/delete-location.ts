import { deleteLocation, readLocationDeletion } from '../../contract/locations.ts'
import { implement } from '../platform/endpoint.ts'
import { locationProblem, removeUntouchedLevels } from '../../ledger/locations.ts'
import { sql } from '../platform/sql.ts'
import { closingMessages } from '../stock/closing-messages.ts'
import { openDocuments } from '../stock/open-documents.ts'
import { explainedRefusal } from '../stock/explain-refusals.ts'
import { lockToClose } from './close-location.ts'
import { lockLimitedTo, onlyLocationRefusal } from './only-location.ts'

/**
 * Deletes a location without history, hides one with it. Refuses, in this order: not_found, location_is_default,
 * location_not_empty, location_has_open_documents, location_has_members (members or API keys limited to it alone).
 */
export const deleteLocationCommand = implement(deleteLocation, async (tx, actor, { id }) => {
  await lockToClose(tx, actor, id, 'delete')
  await lockLimitedTo(tx, actor, id)
  const onlyLocation = await onlyLocationRefusal(tx, actor, id)
  if (onlyLocation) throw onlyLocation
  await removeUntouchedLevels(tx, actor, id)
  return tx.one(sql<{ id: string; hidden: boolean }>`
    select ${id}::uuid as id, app.delete_location(${actor.org_id}, ${id}) as hidden`)
})

/** What the command would refuse, for the check before the confirmation. Refuses not_found. */
export const readLocationDeletionQuery = implement(readLocationDeletion, async (tx, actor, { id }) => {
  const [problem, documents] = await Promise.all([
    locationProblem(tx, actor, id),
    openDocuments(tx, actor, { location_id: id }),
  ])
  if (!problem) {
    const onlyLocation = await onlyLocationRefusal(tx, actor, id)
    return { refusal: onlyLocation?.body().error ?? null, documents }
  }
  const refusal = explainedRefusal(problem.code, problem.detail, closingMessages.delete)
  if (refusal.code === 'not_found') throw refusal
  return { refusal: refusal.body().error, documents }
})
