import {
  checkProductDeletions,
  type CheckedProduct,
  deleteProducts,
  restoreProducts,
} from '../../contract/product-deletions.ts'
import {
  archiveProducts,
  deleteProductsWithoutHistory,
  restoreProducts as restoreInLedger,
} from '../../ledger/products.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement } from '../platform/endpoint.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { readHoldings, refusalToDelete, refusalToDeleteAll } from './product-holdings.ts'

const gone = 'This product no longer exists'
const oneGone = 'One of these products no longer exists, so nothing was deleted'

/** What deleting each of the products would do or refuse, for the confirmation. */
export const checkProductDeletionsQuery = implement(checkProductDeletions, async (tx, actor, { product_ids: ids }) => {
  const [holdings, histories] = [await readHoldings(tx, actor, ids), await withHistory(tx, actor, ids)]
  const products = ids.map((id): CheckedProduct => {
    const holding = holdings.get(id)
    if (!holding) return { id, name: null, outcome: null, refusal: { code: 'not_found', message: gone } }
    const refusal = refusalToDelete(holding)?.body().error ?? null
    const outcome = histories.has(id) ? ('archived' as const) : ('deleted' as const)
    return { id, name: holding.name, outcome: refusal ? null : outcome, refusal }
  })
  return { products }
})

/**
 * Deletes the products that never moved and archives the others, all or none. Refuses, for the first product that has a
 * reason, what deleting it alone refuses.
 */
export const deleteProductsCommand = implement(deleteProducts, async (tx, actor, { product_ids: ids }) => {
  await lockProducts(tx, actor, ids)
  const holdings = await readHoldings(tx, actor, ids)
  for (const [index, id] of ids.entries()) {
    const holding = holdings.get(id)
    if (!holding) refuseFields({ [`product_ids.${index}`]: oneGone }, 'not_found')
    const refusal = refusalToDeleteAll(holding)
    if (refusal) throw refusal
  }
  const deleted = await deleteProductsWithoutHistory(tx, actor, ids)
  const archived = ids.filter((id) => !deleted.has(id))
  if (archived.length > 0) await archiveProducts(tx, actor, archived)
  return {
    products: ids.map((id) => ({ id, outcome: deleted.has(id) ? ('deleted' as const) : ('archived' as const) })),
  }
})

/** Restores the archived ones of the products, all or none. Refuses not_found. */
export const restoreProductsCommand = implement(restoreProducts, async (tx, actor, { product_ids: ids }) => {
  await lockProducts(tx, actor, ids)
  const existing = await tx.all(sql<{ id: string; archived: boolean }>`
    select id, archived_at is not null as archived from products
    where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  if (existing.length < ids.length) refuse('not_found')
  const archived = existing.filter((product) => product.archived).map(({ id }) => id)
  if (archived.length > 0) await restoreInLedger(tx, actor, archived)
  return { restored: archived.length }
})

/** Locks the products against every posting, by id: the ledger's order. */
async function lockProducts(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from products where org_id = ${actor.org_id} and id = any (${ids}::uuid[]) order by id for update`)
}

async function withHistory(tx: Tx, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as n (id) where kernel.has_history(${actor.org_id}, id)`)
  return new Set(rows.map(({ id }) => id))
}
