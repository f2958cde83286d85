import { formatQuantity } from '../../contract/quantity.ts'
import { createTransfer } from '../../contract/location-transfers.ts'
import { notifyOfStatus } from '../notifications/notify-of-status.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { postStock, userReference } from '../../ledger/post-stock.ts'
import type { MoveLine } from '../../ledger/posting.ts'
import { sql } from '../platform/sql.ts'
import { missingLocation, explainRefusals } from '../stock/explain-refusals.ts'
import { transferOf } from './queries.ts'

/**
 * Moves stock from one location to another: immediately, or in transit at the destination until it is received. Units
 * keep their lot. Refuses: not_found (product, location), product_archived, location_not_active (the destination),
 * too_many_decimals, insufficient_stock {asked, available}. The transfer's id is its posting's, so repeating it moves
 * nothing twice.
 */
export const createTransferCommand = implement(createTransfer, async (tx, actor, input) => {
  const id = input.id ?? newId()
  const { product_id, from_location_id, to_location_id, quantity, reason, notes } = input
  const onItsWay = input.status === 'pending'
  const line: MoveLine = {
    product_id,
    from_account: 'available',
    from_location_id,
    to_account: onItsWay ? 'in_transit' : 'available',
    to_location_id,
    quantity,
    type: 'transfer',
    reason,
    ...(onItsWay ? { document_line_id: id } : {}),
  }
  const demand = {
    document_line_id: id,
    document_kind: 'transfer' as const,
    document_id: id,
    product_id,
    location_id: to_location_id,
    wanted: quantity,
  }
  const posting = { id, kind: 'transfer', source_kind: 'transfer', source_id: id, notes, lines: [line] }
  await explainRefusals(postStock(tx, actor, onItsWay ? { ...posting, demands: [demand] } : posting), {
    fields: {
      location_not_active: 'to_location_id',
      not_found: (details) => {
        const location_id = missingLocation(details)
        return location_id && (location_id === from_location_id ? 'from_location_id' : 'to_location_id')
      },
    },
    sentences: {
      insufficient_stock: ({ available, location }) =>
        `Only ${formatQuantity(Number(available))} available at ${location}`,
    },
  })
  const [, , created] = await Promise.all([
    tx.run(sql`
    insert into location_transfers (org_id, id, user_id, user_reference, product_id, from_location_id, to_location_id, quantity, reason,
      notes, status, sent_posting_id, completed_posting_id)
    values (${actor.org_id}, ${id}, ${actor.user_id}, ${userReference(actor)}, ${product_id}, ${from_location_id}, ${to_location_id},
      ${quantity}, ${reason}, ${notes}, ${input.status}, ${onItsWay ? id : null}, ${onItsWay ? null : id})
    on conflict (org_id, id) do nothing`),
    notifyOfStatus(tx, actor, { document: 'transfer', id, old_status: null, new_status: input.status }),
    transferOf(tx, actor, id),
  ])
  return created
})
