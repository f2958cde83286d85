import { undoImport, type ImportLeftover } from '../../contract/imports.ts'
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../platform/db.ts'
import { implement, writingManyRows, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { productCodesTaken } from '../products/product-fields.ts'
import { lockRecordsForUndo } from './undo/lock-records.ts'
import { reportProgress } from './apply/progress.ts'
import { importById } from './queries.ts'
import { preferGenericPlans } from './apply/query-plans.ts'
import { countNewlyLowProducts, notifyImportUndone } from './apply/notify.ts'
import { lockImports } from './apply/import-lock.ts'
import { removeLocations } from './undo/remove-locations.ts'
import { restoreFields } from './undo/restore-fields.ts'
import { removeCategories, removeSuppliers } from './undo/remove-records.ts'
import { archiveAdded } from './undo/archive-products.ts'
import { reversePostings } from './undo/reverse-postings.ts'

/**
 * Undoes an import as far as the current data allows, in one transaction: pending rows are discarded, every posting
 * whose units are still there is reversed, the products it created and emptied are archived, fields it changed and no
 * one has edited since are restored, and unused categories, suppliers and locations it created are removed. What had to
 * stay is listed with its numbers; the undo can then be retried. Undone rows can be imported again. Refuses, in this
 * order: in_progress (another import or undo runs), not_found, import_not_undoable (already undone).
 */
export const undoImportCommand = writingManyRows(
  implement(
    undoImport,
    async (tx, actor, { id }) => {
      await lockImports(tx, actor)
      await preferGenericPlans(tx)
      const { status } = await importById(tx, actor, id)
      if (status === 'undone') refuse('import_not_undoable', { status }, 'This import has already been undone.')
      await Promise.all([
        reportProgress(tx, actor, id, { phase: 'undoing', done: 0, total: 0 }),
        lockRecordsForUndo(tx, actor, id),
      ])
      await countNewlyLowProducts(tx)
      const discarded = await discardDrafts(tx, actor, id)
      const stayed = await reversePostings(tx, actor, id)
      const kept = await archiveAdded(tx, actor, id, new Set(stayed.map(({ record_id }) => record_id)))
      await forgetUndoneRows(tx, actor, id)
      const changedSince = await restoreFields(tx, actor, id)
      await removeCategories(tx, actor, id)
      await removeSuppliers(tx, actor, id)
      await removeLocations(tx, actor, id)
      await recordUndo(tx, actor, id, [...stayed, ...kept, ...changedSince], discarded > 0)
      const record = await importById(tx, actor, id)
      await notifyImportUndone(tx, actor, record)
      return record
    },
    productCodesTaken,
  ),
)

/** Discards the rows that are still pending, and returns how many there were. */
async function discardDrafts(tx: Tx, actor: Actor, importId: string): Promise<number> {
  return await tx.run(sql`
    update transaction_drafts d set status = 'discarded', closed_at = clock_timestamp()
    from import_rows r
    where d.org_id = ${actor.org_id} and d.status = 'pending'
      and r.org_id = ${actor.org_id} and r.import_id = ${importId} and r.draft_id = d.id`)
}

/**
 * Only rows that are in effect count as imported: a row whose posting was reversed or whose draft was discarded can be
 * imported again.
 */
async function forgetUndoneRows(tx: Tx, actor: Actor, importId: string): Promise<void> {
  await tx.run(sql`
    delete from import_rows r
    where r.org_id = ${actor.org_id} and r.import_id = ${importId} and case
      when r.draft_id is null then exists (
        select from import_postings p
        where p.org_id = ${actor.org_id} and p.import_id = ${importId} and p.product_id = r.product_id and p.undone_at is not null)
      else exists (
        select from transaction_drafts d where d.org_id = ${actor.org_id} and d.id = r.draft_id and d.status = 'discarded')
      end`)
}

/** `discarded`: whether pending rows were discarded, which the import's own rows no longer show. */
async function recordUndo(tx: Tx, actor: Actor, importId: string, leftovers: ImportLeftover[], discarded: boolean) {
  const status = leftovers.length === 0 ? 'undone' : 'partly_undone'
  const isUndone = (table: string, at: string) => sql`
    exists (select from ${sql.ref(table)} r where r.org_id = ${actor.org_id} and r.import_id = ${importId} and ${sql.ref(at)} is not null)`
  await tx.run(sql`
    update imports set status = ${status}, undone_at = clock_timestamp(), undo_transaction_id = pg_current_xact_id(),
      leftovers = ${JSON.stringify(leftovers.slice(0, limits.importProblemsListed))}::jsonb, leftover_count = ${leftovers.length},
      anything_undone = coalesce(anything_undone, false) or ${discarded} or ${isUndone('import_postings', 'undone_at')}
        or ${isUndone('import_changes', 'taken_back_at')} or ${isUndone('import_records', 'taken_back_at')}
    where org_id = ${actor.org_id} and id = ${importId}`)
}
