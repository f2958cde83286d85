import type { Currency } from '../../contract/currencies.ts'
import { listTransactions, type Transaction } from '../../contract/transactions.ts'
import { withMoments } from '../organizations/filter-dates.ts'
import { documentOf } from '../stock/document-of.ts'
import { documentUndoOf } from '../stock/document-undo-of.ts'
import { undoStateOf } from '../stock/undo-state.ts'
import { implement, readInOrder, type Actor } from '../platform/endpoint.ts'
import { keyset, pageOf } from '../platform/paging.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { nameOf } from '../platform/person-name.ts'
import { newestFirst, nextRows, rowsOf } from './find-entries.ts'
import { findSearched, readSearch } from './find-searched.ts'
import { purchaseOrderIn, shownNotes } from './transaction-notes.ts'

type HistoryRow = {
  page_key: string[]
  currency: Currency
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
  product_is_archived: boolean
  quantity: number
  on_hand_change: number
  held_change: number
  reserved_change: number
  in_transit_change: number
  incoming_change: number
  location_id: string | null
  location_name: string | null
  to_location_id: string | null
  to_location_name: string | null
  lot_number: string | null
  expires_on: string | null
  notes: string | null
  user_id: string | null
  user_reference: string
  metadata: Record<string, unknown>
  kind: string
  source_id: string | null
  document_kind: string | null
  document_id: string | null
  document_number: string | null
  /** The order that a line of `backorders` reserves for. */
  customer_name: string | null
  reverses_posting_id: string | null
  reversed_by_posting_id: string | null
}

/**
 * In the order of its indexes: planned for a limited member of a location with few entries, it would otherwise collect
 * and sort these, and then those of every other limited member that the connection serves.
 */
export const listTransactionsQuery = readInOrder(
  implement(listTransactions, async (tx, actor, input) => {
    const [filters, search] = await Promise.all([withMoments(tx, actor, input), readSearch(tx, input.search)])
    const page = search
      ? rowsOf(actor, await findSearched(tx, actor, filters, search))
      : nextRows(actor, filters, input.limit + 1)
    const { key } = keyset(newestFirst, undefined)
    const rows = await tx.all(sql<HistoryRow>`
    with page as (select m.*, ${key} from (${page}) m)
    select page.*, (select currency from organizations where org_id = ${actor.org_id}) as currency,
      p.name as product_name, p.sku as product_sku, p.archived_at is not null as product_is_archived,
      coalesce(e.quantity, page.draft_quantity) as quantity,
      coalesce(e.on_hand_change, 0) as on_hand_change, coalesce(e.held_change, 0) as held_change,
      coalesce(e.reserved_change, 0) as reserved_change, coalesce(e.in_transit_change, 0) as in_transit_change,
      coalesce(e.incoming_change, 0) as incoming_change,
      coalesce(located.location_id, page.draft_location_id) as location_id,
      coalesce(located.location_name, draft_location.name) as location_name,
      located.to_location_id, located.to_location_name,
      coalesce(located.lot_number, page.draft_lot_number) as lot_number, page.draft_expires_on as expires_on,
      coalesce(e.metadata -> 'entry_notes' ->> page.entry_no::text, e.notes, page.draft_notes) as notes,
      coalesce(e.user_id, page.draft_user_id) as user_id,
      ${nameOf(actor.org_id, sql`coalesce(e.user_id, page.draft_user_id)`, sql`coalesce(e.user_reference, page.draft_user_reference)`)} as user_reference,
      coalesce(e.metadata, page.draft_metadata) as metadata,
      e.kind, e.source_id, coalesce(e.reverses_posting_id, document_undo.reverses_posting_id) as reverses_posting_id,
      coalesce(e.reversed_by_posting_id, document_undo.reversed_by_posting_id) as reversed_by_posting_id,
      coalesce(d.kind, waiting.kind) as document_kind, coalesce(d.id, waiting.id) as document_id, coalesce(d.number, waiting.number) as document_number,
      waiting.customer_name
    from page
    left join lateral (
      -- One by one: joined, a limited member's view would be read completely.
      select * from stock_entries
      where org_id = ${actor.org_id} and posting_id = page.posting_id and entry_no = page.entry_no offset 0) e on not page.is_draft
    ${documentOf(actor, sql`page.posting_id`, sql`e.source_id`)}
    ${documentUndoOf(actor, { posting_id: sql`page.posting_id`, source_kind: sql`e.source_kind`, source_id: sql`e.source_id` })}
    ${waitingOrder(actor)}
    left join products p on p.org_id = ${actor.org_id} and p.id = page.product_id
    left join locations draft_location on draft_location.org_id = ${actor.org_id} and draft_location.id = page.draft_location_id
    ${locationsOf(actor)}
    order by page.happened_at desc, page.posting_id desc, page.entry_no desc`)
    const { items, next } = pageOf(rows, input.limit, newestFirst)
    return { items: items.map((row) => transactionOf(row, actor)), next }
  }),
)

