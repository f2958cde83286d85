import { restoreProduct } from '../../contract/product-deletion.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { restoreProduct as restoreInLedger } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { productById } from './queries.ts'

/** Restores an archived product. Refuses not_found; a product that isn't archived stays unchanged. */
export const restoreProductCommand = implement(restoreProduct, async (tx, actor, { id }) => {
  const product = await tx.maybe(sql<{ archived: boolean }>`
    select archived_at is not null as archived from products where org_id = ${actor.org_id} and id = ${id} for update`)
  if (!product) refuse('not_found')
  if (product.archived) await restoreInLedger(tx, actor, id)
  return productById(tx, actor, id)
})
