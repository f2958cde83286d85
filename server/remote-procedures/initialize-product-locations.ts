import { initializeProductLocations } from '../../contract/remote-procedures.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { ensureLevels, productLocation } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'

type Found = { archived: boolean; has_locations: boolean }

/**
 * Creates an empty row at the product's default location if it has no row anywhere; stock itself doesn't need it, the
 * ledger creates rows as needed. Returns how many it created. Refuses not_found, product_archived.
 */
export const initializeProductLocationsCommand = implement(initializeProductLocations, async (tx, actor, input) => {
  const product_id = input.p_product_id
  const product = await tx.maybe(sql<Found>`
    select archived_at is not null as archived,
      exists (select from stock_levels where org_id = ${actor.org_id} and product_id = ${product_id}) as has_locations
    from products where org_id = ${actor.org_id} and id = ${product_id} for key share`)
  if (!product) refuse('not_found')
  if (product.archived) refuse('product_archived')
  const location_id = product.has_locations ? null : await productLocation(tx, actor, product_id)
  return { product_id, made: location_id ? await ensureLevels(tx, actor, [{ product_id, location_id }]) : 0 }
})