/** The order that a line of `backorders` reserves for: such a posting serves many orders, so it names none itself. */
function waitingOrder(actor: Actor): Statement<unknown> {
  return sql`
    left join lateral (
      select 'sales_order' as kind, o.id, o.order_number as number, o.customer_name
      from stock_demands w
      join sales_orders o on o.org_id = w.org_id and o.id = w.document_id
      where w.org_id = ${actor.org_id} and w.document_line_id = e.document_line_id and e.kind = 'backorders'
      offset 0) waiting on true`
}

/**
 * Where the units of one entry were, and where they went if that is another location; where they are expected if they
 * are only incoming. And their lots: incoming units have none. All legs count except those that only release
 * commitments.
 */
function locationsOf(actor: Actor): Statement<unknown> {
  return sql`
    left join lateral (
      select
        case when count(distinct l.location_id) = 1 then (array_agg(l.location_id))[1] end as location_id,
        string_agg(distinct o.name, ', ') as location_name,
        case when count(distinct l.far_location_id) = 1 then (array_agg(l.far_location_id))[1] end as to_location_id,
        string_agg(distinct far.name, ', ') as to_location_name,
        nullif(string_agg(distinct nullif(t.lot_number, ''), ', '), '') as lot_number
      from (
        select product_id, coalesce(real_from, real_to, from_location_id, to_location_id) as location_id,
          coalesce(nullif(from_lot_id, product_id), to_lot_id, from_lot_id) as lot_id,
          case when real_from is not null and real_to <> real_from then real_to end as far_location_id
        from posting_legs, lateral (
          select case when from_account <> 'incoming' then from_location_id end as real_from,
            case when to_account <> 'incoming' then to_location_id end as real_to) ends
        where org_id = ${actor.org_id} and posting_id = page.posting_id and entry_no = page.entry_no
          and (is_entry or type <> 'commitment')
      ) l
      left join locations o on o.org_id = ${actor.org_id} and o.id = l.location_id
      left join locations far on far.org_id = ${actor.org_id} and far.id = l.far_location_id
      left join lots t on t.org_id = ${actor.org_id} and t.product_id = l.product_id and t.id = l.lot_id
    ) located on not page.is_draft`
}

function transactionOf(row: Omit<HistoryRow, 'page_key'>, actor: Actor): Transaction {
  const { is_draft, metadata } = row
  const isWaiting = row.customer_name !== null
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
    reserved_change: row.reserved_change,
    in_transit_change: row.in_transit_change,
    incoming_change: row.incoming_change,
    currency: row.currency,
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
      sales_order_id: textOf(metadata['sales_order_id']) ?? (isWaiting ? row.document_id : null),
      sales_order_number: textOf(metadata['sales_order_number']) ?? (isWaiting ? row.document_number : null),
      customer_name: textOf(metadata['customer_name']) ?? row.customer_name,
      condition: textOf(entryOf(metadata['entry_conditions'], row.entry_no)) ?? textOf(metadata['condition']),
      lot_number: row.lot_number,
      expires_on: row.expires_on,
      receiving_notes: row.document_kind === 'receipt' ? textOf(entryOf(metadata['entry_notes'], row.entry_no)) : null,
      images: (entryOf(metadata['entry_images'], row.entry_no) as string[] | null | undefined) ?? [],
    },
    document:
      row.document_kind && row.document_id
        ? { kind: row.document_kind, id: row.document_id, number: row.document_number }
        : null,
    reverses_posting_id: row.reverses_posting_id,
    reversed_by_posting_id: row.reversed_by_posting_id,
    undo: is_draft ? { possible: false, reason: 'This pending transaction hasn’t moved any stock.' } : undoStateOf(row),
  }
}

/** A document's posting stores these per entry (receiving): condition, photos. */
function entryOf(entries: unknown, entry_no: number): unknown {
  return typeof entries === 'object' && entries !== null ? (entries as Record<string, unknown>)[entry_no] : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
