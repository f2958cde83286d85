import { deleteProduct, readProductDeletion } from '../../contract/product-deletion.ts'
import { implement } from '../platform/endpoint.ts'
import { openDocuments } from '../stock/open-documents.ts'
import { archiveProduct, deleteProductWithoutHistory } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { readHolding, refusalToDelete, refusalToWriteOff } from './product-holdings.ts'

/**
 * Deletes a product that never moved, archives one that did, and returns which. Refuses, in this order: not_found;
 * product_archived; product_not_empty with its stock (on_hand, held, in_transit, incoming) and demand (documents,
 * drafts).
 */
export const deleteProductCommand = implement(deleteProduct, async (tx, actor, { id }) => {
  // Locked against every posting before it is checked.
  await tx.run(sql`select from products where org_id = ${actor.org_id} and id = ${id} for update`)
  const refusal = refusalToDelete(await readHolding(tx, actor, id))
  if (refusal) throw refusal
  if (await deleteProductWithoutHistory(tx, actor, id)) return { id, outcome: 'deleted' as const }
  await archiveProduct(tx, actor, id)
  return { id, outcome: 'archived' as const }
})

/** What the commands would do or refuse, for the confirmation. Refuses not_found. */
export const readProductDeletionQuery = implement(readProductDeletion, async (tx, actor, { id }) => {
  const [holding, documents, { has_history, locations }] = await Promise.all([
    readHolding(tx, actor, id),
    openDocuments(tx, actor, { product_id: id }),
    tx.one(sql<{ has_history: boolean; locations: number }>`
      select kernel.has_history(${actor.org_id}, ${id}) as has_history, count(distinct location_id)::integer as locations
      from stock_levels
      where org_id = ${actor.org_id} and product_id = ${id} and available + reserved + held > 0`),
  ])
  const refusal = refusalToDelete(holding)
  const { on_hand, held } = holding
  const canWriteOff = on_hand + held > 0 && refusalToWriteOff(holding) === null
  return {
    refusal: refusal?.body().error ?? null,
    documents,
    outcome: refusal ? null : has_history ? ('archived' as const) : ('deleted' as const),
    write_off: canWriteOff ? { on_hand, held, locations } : null,
  }
})
