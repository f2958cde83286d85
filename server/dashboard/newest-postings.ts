import { transactionTypes } from '../../contract/transaction-types.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { entriesAtLocations } from '../stock/entries-at-locations.ts'

/** What moves units: a commitment only reserves them. */
export const movingTypes = transactionTypes.filter((type) => type !== 'commitment')

/** This many entries at a limited member's locations almost always contain enough postings. */
export const nearEntries = 40

/** The newest postings by recorded time: of a limited member, those of the newest entries at their locations. */
export function newestPostings(actor: Actor, look: number): Statement<unknown> {
  return actor.location_ids
    ? postingsAtLocations(actor, actor.location_ids, sql.lit(look))
    : sql`
      select p.id, p.kind, p.source_id, p.reverses_posting_id, p.recorded_at from stock_postings p
      where p.org_id = ${actor.org_id}
      order by p.recorded_at desc, p.id desc
      limit ${sql.lit(look)}`
}

/**
 * The indexes of a location are in the order in which things happened. That is also the order in which they were
 * recorded, except for entries with a given time: these have indexes of their own, and are read first. Then the others
 * are read only as far back as the oldest of these, so that few of those with a given time are in between.
 */
function postingsAtLocations(actor: Actor, location_ids: readonly string[], limit: Statement<unknown>) {
  const newestFirst = sql`order by m.recorded_at desc, m.posting_id desc`
  const dated = (end: 'from' | 'to') => sql`
    (select m.posting_id, m.recorded_at from public.stock_movements m
    where m.org_id = ${actor.org_id} and ${sql.ref(`m.${end}_location_id`)} = place.id
      and m.happened_at <> m.recorded_at and m.type <> 'commitment' ${newestFirst} limit ${limit})`
  // The moment comes from inside the subquery: PostgreSQL uses no index for an expression like coalesce around it.
  const condition = sql`m.happened_at = m.recorded_at and m.happened_at >= (
    select case when count(*) = ${limit} then min(recorded_at) else '-infinity'::timestamptz end from dated)`
  return sql`
    with dated as materialized (
      select m.* from unnest(${[...location_ids]}::uuid[]) as place (id)
      cross join lateral (${dated('from')} union all ${dated('to')}) m
      ${newestFirst} limit ${limit})
    select m.posting_id as id, p.kind, p.source_id, p.reverses_posting_id, m.recorded_at
    from (
      select distinct on (m.recorded_at, m.posting_id) m.posting_id, m.recorded_at
      from (
        select * from dated
        union all
        select m.posting_id, m.recorded_at
        from (${entriesAtLocations(actor, location_ids, { types: movingTypes, condition, limit })}) m) m
      ${newestFirst} limit ${limit}) m
    cross join lateral (select * from stock_postings p where p.org_id = ${actor.org_id} and p.id = m.posting_id offset 0) p
    ${newestFirst}`
}
