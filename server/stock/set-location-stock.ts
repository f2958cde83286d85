import { decimalPlaces } from '../../contract/quantity.ts'
import { maximumBelowMinimum, setLocationStock } from '../../contract/stock.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { PostingResult } from '../../ledger/posting.ts'
import { readLocationStock } from './product-stock.ts'
import { setQuantity } from '../../ledger/set-quantity.ts'
import { sql } from '../platform/sql.ts'
import { tooFine, explainRefusals } from './explain-refusals.ts'

type Levels = { min_stock_level?: number | undefined; max_stock_level?: number | null | undefined }

/**
 * Sets the stock at one location, lot by lot, and its minimum and maximum; all of it or nothing. Refuses `conflict`
 * {seen, present} if on hand isn't what the editor saw. If it falls below the reservations, the newest ones there are
 * released.
 */
export const setLocationStockCommand = implement(setLocationStock, async (tx, actor, input) => {
  const { product_id, location_id, notes } = input
  const locations = input.quantities.map(({ lot_id, from, to }) => ({
    product_id,
    location_id,
    lot_id: lot_id ?? null,
    from,
    to,
  }))
  const id = input.id ?? newId()
  const setsLevels = input.min_stock_level !== undefined || input.max_stock_level !== undefined
  // Before the posting, as a save of the product does. A caller who sets only the minimum keeps the maximum that
  // another person sets at the same moment.
  if (setsLevels) await lockProduct(tx, actor, product_id)
  const nothing: PostingResult = { posting_id: id, movements: 0, released: [] }
  const result =
    locations.length === 0
      ? nothing
      : await explainRefusals(setQuantity(tx, actor, { id, counts: locations, notes }), { fields: null })
  if (setsLevels) await setLevels(tx, actor, product_id, location_id, input)
  const [location] = await readLocationStock(tx, actor, product_id, location_id)
  return {
    posting_id: result.movements > 0 ? result.posting_id : null,
    location: location ?? refuse('not_found'),
    released: result.released,
  }
})

async function lockProduct(tx: Tx, actor: Actor, id: string): Promise<void> {
  const found = await tx.maybe(
    sql`select from products where org_id = ${actor.org_id} and id = ${id} for no key update`,
  )
  if (!found) refuse('not_found')
}

/** Writes the rule of one location, after the posting: omitted values stay, a maximum of 0 means none. */
async function setLevels(tx: Tx, actor: Actor, product_id: string, location_id: string, input: Levels): Promise<void> {
  const product = await tx.one(sql<{ quantity_decimals: number; minimum: number; maximum: number | null }>`
    select p.quantity_decimals, coalesce(r.minimum, 0) as minimum, r.maximum
    from products p
    left join stock_rules r on r.org_id = p.org_id and r.product_id = p.id and r.location_id = ${location_id}
    where p.org_id = ${actor.org_id} and p.id = ${product_id}`)
  const minimum = input.min_stock_level ?? product.minimum
  const maximum = input.max_stock_level === undefined ? product.maximum : input.max_stock_level || null
  const fields = levelErrors(minimum, maximum, product.quantity_decimals)
  if (Object.keys(fields).length > 0) refuseFields(fields)
  await tx.run(sql`
    insert into stock_rules (org_id, product_id, location_id, minimum, maximum)
    values (${actor.org_id}, ${product_id}, ${location_id}, ${minimum}, ${maximum})
    on conflict (org_id, product_id, location_id) do update set minimum = excluded.minimum, maximum = excluded.maximum`)
}

function levelErrors(minimum: number, maximum: number | null, decimals: number): Record<string, string> {
  return {
    ...(decimalPlaces(minimum) > decimals ? { min_stock_level: tooFine(decimals) } : {}),
    ...(maximum !== null && decimalPlaces(maximum) > decimals ? { max_stock_level: tooFine(decimals) } : {}),
    ...(maximum !== null && maximum < minimum ? { max_stock_level: maximumBelowMinimum } : {}),
  }
}
