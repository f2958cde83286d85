import type { Clock } from '../contract/as-of.ts'
import type { Tx } from '../server/platform/db.ts'
import { sql } from '../server/platform/sql.ts'
import type { Poster } from './post-stock.ts'

export type ValueAsOf = { units: number; cost: number; price: number; unknown_cost_units: number }

/**
 * Returns the units on hand of the entire catalog as of a moment, at the cost and price of that moment; units without a
 * known cost separately.
 */
export function valueAsOf(tx: Tx, actor: Poster, input: { at: string; by: Clock }): Promise<ValueAsOf> {
  return tx.one(sql<ValueAsOf>`
    select units, cost, price, unknown_cost_units from kernel.value_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.by})`)
}
