import type { NotificationKind } from '../../contract/notification-kinds.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from './notify.ts'

/** What the server looks up when it notifies: a change of a document's status. */
export type FoundStatus = Readonly<{
  found: 'status'
  document: 'sales_order' | 'purchase_order' | 'shipment' | 'receipt' | 'return' | 'transfer'
  id: string
  /** Null where the document was made. */
  old_status: string | null
  new_status: string
}>

type StatusOf = Omit<FoundStatus, 'found'>

/** Queues the notification of a document's new status, like `notify`. */
export function notifyOfStatus(tx: Tx, actor: Actor, change: StatusOf): Promise<void> {
  return notifyOfStatuses(tx, actor, change, [change.id])
}

/** The same for several documents, with one statement. */
export function notifyOfStatuses(
  tx: Tx,
  actor: Actor,
  change: Omit<StatusOf, 'id'>,
  document_ids: readonly string[],
): Promise<void> {
  const payloads = document_ids.map((id) => ({ found: 'status', cause: newId(), ...change, id }))
  return enqueue(tx, actor, kindOfStatus(change), payloads)
}

/** A return is announced with its sales order; a failed shipment also to the person who recorded it. */
export function kindOfStatus({ document, new_status }: Pick<FoundStatus, 'document' | 'new_status'>): NotificationKind {
  if (document === 'shipment' && new_status === 'failed') return 'shipment_failed'
  return document === 'return' ? 'sales_order' : document
}
