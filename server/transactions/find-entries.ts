import type { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { listTransactions } from '../../contract/transactions.ts'
import { stockChangeTypes, transactionTypes, type TransactionType } from '../../contract/transaction-types.ts'
import { enteredTypes } from '../../contract/stock-reasons.ts'
import type { Actor } from '../platform/endpoint.ts'
import { keyset, type SortOrder } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { entriesAtLocations } from '../stock/entries-at-locations.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'

/** The parameters of the history. */
export type Filters = z.output<typeof listTransactions.input>

/**
 * By happened time, newest first; rows of one posting stay together in their order. Drafts are included with their own
 * id.
 */
export const newestFirst: SortOrder = {
  name: 'date',
  direction: 'desc',
  columns: [
    { by: sql`m.happened_at`, type: 'timestamptz' },
    { by: sql`m.posting_id`, type: 'uuid' },
    { by: sql`m.entry_no`, type: 'integer' },
  ],
}

/** The requested types of entries. */
export function typesOf({ type }: Pick<Filters, 'type'>): readonly TransactionType[] {
  if (type === 'stock_changes') return stockChangeTypes
  return type ? [type] : transactionTypes
}

/** A row of the history before its details are read: an entry of a posting, or a draft with all its data. */
const entryColumns = sql`m.posting_id, m.entry_no, false as is_draft, m.type, m.reason, m.happened_at, m.recorded_at, m.product_id,
  null::numeric as draft_quantity, null::uuid as draft_location_id, null::text as draft_lot_number, null::date as draft_expires_on,
  null::text as draft_notes,
  null::uuid as draft_user_id, null::text as draft_user_reference, null::jsonb as draft_metadata`

/** The pending drafts as rows of the history, for a from clause. */
function drafts(actor: Actor): Statement<unknown> {
  return sql`(
    select d.id as posting_id, 0 as entry_no, true as is_draft, d.type, d.reason_code as reason,
      coalesce(d.happened_at, d.created_at) as happened_at, d.created_at as recorded_at, d.product_id,
      d.quantity as draft_quantity, d.location_id as draft_location_id, d.lot_number as draft_lot_number, d.expires_on as draft_expires_on,
      d.notes as draft_notes,
      d.user_id as draft_user_id, d.user_reference as draft_user_reference, d.metadata as draft_metadata
    from transaction_drafts d where d.org_id = ${actor.org_id} and d.status = 'pending'
  )`
}

/** The next `look` rows of the history after the cursor: of the movements that represent entries, and of the drafts. */
export function nextRows(actor: Actor, filters: Filters, look: number): Statement<unknown> {
  const { order } = keyset(newestFirst, undefined)
  return sql`
    select * from (${sql.join(sources(actor, filters, look), sql` union all `)}) m ${order} limit ${sql.rows(look)}`
}

/** Each has its own limit, so that either index stops early. */
function sources(actor: Actor, filters: Filters, look: number): Statement<unknown>[] {
  const { after, order } = keyset(newestFirst, filters.cursor)
  // As a literal: for an unknown limit PostgreSQL expects a tenth of all rows, and would replan the statement for each
  // request.
  const { pageSizeDefault, pageSizeFollowing, pageSizeMax } = limits
  const steps = [pageSizeDefault + 1, pageSizeFollowing + 1, pageSizeMax + 1]
  const limit = sql.lit(steps.find((size) => look <= size) ?? look)
  const limited = sql`and ${after} ${order} limit ${limit}`
  const types = typesOf(filters)
  const product = filters.product_id ? sql`m.product_id = ${filters.product_id}` : sql`true`
  const asked = sql`${product} and ${momentsOf(filters)}`

  const places = placesOf(actor, filters)
  const entries = places
    ? sql`(select ${entryColumns}
        from (${entriesAtLocations(actor, places, { types, condition: sql`${asked} and ${after}`, limit })}) m ${order} limit ${limit})`
    : sql`(
        select ${entryColumns} from ${entriesOf(types, filters)} m
        where m.org_id = ${actor.org_id} and m.is_entry and ${asked} ${limited})`
  const pending = sql`(
    select m.* from ${drafts(actor)} m
    where m.type = any (${[...types]}) and ${asked}
      and ${filters.location_id ? sql`m.draft_location_id = ${filters.location_id}` : sql`true`}
      ${limited})`
  const withDrafts = types.some((type) => enteredTypes.some((entered) => entered === type))
  if (filters.status === 'pending') return [pending]
  if (filters.status === 'completed' || !withDrafts) return [entries]
  return [entries, pending]
}

/**
 * The locations whose entries are read each for itself: the requested one, or those of a limited member. Of one
 * product, all entries are read.
 */
function placesOf({ location_ids }: Actor, filters: Filters): readonly string[] | null {
  if (filters.location_id) return [filters.location_id]
  return filters.product_id ? null : location_ids
}

/** Contains only the requested conditions: a prepared statement can't use an index for "the parameter is null or …". */
function momentsOf({ from, to }: Filters): Statement<unknown> {
  return sql`${from ? sql`m.happened_at >= ${from}::timestamptz` : sql`true`}
    and ${to ? sql`m.happened_at < ${to}::timestamptz` : sql`true`}`
}

/** All entries of one product are one range of an index; everything else is merged from an index by type. */
function entriesOf(types: readonly TransactionType[], { product_id }: Filters): Statement<unknown> {
  return product_id && types === transactionTypes ? sql`stock_movements` : movementsOfTypes(types, 'desc')
}

/** A row that a search found, by its key. */
export type FoundRow = { posting_id: string; entry_no: number; is_draft: boolean }

/** Those rows of the history, for a from clause. */
export function rowsOf(actor: Actor, found: readonly FoundRow[]): Statement<unknown> {
  const entries = found.filter((row) => !row.is_draft)
  return sql`
    select ${entryColumns}
    from unnest(${entries.map((row) => row.posting_id)}::uuid[], ${entries.map((row) => row.entry_no)}::integer[]) as f (posting_id, entry_no)
    join posting_legs m
      on m.org_id = ${actor.org_id} and m.posting_id = f.posting_id and m.entry_no = f.entry_no and m.is_entry
    union all
    select m.* from ${drafts(actor)} m
    where m.posting_id = any (${found.filter((row) => row.is_draft).map((row) => row.posting_id)}::uuid[])`
}
