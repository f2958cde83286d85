import type { z } from 'zod'
import type { createTransfer, Transfer } from '../../contract/location-transfers.ts'
import { userReference } from '../../ledger/post-stock.ts'
import type { NewPosting } from '../../ledger/posting.ts'
import { notifyOfStatuses } from '../notifications/notify-of-status.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import { transfersOf } from './queries.ts'

/** A transfer to create: what was asked, and its id, which is also its posting's. */
export type NewTransfer = z.output<typeof createTransfer.input> & { id: string }

/** The posting that moves the units, immediately or until the destination receives them. */
export function postingOf(transfer: NewTransfer): NewPosting {
  const { id, product_id, from_location_id, to_location_id, lot_id = null, quantity, reason, notes } = transfer
  const isPending = transfer.status === 'pending'
  const demand = {
    document_line_id: id,
    document_kind: 'transfer' as const,
    document_id: id,
    product_id,
    location_id: to_location_id,
    wanted: quantity,
  }
  return {
    id,
    kind: 'transfer',
    source_kind: 'transfer',
    source_id: id,
    notes,
    ...(isPending ? { demands: [demand] } : {}),
    lines: [
      {
        product_id,
        from_account: 'available',
        from_location_id,
        from_lot_id: lot_id,
        to_account: isPending ? 'in_transit' : 'available',
        to_location_id,
        quantity,
        type: 'transfer',
        reason,
        ...(isPending ? { document_line_id: id } : {}),
      },
    ],
  }
}

/** Writes transfers after they were posted, and returns them, in any order. */
export async function writeTransfers(
  tx: Tx,
  actor: Actor,
  transfers: readonly NewTransfer[],
): Promise<readonly Transfer[]> {
  const byStatus = [...Map.groupBy(transfers, ({ status }) => status)]
  const [, , written] = await Promise.all([
    insertTransfers(tx, actor, transfers),
    Promise.all(
      byStatus.map(([new_status, some]) =>
        notifyOfStatuses(tx, actor, { document: 'transfer', old_status: null, new_status }, idsOf(some)),
      ),
    ),
    transfersOf(tx, actor, idsOf(transfers)),
  ])
  return written
}

const idsOf = (transfers: readonly NewTransfer[]) => transfers.map(({ id }) => id)

/** A transfer that was already created by the same request stays as it is. */
function insertTransfers(tx: Tx, actor: Actor, transfers: readonly NewTransfer[]): Promise<unknown> {
  return tx.run(sql`
    insert into location_transfers (org_id, id, user_id, user_reference, product_id, from_location_id, to_location_id, quantity, reason,
      notes, status, sent_posting_id, completed_posting_id)
    select ${actor.org_id}, n.id, ${actor.user_id}, ${userReference(actor)}, n.product_id, n.from_location_id, n.to_location_id, n.quantity,
      n.reason, n.notes, n.status, case n.status when 'pending' then n.id end, case n.status when 'completed' then n.id end
    from unnest(
      ${transfers.map(({ id }) => id)}::uuid[], ${transfers.map(({ product_id }) => product_id)}::uuid[],
      ${transfers.map(({ from_location_id }) => from_location_id)}::uuid[], ${transfers.map(({ to_location_id }) => to_location_id)}::uuid[],
      ${transfers.map(({ quantity }) => quantity)}::numeric[], ${transfers.map(({ reason }) => reason)}::text[],
      ${transfers.map(({ notes }) => notes)}::text[], ${transfers.map(({ status }) => status)}::text[])
      as n (id, product_id, from_location_id, to_location_id, quantity, reason, notes, status)
    on conflict (org_id, id) do nothing`)
}
