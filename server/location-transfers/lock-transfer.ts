import type { Transfer, TransferStatus } from '../../contract/location-transfers.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { transferOf } from './queries.ts'

export type LockedTransfer = {
  id: string
  product_id: string
  from_location_id: string
  to_location_id: string
  quantity: number
  reason: string
  notes: string | null
  status: TransferStatus
  completed_posting_id: string | null
}

/**
 * Locks a transfer in `status`, so that two members closing it run one after the other. Refuses not_found, conflict
 * {status}.
 */
export async function lockTransfer(
  tx: Tx,
  actor: Actor,
  transfer_id: string,
  status: TransferStatus,
): Promise<LockedTransfer> {
  const transfer = await tx.maybe(sql<LockedTransfer>`
    select id, product_id, from_location_id, to_location_id, quantity, reason, notes, status, completed_posting_id
    from location_transfers where org_id = ${actor.org_id} and id = ${transfer_id} for update`)
  if (!transfer) refuse('not_found')
  if (transfer.status !== status) refuse('conflict', { status: transfer.status }, otherStatus[transfer.status])
  return transfer
}

const otherStatus: Readonly<Record<TransferStatus, string>> = {
  pending: 'This transfer is still in transit. Receive it or cancel it instead.',
  completed: 'This transfer was already received.',
  cancelled: 'This transfer was already cancelled.',
}

/** Ends a locked transfer after the posting that moved its units, notifies, and returns it. */
export async function closeTransfer(
  tx: Tx,
  actor: Actor,
  { id, status: old_status }: LockedTransfer,
  { status, posting_id }: { status: 'completed' | 'cancelled'; posting_id: string },
): Promise<Transfer> {
  const [, , closed] = await Promise.all([
    tx.run(sql`
      update location_transfers set status = ${status}, ${sql.ref(`${status}_posting_id`)} = ${posting_id}, closed_at = app.now()
      where org_id = ${actor.org_id} and id = ${id}`),
    notifyOfStatus(tx, actor, { document: 'transfer', id, old_status, new_status: status }),
    transferOf(tx, actor, id),
  ])
  return closed
}
