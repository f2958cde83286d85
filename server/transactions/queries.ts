import { sql, type RawBuilder } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { enteredTypes, listTransactions, type Transaction, type TransactionType } from '../../contract/transactions.ts'
import { documentOf } from '../stock/document-of.ts'
import { documentUndoOf } from '../stock/document-undo-of.ts'
import { movementsOfTypes } from '../stock/movements-of-types.ts'
import { undoStateOf } from '../stock/undo-state.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { purchaseOrderIn, shownNotes } from './transaction-notes.ts'

/** When it happened, newest first; rows of one posting stay together in their order. Drafts take part with their own id. */
const newestFirst: SortOrder = {
  name: 'date',
  direction: 'desc',
  columns: [
    { by: sql`m.happened_at`, type: 'timestamptz' },
    { by: sql`m.posting_id`, type: 'uuid' },
    { by: sql`m.entry_no`, type: 'integer' },
  ],
}

type Filters = {
  type?: TransactionType | undefined
  status?: string | undefined
  product_id?: string | undefined
  location_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

type HistoryRow = {
  page_key: string[]
  posting_id: string
  entry_no: number
  is_draft: boolean
  type: Transaction['type']
  reason: string | null
  happened_at: string
  recorded_at: string
  product_id: string
  product_name: string | null
  product_sku: string | null
  quantity: number
  on_hand_change: number
  held_change: number
  location_id: string | null
  location_name: string | null
  to_location_id: string | null
  to_location_name: string | null
  lot_number: string | null
  notes: string | null
  user_id: string | null
  user_reference: string
  metadata: Record<string, unknown>
  kind: string
  source_id: string | null
  document_kind: string | null
  document_id: string | null
  document_number: string | null
  reverses_posting_id: string | null
  reversed_by_posting_id: string | null
}

export const listTransactionsQuery = implement(listTransactions, async (tx, actor, input) => {
  const rows = await tx.all(sql<HistoryRow>`
    with page as (
      select * from (${sql.join(sources(actor, input), sql` union all `)}) as history
      order by happened_at desc, posting_id desc, entry_no desc
      limit ${input.limit + 1}
    )
    select page.*, p.name as product_name, p.sku as product_sku,
      coalesce(e.quantity, page.draft_quantity) as quantity,
      coalesce(e.on_hand_change, 0) as on_hand_change, coalesce(e.held_change, 0) as held_change,
      coalesce(place.location_id, page.draft_location_id) as location_id,
      coalesce(place.location_name, draft_place.name) as location_name,
      place.to_location_id, place.to_location_name,
      coalesce(place.lot_number, page.draft_lot_number) as lot_number,
      coalesce(e.metadata -> 'entry_notes' ->> page.entry_no::text, e.notes, page.draft_notes) as notes,
      coalesce(e.user_id, page.draft_user_id) as user_id,
      coalesce(e.user_reference, page.draft_user_reference) as user_reference,
      coalesce(e.metadata, page.draft_metadata) as metadata,
      e.kind, e.source_id, coalesce(e.reverses_posting_id, taken_back.reverses_posting_id) as reverses_posting_id,
      coalesce(e.reversed_by_posting_id, taken_back.reversed_by_posting_id) as reversed_by_posting_id,
      d.kind as document_kind, d.id as document_id, d.number as document_number
    from page
    left join stock_entries e
      on e.org_id = ${actor.org_id} and e.posting_id = page.posting_id and e.entry_no = page.entry_no and not page.is_draft
    ${documentOf(actor, sql`page.posting_id`, sql`e.source_id`)}
    ${documentUndoOf(actor, { posting_id: sql`page.posting_id`, source_kind: sql`e.source_kind`, source_id: sql`e.source_id` })}
    left join products p on p.org_id = ${actor.org_id} and p.id = page.product_id
    left join locations draft_place on draft_place.org_id = ${actor.org_id} and draft_place.id = page.draft_location_id
    ${placeOf(actor)}
    order by page.happened_at desc, page.posting_id desc, page.entry_no desc`)
  const { items, next } = pageOf(rows, input.limit, newestFirst)
  return { items: items.map((row) => transactionOf(row, actor)), next }
})

/** The movements that stand for entries, and the drafts: each limited by itself, so that either index ends early. */
function sources(actor: Actor, input: Filters & { limit: number; cursor?: string | undefined }): RawBuilder<unknown>[] {
  const { key, after, order } = keyset(newestFirst, input.cursor)
  // Written out: of a limit it does not know PostgreSQL expects a tenth of all rows, and would plan the statement anew for each request.
  const { pageSizeDefault, pageSizeFollowing, pageSizeMax } = limits
  const limit = sql.lit(1 + ([pageSizeDefault, pageSizeFollowing].find((size) => input.limit <= size) ?? pageSizeMax))
  const limited = sql`and ${after} ${order} limit ${limit}`
  // Only what was asked for is said: a prepared statement cannot use an index for "the parameter is null or …".
  const moments = sql`${input.from ? sql`m.happened_at >= ${input.from}::timestamptz` : sql`true`}
    and ${input.to ? sql`m.happened_at < ${input.to}::timestamptz` : sql`true`}`
  const types = input.type ? [input.type] : enteredTypes
  const product = input.product_id ? sql`m.product_id = ${input.product_id}` : sql`true`

  const entry = sql`m.posting_id, m.entry_no, false as is_draft, m.type, m.reason, m.happened_at, m.recorded_at, m.product_id, m.line_no,
      null::numeric as draft_quantity, null::uuid as draft_location_id, null::text as draft_lot_number, null::text as draft_notes,
      null::uuid as draft_user_id, null::text as draft_user_reference, null::jsonb as draft_metadata, ${key}`
  const isAsked = sql`m.org_id = ${actor.org_id} and m.is_entry and ${product} and ${moments}`
  const entries = input.location_id
    ? sql`(select ${entry} from (${entriesAtPlace(types, input.location_id, sql`${isAsked} and ${after}`, order)}) m
        where not m.stayed ${order} limit ${limit})`
    : sql`(select ${entry} from ${movementsOfTypes(types, 'desc')} m where ${isAsked} ${limited})`
  const drafts = sql`(
    select m.*, ${key} from (
      select d.id as posting_id, 0 as entry_no, true as is_draft, d.type, d.reason_code as reason,
        coalesce(d.happened_at, d.created_at) as happened_at, d.created_at as recorded_at, d.product_id, null::integer as line_no,
        d.quantity as draft_quantity, d.location_id as draft_location_id, d.lot_number as draft_lot_number, d.notes as draft_notes,
        d.user_id as draft_user_id, d.user_reference as draft_user_reference, d.metadata as draft_metadata
      from transaction_drafts d where d.org_id = ${actor.org_id} and d.status = 'pending'
    ) m
    where m.type = any (${[...types]}) and ${product} and ${moments}
      and ${input.location_id ? sql`m.draft_location_id = ${input.location_id}` : sql`true`}
      ${limited})`
  if (input.status === 'pending') return [drafts]
  if (input.status === 'completed') return [entries]
  return [entries, drafts]
}

/**
 * The entries of one place, merged from the index of what left it and that of what came to it. Goods that stayed there (put aside for an
 * order, held) are in both, and `stayed` in the second. Only the reader of the merged rows passes these over: asked of the index itself, it
 * would be searched to its end for the first commitment that came from elsewhere.
 */
function entriesAtPlace(
  types: readonly TransactionType[],
  location_id: string,
  isAsked: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const side = (column: 'from_location_id' | 'to_location_id', stayed: RawBuilder<unknown>) => sql`
    (select m.*, ${stayed} as stayed from ${movementsOfTypes(types, 'desc')} m
    where ${isAsked} and ${sql.ref(`m.${column}`)} = ${location_id} ${order})`
  return sql`select m.* from (${side('from_location_id', sql`false`)} union all
    ${side('to_location_id', sql`m.from_location_id is not distinct from ${location_id}`)}) m ${order} offset 0`
}

/**
 * Where the goods of one entry lay, and where they went if that is another location; the lots they were of. Goods that are only incoming
 * lie nowhere yet and have no lot. All legs count but releases of promises.
 */
function placeOf(actor: Actor): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select
        case when count(distinct l.location_id) = 1 then (array_agg(l.location_id))[1] end as location_id,
        string_agg(distinct o.name, ', ') as location_name,
        case when count(distinct l.far_location_id) = 1 then (array_agg(l.far_location_id))[1] end as to_location_id,
        string_agg(distinct far.name, ', ') as to_location_name,
        nullif(string_agg(distinct nullif(t.lot_number, ''), ', '), '') as lot_number
      from (
        select product_id, coalesce(real_from, real_to, from_location_id) as location_id,
          coalesce(nullif(from_lot_id, product_id), to_lot_id, from_lot_id) as lot_id,
          case when real_from is not null and real_to <> real_from then real_to end as far_location_id
        from stock_movements, lateral (
          select case when from_account <> 'incoming' then from_location_id end as real_from,
            case when to_account <> 'incoming' then to_location_id end as real_to) ends
        where org_id = ${actor.org_id} and posting_id = page.posting_id and entry_no = page.entry_no
          and (is_entry or type <> 'commitment')
      ) l
      left join locations o on o.org_id = ${actor.org_id} and o.id = l.location_id
      left join locations far on far.org_id = ${actor.org_id} and far.id = l.far_location_id
      left join lots t on t.org_id = ${actor.org_id} and t.product_id = l.product_id and t.id = l.lot_id
    ) place on not page.is_draft`
}

function transactionOf(row: Omit<HistoryRow, 'page_key'>, actor: Actor): Transaction {
  const { is_draft, metadata } = row
  const isNegative = row.type === 'adjustment' && !is_draft && row.on_hand_change < 0
  const number = textOf(metadata['purchase_order_number']) ?? purchaseOrderIn(row.notes)
  return {
    id: is_draft ? row.posting_id : `${row.posting_id}:${row.entry_no}`,
    posting_id: is_draft ? null : row.posting_id,
    draft_id: is_draft ? row.posting_id : null,
    type: row.type,
    status: is_draft ? 'pending' : 'completed',
    date: row.happened_at,
    recorded_at: row.recorded_at,
    product_id: row.product_id,
    product_name: row.product_name,
    product_sku: row.product_sku,
    quantity: isNegative ? -row.quantity : row.quantity,
    on_hand_change: row.on_hand_change,
    held_change: row.held_change,
    currency: 'USD',
    notes: row.notes,
    shown_notes: shownNotes(row.notes),
    user_id: row.user_id,
    user_reference: row.user_reference,
    is_own: row.user_id === actor.user_id,
    metadata: {
      location_id: row.location_id,
      location_name: row.location_name,
      to_location_id: row.to_location_id,
      to_location_name: row.to_location_name,
      reason_code: row.reason,
      username: row.user_reference,
      timestamp: row.recorded_at,
      purchase_order_id: textOf(metadata['purchase_order_id']),
      purchase_order_number: number,
      supplier_name: textOf(metadata['supplier_name']),
      sales_order_id: textOf(metadata['sales_order_id']),
      sales_order_number: textOf(metadata['sales_order_number']),
      customer_name: textOf(metadata['customer_name']),
      condition: textOf(entryOf(metadata['entry_conditions'], row.entry_no)) ?? textOf(metadata['condition']),
      lot_number: row.lot_number,
      receiving_notes: row.document_kind === 'receipt' ? textOf(entryOf(metadata['entry_notes'], row.entry_no)) : null,
      images: (entryOf(metadata['entry_images'], row.entry_no) as string[] | null | undefined) ?? [],
    },
    document:
      row.document_kind && row.document_id
        ? { kind: row.document_kind, id: row.document_id, number: row.document_number }
        : null,
    reverses_posting_id: row.reverses_posting_id,
    reversed_by_posting_id: row.reversed_by_posting_id,
    undo: is_draft ? { possible: false, reason: 'A pending transaction has moved nothing yet.' } : undoStateOf(row),
  }
}

/** What a document's posting keeps per entry (receiving): condition, photos. */
function entryOf(entries: unknown, entry_no: number): unknown {
  return typeof entries === 'object' && entries !== null ? (entries as Record<string, unknown>)[entry_no] : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
