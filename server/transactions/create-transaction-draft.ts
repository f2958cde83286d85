import { decimalPlaces } from '../../contract/quantity.ts'
import { createTransactionDraft } from '../../contract/transaction-drafts.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { tooFine } from '../stock/explain-refusals.ts'

/**
 * Stores a transaction without moving anything. Stock, lots and dates are checked when it is completed, because they
 * may have changed by then. Refuses not_found for a missing product or location, product_archived, and
 * too_many_decimals.
 */
export const createTransactionDraftCommand = implement(createTransactionDraft, async (tx, actor, input) => {
  await checkProduct(tx, actor, input)
  const id = input.id ?? newId()
  await tx.run(sql`
    insert into transaction_drafts (org_id, id, product_id, location_id, type, quantity, reason_code, notes, lot_number, expires_on,
      happened_at, user_id, user_reference)
    values (${actor.org_id}, ${id}, ${input.product_id}, ${input.location_id ?? null}, ${input.type}, ${input.quantity},
      ${input.reason_code ?? null}, ${input.notes}, ${input.lot_number}, ${input.expires_on}::date,
      ${input.happened_at ?? null}, ${actor.user_id}, ${userReference(actor)})`)
  return { draft_id: id }
})

/**
 * What can't become valid later. Keeps the product from being archived in the meantime, because archiving checks its
 * drafts.
 */
async function checkProduct(tx: Tx, actor: Actor, input: { product_id: string; quantity: number }): Promise<void> {
  const product = await tx.maybe(sql<{ quantity_decimals: number; archived: boolean }>`
    select quantity_decimals, archived_at is not null as archived
    from products where org_id = ${actor.org_id} and id = ${input.product_id} for key share`)
  if (!product) refuse('not_found', {}, 'Product not found')
  if (product.archived) refuseFields({ product_id: 'This product is archived. Restore it first.' }, 'product_archived')
  if (decimalPlaces(input.quantity) <= product.quantity_decimals) return
  refuseFields({ quantity: tooFine(product.quantity_decimals) }, 'too_many_decimals')
}
