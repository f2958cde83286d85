import { createProduct } from '../../contract/products.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuseFields } from '../platform/refusal.ts'
import { postStock } from '../../ledger/post-stock.ts'
import { ensureLevels, initializeProduct } from '../../ledger/products.ts'
import { sql } from '../platform/sql.ts'
import { writtenColumns } from './product-columns.ts'
import {
  additionalQuantities,
  givenCost,
  productKeysTaken,
  refuseFineQuantities,
  requireReferences,
} from './product-fields.ts'
import { mainLocation, namedLocation, requireAdditionalLocations } from './product-locations.ts'
import { productById } from './queries.ts'

/**
 * Adds a product and posts its opening stock in one posting, at its location (created if its name is new, the default
 * if none is named) and at the additional ones. Refuses, in this order: invalid_input (an unknown cost that isn't 0),
 * too_many_decimals, not_found (category, supplier, a limited member's new location), location_not_active, not_found
 * or invalid_input (additional locations), sku_taken.
 */
export const createProductCommand = implement(
  createProduct,
  async (tx, actor, input) => {
    const { quantity_decimals, min_stock_level, stock_quantity, additional_locations } = input
    const cost_price = givenCost(input)
    refuseFineQuantities(quantity_decimals, { stock_quantity, min_stock_level, ...additionalQuantities(input) })
    await requireReferences(tx, actor, input)
    const named = await namedLocation(tx, actor, input.location)
    if (named && !named.is_active) refuseFields({ location: 'This location isn’t active' }, 'location_not_active')
    const main = await mainLocation(tx, actor, named)
    await requireAdditionalLocations(tx, actor, input, main)

    const id = input.id ?? newId()
    const columns = writtenColumns({ ...input, cost_price, location: named?.name ?? null })
    await tx.run(sql`
      insert into products (org_id, id, user_id, ${sql.join(columns.map(({ name }) => name))})
      values (${actor.org_id}, ${id}, ${actor.user_id}, ${sql.join(columns.map(({ value }) => value))})`)
    await initializeProduct(tx, actor, { product_id: id, minimum: min_stock_level })

    const locations = [{ location_id: main, quantity: stock_quantity }, ...additional_locations]
    // A chosen location without stock is still one of the product's locations.
    const chosen = [...(named ? [named.id] : []), ...additional_locations.map((row) => row.location_id)]
    if (chosen.length > 0)
      await ensureLevels(
        tx,
        actor,
        chosen.map((location_id) => ({ product_id: id, location_id })),
      )
    const lines = locations
      .filter(({ quantity }) => quantity > 0)
      .map(({ location_id, quantity }) => ({
        product_id: id,
        from_account: 'opening' as const,
        to_account: 'available' as const,
        to_location_id: location_id,
        quantity,
      }))
    if (lines.length > 0) await postStock(tx, actor, { id: newId(), kind: 'opening', lines })
    return productById(tx, actor, id)
  },
  productKeysTaken,
)
