import { sql } from 'kysely'
import type { AsOfAnswer, Clock } from '../../contract/as-of.ts'
import type { Tx } from '../platform/db.ts'
import { refuseFields } from '../platform/refusal.ts'
import type { Poster } from '../../ledger/post-stock.ts'

/**
 * The moment that a query is asked to look back to (contract/as-of.ts), read in the organisation's time zone. Days begin and end as the
 * database reckons them, so every screen and report agrees. Refuses what lies after the end of today.
 */
export async function asOfMoment(
  tx: Tx,
  actor: Pick<Poster, 'org_id'>,
  { as_of, by }: { as_of: string; by: Clock },
  field = 'as_of',
): Promise<AsOfAnswer> {
  const { is_future, ...found } = await tx.one(sql<Omit<AsOfAnswer, 'by'> & { is_future: boolean }>`
    select o.time_zone, app.past_moment(o.time_zone, ${as_of}) as at,
      app.past_moment(o.time_zone, ${as_of}) > app.day_end((now() at time zone o.time_zone)::date, o.time_zone) as is_future
    from organizations o where o.org_id = ${actor.org_id}`)
  if (is_future) refuseFields({ [field]: 'This must not lie in the future' })
  return { ...found, by }
}

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
  input: { at: string; basis: Clock; product_id?: string },
): Promise<LevelAsOf[]> {
  return tx.all(sql<LevelAsOf>`
    select product_id, location_id, lot_id, available, reserved, held, in_transit, incoming, available + reserved as on_hand
    from ${
      input.product_id
        ? sql`kernel.levels_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis}, ${input.product_id})`
        : sql`kernel.catalogue_levels_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis})`
    }`)
}

export type ValueAsOf = { units: number; cost: number; price: number; unknown_cost_units: number }

/** Units on hand of the whole catalogue as of a moment, at the cost and at the price of that moment; those without a known cost apart. */
export function valueAsOf(tx: Tx, actor: Poster, input: { at: string; basis: Clock }): Promise<ValueAsOf> {
  return tx.one(sql<ValueAsOf>`
    select units, cost, price, unknown_cost_units from kernel.value_as_of(${actor.org_id}, ${input.at}::timestamptz, ${input.basis})`)
}
