import { applyPriceUpdate } from '../../contract/price-updates.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { recordPrices } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { closePriceUpdate, isOpenFor, lockPriceUpdate, type LockedPriceUpdate } from './close-price-update.ts'

/**
 * Makes a suggested price the price of its product and adds it to the history. Refuses not_found, conflict (it was
 * rejected), product_archived. Applied twice, or fifty times at once, it takes effect once.
 */
export const applyPriceUpdateCommand = implement(applyPriceUpdate, async (tx, actor, { id }) => {
  const before = await lockPriceUpdate(tx, actor, id)
  if (!isOpenFor(before, 'applied')) return { ...before, product: unchanged(before) }
  if (before.product?.archived) refuse('product_archived', undefined, 'This product is archived. Restore it first.')
  const applied = await closePriceUpdate(tx, actor, id, 'applied')
  return { ...applied, product: await setPrice(tx, actor, before) }
})

async function setPrice(tx: Tx, actor: Actor, { id, product_id, new_price, product }: LockedPriceUpdate) {
  if (!product || product_id === null) return null
  const written = await tx.run(sql`
    update products set price = ${new_price}, version = version + 1, updated_at = app.now()
    where org_id = ${actor.org_id} and id = ${product_id} and price <> ${new_price}`)
  await recordPrices(tx, actor, [product_id], { source: 'fetched', price_update_id: id })
  return { id: product_id, price: new_price, version_before: product.version, version: product.version + written }
}

function unchanged({ product_id, product }: LockedPriceUpdate) {
  if (!product || product_id === null) return null
  return { id: product_id, price: product.price, version_before: product.version, version: product.version }
}
