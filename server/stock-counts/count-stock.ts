import { countStock } from '../../contract/stock-counts.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { setQuantity } from '../../ledger/set-quantity.ts'
import { oneLocation } from '../locations/queries.ts'
import { implement } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { explainRefusals } from '../stock/explain-refusals.ts'
import { productToCount, stockCountById } from './queries.ts'

const missedLot = (lot_number: string) =>
  `${lot_number === '' ? 'There are also units without a lot' : `Lot ${lot_number} is also there`}. Count all lots of the product together.`

/**
 * Sets on hand of a product at a location to what was counted, lot by lot, and records the count. Refuses `conflict` if
 * on hand isn't what the counter saw, or if a lot that is there was left out. If on hand falls below the reservations,
 * the newest ones there are released.
 */
export const countStockCommand = implement(countStock, async (tx, actor, input) => {
  const { product_id, location_id, notes } = input
  const id = input.id ?? newId()
  await oneLocation(tx, actor, location_id)
  const counts = input.lots.map(({ lot_id, from, to }) => ({
    product_id,
    location_id,
    lot_id: lot_id ?? null,
    from,
    to,
  }))
  const result = await explainRefusals(setQuantity(tx, actor, { id, counts, notes }), { fields: null })
  await tx.run(sql`
    insert into stock_counts (org_id, id, product_id, location_id, expected, counted, has_difference, user_id, user_reference)
    select ${actor.org_id}, ${id}, ${product_id}, ${location_id}, sum(lot."from"), sum(lot."to"), ${result.movements > 0},
      ${actor.user_id}, ${userReference(actor)}
    from unnest(${counts.map(({ from }) => from)}::numeric[], ${counts.map(({ to }) => to)}::numeric[]) as lot ("from", "to")`)
  const product = (await productToCount(tx, actor, location_id, product_id)) ?? refuse('not_found')
  const seen = new Set(counts.map(({ lot_id }) => lot_id ?? product_id))
  const missed = product.lots.find(({ lot_id, on_hand }) => on_hand > 0 && !seen.has(lot_id))
  if (missed) refuse('conflict', { lot_id: missed.lot_id }, missedLot(missed.lot_number))
  return { count: await stockCountById(tx, actor, id), product, released: result.released }
})
