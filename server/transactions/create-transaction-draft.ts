import { sql } from 'kysely'
import { createTransactionDraft } from '../../contract/transactions.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { userReference } from '../stock/post-stock.ts'

/**
 * Writes a transaction down without moving anything. Stock, lots and dates are judged when it is completed, because they may have
 * changed by then. Refuses not_found for a product or location that is not there.
 */
export const createTransactionDraftCommand = implement(createTransactionDraft, async (tx, actor, input) => {
  const id = input.id ?? newId()
  await tx.run(sql`
    insert into transaction_drafts (org_id, id, product_id, location_id, type, quantity, reason_code, notes, lot_number, happened_at,
      user_id, user_reference)
    values (${actor.org_id}, ${id}, ${input.product_id}, ${input.location_id ?? null}, ${input.type}, ${input.quantity},
      ${input.reason_code ?? null}, ${input.notes}, ${input.lot_number}, ${input.happened_at ?? null},
      ${actor.user_id}, ${userReference(actor)})`)
  return { draft_id: id }
})
