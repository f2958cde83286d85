import type { z } from 'zod'
import type { AsOfAnswer } from '../../contract/as-of.ts'
import { limits } from '../../contract/limits.ts'
import {
  downloadTransactionsReport,
  readTransactionsReport,
  readTransactionsSummary,
  type ReportedTransaction,
  type TransactionsSummary,
} from '../../contract/reports.ts'
import { stockChangeTypes } from '../../contract/transaction-types.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'
import { reportMoment } from './as-of.ts'
import { fileName } from './file-name.ts'
import type { FileColumn, FileRow } from './file-columns.ts'
import { filtersOf, reportAnswer } from './report-file.ts'

type Filters = z.output<typeof readTransactionsSummary.input>

/** The period of a report's transactions, and the time zone of its days. */
type Span = { time_zone: string; after: string | null; until: string | null; as_of: AsOfAnswer | null }

async function spanOf(tx: Tx, actor: Actor, input: Filters): Promise<Span> {
  const [as_of, days] = await Promise.all([
    reportMoment(tx, actor, input),
    tx.one(sql<Omit<Span, 'as_of'>>`
      select o.time_zone, app.day_end(${input.from ?? null}::date - 1, o.time_zone) as after,
        app.day_end(${input.to ?? null}::date, o.time_zone) as until
      from organizations o where o.org_id = ${actor.org_id}`),
  ])
  return { ...days, as_of }
}

/** By when it happened; entries of one posting stay together in their order. */
function orderOf(sort: 'date' | '-date'): SortOrder {
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
function chosenLegs(
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
    // Nothing happens later than it is recorded, unless a clock is wrong: this tells the index so.
    wanted.push(sql`m.happened_at <= ${as_of.at}::timestamptz + ${`${limits.clockSkewMinutes} minutes`}::interval`)
  }
  return sql`${movementsOfTypes(type ? [type] : stockChangeTypes, order)} m where ${sql.join(wanted, sql` and `)}`
}

const changes = (leg: string) => {
  const account = (end: string) => sql.ref(`${leg}.${end}_account`)
  const quantity = sql.ref(`${leg}.quantity`)
  return {
    on_hand: sql`${quantity} * ((${account('to')} in ('available', 'reserved'))::integer - (${account('from')} in ('available', 'reserved'))::integer)`,
    held: sql`${quantity} * ((${account('to')} = 'held')::integer - (${account('from')} = 'held')::integer)`,
  }
}
const own = changes('m')
const other = changes('o')

/** The other legs of an entry: usually none (the index stock_movements_other_legs contains nothing else). */
function otherLegs(actor: Actor): Statement<unknown> {
  return sql`left join lateral (
      select sum(${other.on_hand}) as on_hand, sum(${other.held}) as held, sum(o.quantity) filter (where o.to_account = m.to_account) as quantity,
        array_agg(o.from_location_id) as from_ids, array_agg(o.to_location_id) as to_ids
      from stock_movements o
      where o.org_id = ${actor.org_id} and o.happened_at = m.happened_at and o.posting_id = m.posting_id and o.entry_no = m.entry_no
        and not o.is_entry
    ) o on true`
}
const onHandChange = sql`(${own.on_hand} + coalesce(o.on_hand, 0))`
const heldChange = sql`(${own.held} + coalesce(o.held, 0))`
/** Signed as in the history; the moved quantity if neither stock nor stock on hold changed (a transfer). */
const shownQuantity = sql`coalesce(nullif(${onHandChange}, 0), nullif(${heldChange}, 0), m.quantity + coalesce(o.quantity, 0))`

/** The names of one end's locations: that of the representing leg, and of all legs if an entry has several. */
function locationsOf(actor: Actor, end: 'from' | 'to'): Statement<unknown> {
  const [own, ids] = [sql.ref(`m.${end}_location_id`), sql.ref(`o.${end}_ids`)]
  return sql`case when ${ids} is null then ${sql.ref(`${end}_location.name`)} else (
      select string_agg(l.name, ', ' order by lower(l.name)) from locations l
      where l.org_id = ${actor.org_id} and l.id = any(${ids} || ${own})) end`
}

