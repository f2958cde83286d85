import type { StatusChange } from '../../contract/documents.ts'
import { limits } from '../../contract/limits.ts'
import { notifyOfStatus } from '../notifications/notify.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql, type Statement } from '../platform/sql.ts'

/** A document by the column of status_changes that names its kind. */
export type DocumentRef = { column: 'purchase_order_id' | 'sales_order_id' | 'shipment_id'; id: string }

type StatusToRecord = {
  old_status: string | null
  new_status: string
  notes?: string | null
  /** It followed from something else; no one chose this status. */
  is_automatic?: boolean
}

const is = (document: DocumentRef): Statement<boolean> => sql`${sql.ref(document.column)} = ${document.id}`

/**
 * Writes down that a document's status changed (`old_status` null: that it was made), and tells colleagues unless it
 * followed from something else. Nothing when both are the same. The caller holds the document's row, so the numbers of
 * its changes have no gaps and each starts where the last one ended.
 */
export function recordStatus(tx: Tx, actor: Actor, document: DocumentRef, change: StatusToRecord): void {
  if (change.old_status === change.new_status) return
  if (!change.is_automatic) noteStatus(tx, actor, document, change)
  tx.later(sql`
    insert into status_changes (org_id, id, ${sql.ref(document.column)}, change_no, old_status, new_status, notes, user_id, changed_by,
      is_automatic)
    select ${actor.org_id}, ${newId()}, ${document.id}, coalesce(max(change_no), 0) + 1, ${change.old_status}, ${change.new_status},
      ${change.notes ?? null}, ${actor.user_id}, ${actor.email}, ${change.is_automatic ?? false}
    from status_changes where org_id = ${actor.org_id} and ${is(document)}`)
}

const documents = {
  purchase_order_id: 'purchase_order',
  sales_order_id: 'sales_order',
  shipment_id: 'shipment',
} as const

function noteStatus(
  tx: Tx,
  actor: Actor,
  { column, id }: DocumentRef,
  { old_status, new_status }: StatusToRecord,
): void {
  notifyOfStatus(tx, actor, { document: documents[column], id, old_status, new_status })
}

/** The newest changes of a document's status, newest first. */
export function statusChangesOf(tx: Tx, actor: Actor, document: DocumentRef): Promise<StatusChange[]> {
  return tx.all(sql<StatusChange>`
    select id, old_status, new_status, notes, changed_by, created_at from status_changes
    where org_id = ${actor.org_id} and ${is(document)}
    order by change_no desc limit ${limits.historyRowsShown}`)
}
