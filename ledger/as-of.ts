import type { Clock } from '../contract/as-of.ts'
import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { Poster } from './post-stock.ts'

export type LevelAsOf = {
  product_id: string
  location_id: string
  lot_id: string
  available: number
  reserved: number
  held: number
  in_transit: number
  incoming: number
  on_hand: number
}

/**
 * Returns the levels as of a moment (RFC 3339), of one product or the entire catalog, without locations where
 * everything was zero.
 */
export function levelsAsOf(
  tx: Tx,
  actor: Poster,
  input: { at: string; basis: Clock; product_id?: string },
): Promise<LevelAsOf[]> {
  return tx.all(sql<LevelAsOf>`
    select product_id, location_id, lot_id, available, reserved, held, in_transit, incoming, available + reserved as on_hand
    from ${
      input.product_id
        ? sql`kernel.levels_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis}, ${input.product_id})`
        : sql`kernel.catalog_levels_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis})`
    }`)
}

export type ValueAsOf = { units: number; cost: number; price: number; unknown_cost_units: number }

/**
 * Returns the units on hand of the entire catalog as of a moment, at the cost and price of that moment; units without a
 * known cost separately.
 */
export function valueAsOf(tx: Tx, actor: Poster, input: { at: string; basis: Clock }): Promise<ValueAsOf> {
  return tx.one(sql<ValueAsOf>`
    select units, cost, price, unknown_cost_units from kernel.value_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis})`)
}