/** The reported columns of the entries in a from clause `m`. */
function details(actor: Actor, entries: Statement<unknown>): Statement<unknown> {
  return sql`
    from ${entries}
    ${otherLegs(actor)}
    join stock_postings s on s.org_id = ${actor.org_id} and s.id = m.posting_id
    join products p on p.org_id = ${actor.org_id} and p.id = m.product_id`
}
const typedNotes = sql`coalesce(s.metadata -> 'entry_notes' ->> m.entry_no::text, s.notes)`

/** One page of the report. */
export const readTransactionsReportQuery = implement(readTransactionsReport, async (tx, actor, input) => {
  const span = await spanOf(tx, actor, input)
  const order = orderOf(input.sort)
  const { key, after, order: ordered } = keyset(order, input.cursor)
  const page = sql`(select m.*, ${key} from ${chosenLegs(actor, input, span, order.direction)} and ${after} ${ordered} limit ${sql.rows(input.limit + 1)}) m`
  const rows = await tx.all(sql<ReportedTransaction & { page_key: string[] }>`
    select m.posting_id || ':' || m.entry_no as id, m.happened_at as date, m.product_id, p.name as product_name, p.sku as product_sku,
      m.type, ${shownQuantity} as quantity, ${typedNotes} as notes, m.reason, m.page_key
    ${details(actor, page)}
    ${ordered}`)
  return pageOf(rows, input.limit, order)
})

const columns: readonly FileColumn[] = [
  { header: 'Date', kind: 'moment', width: 26 },
  { header: 'Product ID', kind: 'text', width: 38 },
  { header: 'Product Name', kind: 'text', width: 36 },
  { header: 'Transaction Type', kind: 'text', width: 17 },
  { header: 'Quantity', kind: 'quantity', width: 11 },
  { header: 'Notes', kind: 'text', width: 50 },
  { header: 'SKU', kind: 'text', width: 18 },
  { header: 'Location', kind: 'text', width: 28 },
  { header: 'Reason', kind: 'text', width: 24 },
  { header: 'Document', kind: 'text', width: 30 },
  { header: 'On Hand Change', kind: 'quantity', width: 16 },
]

type FileEntry = Record<
  'date' | 'product_id' | 'product_name' | 'type' | 'quantity' | 'sku' | 'on_hand_change',
  string
> &
  Record<'notes' | 'from_location' | 'to_location' | 'reason' | 'document', string | null>

/** The quantity of a transaction: signed for an adjustment; all others have their type as the sign. */
const entityQuantity = sql`case when m.type = 'adjustment' then ${shownQuantity} else abs(${shownQuantity}) end`

/**
 * The entire report as a file, in the order of the screen: the columns of a transaction, then further details. For each
 * product, On Hand Change over the entire file sums to on hand.
 */
export const downloadTransactionsReportQuery = implement(downloadTransactionsReport, async (tx, actor, input) => {
  const span = await spanOf(tx, actor, input)
  const order = orderOf(input.sort)
  const entries = sql<FileEntry>`
    select m.happened_at as date, m.product_id, p.name as product_name, m.type, (${entityQuantity})::text as quantity,
      coalesce(${typedNotes}, m.reason) as notes, p.sku, ${locationsOf(actor, 'from')} as from_location, ${locationsOf(actor, 'to')} as to_location,
      m.reason, d.number as document, ${onHandChange}::text as on_hand_change
    ${details(actor, sql`(select * from ${chosenLegs(actor, input, span, order.direction)}) m`)}
    left join locations from_location on from_location.org_id = ${actor.org_id} and from_location.id = m.from_location_id
    left join locations to_location on to_location.org_id = ${actor.org_id} and to_location.id = m.to_location_id
    left join posting_documents d on d.org_id = ${actor.org_id} and d.posting_id = m.posting_id
    ${keyset(order, undefined).order}`
  const name = await fileName(tx, 'transactions_report', span.as_of)
  return reportAnswer(
    {
      name,
      sheet: 'Transaction History',
      columns,
      async *rows(reader) {
        for await (const batch of reader.batches(entries)) yield batch.map(cellsOf)
      },
    },
    input.format,
    filtersOf(input),
  )
})

