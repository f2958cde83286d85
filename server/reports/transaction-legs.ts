import type { z } from 'zod'
import type { AsOfAnswer } from '../../contract/as-of.ts'
import { limits } from '../../contract/limits.ts'
import { readTransactionsSummary } from '../../contract/transactions-report.ts'
import { stockChangeTypes } from '../../contract/transaction-types.ts'
import { boundsOf } from '../organizations/filter-dates.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import type { SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'
import { onHandChangeOf } from '../../ledger/on-hand-change.ts'
import { reportMoment } from './as-of.ts'

type Filters = z.output<typeof readTransactionsSummary.input>

/** The period of a report's transactions, and the time zone of its days. */
type Span = { time_zone: string; after: string | null; until: string | null; as_of: AsOfAnswer | null }

/** The days of the filters as moments, by the organization's clock. */
export async function spanOf(tx: Tx, actor: Actor, input: Filters): Promise<Span> {
  const [as_of, days] = await Promise.all([
    reportMoment(tx, actor, input),
    tx.one(sql<Omit<Span, 'as_of'>>`
      select o.time_zone, ${boundsOf(input)}
      from organizations o where o.org_id = ${actor.org_id}`),
  ])
  return { ...days, as_of }
}

/** By when it happened; entries of one posting stay together in their order. */
export function orderOf(sort: 'date' | '-date'): SortOrder {
  return {
    name: sort,
    direction: sort === 'date' ? 'asc' : 'desc',
    columns: [
      { by: sql`m.happened_at`, type: 'timestamptz' },
      { by: sql`m.posting_id`, type: 'uuid' },
      { by: sql`m.entry_no`, type: 'integer' },
    ],
  }
}

/**
 * The legs of the requested entries, as a from clause of `stock_movements m`: those that represent their entries, or
 * the others.
 */
export function chosenLegs(
  actor: Actor,
  { type, product_id }: Filters,
  { after, until, as_of }: Span,
  order: 'asc' | 'desc' | null,
  legs: 'entries' | 'others' = 'entries',
): Statement<unknown> {
  const wanted: Statement<unknown>[] = [
    sql`m.org_id = ${actor.org_id} and ${legs === 'entries' ? sql`m.is_entry` : sql`not m.is_entry`}`,
  ]
  if (product_id) wanted.push(sql`m.product_id = ${product_id}`)
  if (after) wanted.push(sql`m.happened_at > ${after}::timestamptz`)
  if (until) wanted.push(sql`m.happened_at <= ${until}::timestamptz`)
  if (as_of?.by === 'happened') wanted.push(sql`m.happened_at <= ${as_of.at}::timestamptz`)
  if (as_of?.by === 'recorded') {
    wanted.push(sql`m.recorded_at <= ${as_of.at}::timestamptz`)
    // Nothing happens later than it is recorded, unless a clock is wrong: this lets PostgreSQL use the index.
    wanted.push(sql`m.happened_at <= ${as_of.at}::timestamptz + ${`${limits.clockSkewMinutes} minutes`}::interval`)
  }
  return sql`${movementsOfTypes(type ? [type] : stockChangeTypes, order)} m where ${sql.join(wanted, sql` and `)}`
}

const changes = (leg: string) => {
  const account = (end: string) => sql.ref(`${leg}.${end}_account`)
  const quantity = sql.ref(`${leg}.quantity`)
  return {
    on_hand: onHandChangeOf(leg),
    held: sql`${quantity} * ((${account('to')} = 'held')::integer - (${account('from')} = 'held')::integer)`,
  }
}
/** What the representing leg changes. */
export const own = changes('m')
const other = changes('o')

/** The other legs of an entry: usually none (the index stock_movements_other_legs contains nothing else). */
function otherLegs(actor: Actor): Statement<unknown> {
  return sql`left join lateral (
      select sum(${other.on_hand}) as on_hand, sum(${other.held}) as held, sum(o.quantity) filter (where o.to_account = m.to_account) as quantity,
        array_agg(${stockedAt('o', 'from')}) filter (where o.type <> 'commitment') as from_ids,
        array_agg(${stockedAt('o', 'to')}) filter (where o.type <> 'commitment') as to_ids
      from stock_movements o
      where o.org_id = ${actor.org_id} and o.happened_at = m.happened_at and o.posting_id = m.posting_id and o.entry_no = m.entry_no
        and not o.is_entry
    ) o on true`
}
/** What all legs of the entry change. */
export const onHandChange = sql`(${own.on_hand} + coalesce(o.on_hand, 0))`
export const heldChange = sql`(${own.held} + coalesce(o.held, 0))`
/** Signed as in the history; the moved quantity if neither stock nor stock on hold changed (a transfer). */
export const shownQuantity = sql`coalesce(nullif(${onHandChange}, 0), nullif(${heldChange}, 0), m.quantity + coalesce(o.quantity, 0))`

/**
 * Where a leg's units were or are, as in the history: the location that only expected them doesn't count, and outside
 * there is none.
 */
export function stockedAt(leg: string, end: 'from' | 'to'): Statement<unknown> {
  return sql`case when ${sql.ref(`${leg}.${end}_account`)} <> 'incoming' then ${sql.ref(`${leg}.${end}_location_id`)} end`
}

/**
 * The names of one end's locations: that of the representing leg, and of all legs if an entry has several. Legs that
 * only release commitments don't count.
 */
export function locationsOf(actor: Actor, end: 'from' | 'to'): Statement<unknown> {
  const [own, ids] = [stockedAt('m', end), sql.ref(`o.${end}_ids`)]
  return sql`case when ${ids} is null then ${sql.ref(`${end}_location.name`)} else (
      select string_agg(l.name, ', ' order by lower(l.name)) from locations l
      where l.org_id = ${actor.org_id} and l.id = any(${ids} || (${own}))) end`
}

/** The reported columns of the entries in a from clause `m`. */
export function details(actor: Actor, entries: Statement<unknown>): Statement<unknown> {
  return sql`
    from ${entries}
    ${otherLegs(actor)}
    join stock_postings s on s.org_id = ${actor.org_id} and s.id = m.posting_id
    join products p on p.org_id = ${actor.org_id} and p.id = m.product_id`
}
/** The entry's own notes, else the posting's. */
export const typedNotes = sql`coalesce(s.metadata -> 'entry_notes' ->> m.entry_no::text, s.notes)`
