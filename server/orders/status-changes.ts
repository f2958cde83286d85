import type { StatusChange } from '../../contract/documents.ts'
import { limits } from '../../contract/limits.ts'
import { nameOf, storedName } from '../platform/person-name.ts'
import { notifyOfStatuses } from '../notifications/notify-of-status.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'

/** A document by the column of status_changes that names its kind. */
export type DocumentRef = { column: 'purchase_order_id' | 'sales_order_id' | 'shipment_id'; id: string }

type StatusToRecord = {
  old_status: string | null
  new_status: string
  notes?: string | null
  /** It followed from something else: no one chose this status. */
  is_automatic?: boolean
}

/**
 * Records that a document's status changed (`old_status` null: it was created), and notifies colleagues unless it
 * followed from something else. Does nothing if both are the same. The caller holds the document's row, so the numbers
 * of its changes have no gaps and each starts where the last one ended.
 */
export function recordStatus(tx: Tx, actor: Actor, { column, id }: DocumentRef, change: StatusToRecord): Promise<void> {
  return recordStatuses(tx, actor, column, [id], change)
}

/** The same for several documents of a kind. */
export async function recordStatuses(
  tx: Tx,
  actor: Actor,
  column: DocumentRef['column'],
  document_ids: readonly string[],
  { old_status, new_status, notes, is_automatic = false }: StatusToRecord,
): Promise<void> {
  if (old_status === new_status) return
  const change = { document: documents[column], old_status, new_status }
  await Promise.all([
    is_automatic ? null : notifyOfStatuses(tx, actor, change, document_ids),
    tx.run(sql`
    insert into status_changes (org_id, id, ${sql.ref(column)}, change_no, old_status, new_status, notes, user_id, changed_by,
      is_automatic)
    select ${actor.org_id}, n.id, n.document_id, 1 + coalesce((
        select max(c.change_no) from status_changes c where c.org_id = ${actor.org_id} and c.${sql.ref(column)} = n.document_id), 0),
      ${old_status}, ${new_status}, ${notes ?? null}, ${actor.user_id}, ${actor.email}, ${is_automatic}
    from unnest(${document_ids.map(() => newId())}::uuid[], ${document_ids}::uuid[]) as n (id, document_id)`),
  ])
}

/** The same for documents that changed in different ways, with one statement for all that have the same change. */
export async function recordEachStatus<S extends string>(
  tx: Tx,
  actor: Actor,
  column: DocumentRef['column'],
  changes: readonly { id: string; old_status: S; new_status: S; notes: string | null }[],
  how: Pick<StatusToRecord, 'is_automatic'> = {},
): Promise<void> {
  const same = Map.groupBy(changes, ({ old_status, new_status, notes }) =>
    JSON.stringify([old_status, new_status, notes]),
  )
  await Promise.all(
    [...same.values()].map((some) => {
      const { old_status = null, new_status = '', notes = null } = some[0] ?? {}
      const ids = some.map(({ id }) => id)
      return recordStatuses(tx, actor, column, ids, { ...how, old_status, new_status, notes })
    }),
  )
}

const documents = {
  purchase_order_id: 'purchase_order',
  sales_order_id: 'sales_order',
  shipment_id: 'shipment',
} as const

/** The newest changes of the status of each document, newest first. */
export async function statusChangesOf(
  tx: Tx,
  actor: Actor,
  column: DocumentRef['column'],
  document_ids: readonly string[],
): Promise<(StatusChange & { document_id: string })[]> {
  return tx.all(sql<StatusChange & { document_id: string }>`
    select d.id as document_id, c.* from unnest(${document_ids}::uuid[]) as d (id)
    cross join lateral (
      select id, old_status, new_status, notes, created_at,
        ${storedName(actor.org_id, sql`status_changes.user_id`, sql`changed_by`)} as changed_by,
        ${nameOf(actor.org_id, sql`status_changes.user_id`, sql`changed_by`)} as changed_by_name
      from status_changes
      where org_id = ${actor.org_id} and ${sql.ref(column)} = d.id
      order by change_no desc limit ${limits.historyRowsShown}) c`)
}