function cellsOf(entry: FileEntry): FileRow {
  const { date, product_id, product_name, type, quantity, notes, sku, reason, document, on_hand_change } = entry
  return [
    date,
    product_id,
    product_name,
    type,
    quantity,
    notes,
    sku,
    locationOf(entry),
    reason,
    document,
    on_hand_change,
  ]
}

/** Where units came in or left; both ends for a transfer. */
function locationOf({ from_location, to_location }: FileEntry): string | null {
  if (from_location === null || to_location === null || from_location === to_location)
    return from_location ?? to_location
  return `${from_location} → ${to_location}`
}

type StepRow = TransactionsSummary['steps'][number] &
  Pick<TransactionsSummary, 'step' | 'transactions'> & { all_in: number; all_out: number }

/**
 * Units in and out: the positive and negative changes of on hand separately. Intervals are chosen so that there are at
 * most some sixty. Sums stop at a limit: a chart is no reason to read a history of ten million entries.
 */
export const readTransactionsSummaryQuery = implement(
  readTransactionsSummary,
  async (tx, actor, input): Promise<TransactionsSummary> => {
    const span = await spanOf(tx, actor, input)
    const { as_of, time_zone } = span
    const rows = await tx.all(sql<StepRow>`
    with entry as materialized (
      select m.happened_at, ${own.on_hand} as change
      from (select m.* from ${chosenLegs(actor, input, span, null)} limit ${limits.summedTransactions + 1}) m
    ), day as materialized (
      select date_trunc('day', m.happened_at at time zone ${time_zone}) as day, sum(m.entries) as transactions,
        sum(greatest(m.change, 0)) as units_in, -sum(least(m.change, 0)) as units_out
      from (
        select happened_at, change, 1 as entries from entry
        union all
        select m.happened_at, ${own.on_hand}, 0 from ${chosenLegs(actor, input, span, null, 'others')}
      ) m
      group by 1
    ), span as (
      select first, last, case when last - first < interval '62 days' then 'day' when last - first < interval '430 days' then 'week'
        when last - first < interval '6 years' then 'month' else 'year' end as step
      from (select min(day) as first, max(day) as last from day) d
      where first is not null
    ), step as (
      select step, generate_series(date_trunc(step, first), date_trunc(step, last), ('1 ' || step)::interval) as begins from span
    ), summed as (
      select date_trunc(step, day) as begins, sum(transactions) as transactions, sum(units_in) as units_in, sum(units_out) as units_out
      from day cross join span group by 1
    )
    select step.step, to_char(step.begins, 'YYYY-MM-DD') as begins, coalesce(s.units_in, 0) as units_in, coalesce(s.units_out, 0) as units_out,
      sum(s.transactions) over () as transactions, sum(s.units_in) over () as all_in, sum(s.units_out) over () as all_out
    from step left join summed s on s.begins = step.begins
    order by step.begins`)
    const [first] = rows
    if (!first) return { as_of, is_complete: true, transactions: 0, units_in: 0, units_out: 0, step: 'day', steps: [] }
    const { step, transactions } = first
    if (transactions > limits.summedTransactions)
      return {
        as_of,
        is_complete: false,
        transactions: limits.summedTransactions,
        units_in: 0,
        units_out: 0,
        step,
        steps: [],
      }
    return {
      as_of,
      is_complete: true,
      transactions,
      units_in: first.all_in,
      units_out: first.all_out,
      step,
      steps: rows,
    }
  },
)
