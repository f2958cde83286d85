import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Poster } from './post-stock.ts'

/** `recorded`: what the books said at that moment (never negative). `happened`: what was there, with late entries (may be negative, and then says so). */
export type AsOfBasis = 'recorded' | 'happened'

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

/** Levels as of a moment (RFC 3339), of one product or of the whole catalogue; places where all was zero are left out. */
export function levelsAsOf(
  tx: Tx,
  actor: Poster,
  input: { at: string; basis: AsOfBasis; product_id?: string },
): Promise<LevelAsOf[]> {
  return tx.all(sql<LevelAsOf>`
    select product_id, location_id, lot_id, available, reserved, held, in_transit, incoming, available + reserved as on_hand
    from kernel.levels_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis}, ${input.product_id ?? null})`)
}

export type ValueAsOf = { units: number; cost: number; price: number }

/** Units on hand of the whole catalogue as of a moment, at the cost and at the price of that moment. */
export function valueAsOf(tx: Tx, actor: Poster, input: { at: string; basis: AsOfBasis }): Promise<ValueAsOf> {
  return tx.one(sql<ValueAsOf>`
    select units, cost, price from kernel.value_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis})`)
}
