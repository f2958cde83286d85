import { initializeProductLocations } from '../../contract/remote-procedures.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { ensureLevels, productLocation } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'

type Found = { archived: boolean; has_locations: boolean }

/**
 * Makes an empty row where goods of the product go when no one says, if it has no row anywhere; stock itself never
 * waits for it, the ledger makes what it needs. Answers how many it made. Refuses not_found, product_archived.
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
