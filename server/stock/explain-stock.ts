import type { Clock } from '../../contract/as-of.ts'
import { explainStock, type ExplainedMovement } from '../../contract/explained-stock.ts'
import { implement } from '../platform/endpoint.ts'
import { keyset, pageOf, type SortOrder } from '../platform/paging.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import { asOfMoment } from './as-of.ts'
import { documentOf } from './document-of.ts'
import { documentUndoOf } from './document-undo-of.ts'
import { isProduct, levelOf, momentBy, newestMovements, sumOfMovements } from './explained-number.ts'
import { undoStateOf } from './undo-state.ts'

/** Latest first by one clock. In the order of recording no balance was ever negative. */
function latestFirst(by: Clock): SortOrder {
  return {
    name: by,
    direction: 'desc',
    columns: [
      { by: momentBy(by), type: 'timestamptz' },
      { by: sql`m.posting_id`, type: 'uuid' },
      { by: sql`m.line_no`, type: 'integer' },
    ],
  }
}

type MovementRow = Omit<ExplainedMovement, 'document' | 'is_own' | 'undo'> & {
  page_key: string[]
  user_id: string | null
  source_id: string | null
  product_is_archived: boolean
  document_kind: string | null
  document_id: string | null
  document_number: string | null
}
/** A page without movements is one row with only the balance at its end. */
type PageRow = { balance_at_end: number; checked_at: string } & (MovementRow | { posting_id: null })

/**
 * Explains a number. The first page sums all movements of the number, for its check and for the balance it starts with;
 * each page passes the balance of its last row on in the cursor, so a later one reads only its own rows.
 */
export const explainStockQuery = implement(explainStock, async (tx, actor, { limit, cursor, ...input }) => {
  const [since, as_of] = await Promise.all([
    input.since === undefined ? null : asOfMoment(tx, actor, { as_of: input.since, by: input.by }, 'since'),
    input.as_of === undefined ? null : asOfMoment(tx, actor, { as_of: input.as_of, by: input.by }),
  ])
  const upTo = { since: null, until: as_of, by: input.by }
  const order = latestFirst(input.by)
  const from = cursor === undefined ? null : balanceCursor(cursor)
  const { key, after, order: sorted } = keyset(order, from?.cursor)

  const [known, value, rows] = await Promise.all([
    isProduct(tx, actor, input),
    from ? null : levelOf(tx, actor, input, as_of),
    tx.all(sql<PageRow>`
    with page as (
      select m.*, ${key} from (${newestMovements(actor, input, { ...upTo, since }, { after, order: sorted, limit: limit + 1 })}) m
    ), newest as materialized (
      select ${from ? sql`${from.balance}::numeric` : sumOfMovements(actor, input, upTo)} as balance
    )
    select newest.balance as balance_at_end, now() as checked_at,
      m.posting_id, m.line_no, s.kind, m.type, m.reason, m.happened_at, m.recorded_at, m.page_key, m.sign * m.quantity as change,
      newest.balance - coalesce(sum(m.sign * m.quantity) over (
        order by ${momentBy(input.by)} desc, m.posting_id desc, m.line_no desc rows between unbounded preceding and 1 preceding), 0) as balance,
      m.from_account, fl.name as from_location_name, m.to_account, tl.name as to_location_name,
      nullif(t.lot_number, '') as lot_number, coalesce(s.metadata -> 'entry_notes' ->> m.entry_no::text, s.notes) as notes,
      s.user_id, ${personName('s')} as user_reference, s.source_id,
      coalesce(s.reverses_posting_id, document_undo.reverses_posting_id) as reverses_posting_id,
      coalesce(undone.id, document_undo.reversed_by_posting_id) as reversed_by_posting_id,
      (select p.archived_at is not null from products p where p.org_id = ${actor.org_id} and p.id = ${input.product_id}) as product_is_archived,
      d.kind as document_kind, d.id as document_id, d.number as document_number
    from newest
    left join page m on true
    left join stock_postings s on s.org_id = ${actor.org_id} and s.id = m.posting_id
    left join stock_postings undone on undone.org_id = ${actor.org_id} and undone.reverses_posting_id = m.posting_id
    ${documentOf(actor, sql`m.posting_id`, sql`s.source_id`)}
    ${documentUndoOf(actor, { posting_id: sql`m.posting_id`, source_kind: sql`s.source_kind`, source_id: sql`s.source_id` })}
    left join locations fl on fl.org_id = ${actor.org_id} and fl.id = m.from_location_id
    left join locations tl on tl.org_id = ${actor.org_id} and tl.id = m.to_location_id
    left join lots t on t.org_id = ${actor.org_id} and t.product_id = m.product_id
      and t.id = case when m.sign > 0 then m.to_lot_id else m.from_lot_id end
    order by ${momentBy(input.by)} desc, m.posting_id desc, m.line_no desc`),
  ])
  if (!known) refuse('not_found')
  const [first] = rows
  if (!first) throw new Error('a balance without movements is one row')
  const page = pageOf(
    rows.filter((row): row is PageRow & MovementRow => row.posting_id !== null),
    limit,
    order,
  )
  const { balance_at_end: movements, checked_at } = first
  return {
    as_of,
    value,
    check: value === null ? null : { level: value, movements, adds_up: value === movements, checked_at },
    items: page.items.map((row) => movementOf(row, actor.user_id)),
    next: page.next && nextCursor(page.next, rows[limit]),
  }
})

function movementOf(row: Omit<PageRow & MovementRow, 'page_key'>, user_id: string): ExplainedMovement {
  const { document_kind: kind, document_id: id, document_number: number } = row
  return {
    ...row,
    is_own: row.user_id === user_id,
    document: kind && id ? { kind, id, number } : null,
    undo: undoStateOf(row),
  }
}

/** The balance after the first row of the next page is stored with its position: later movements change neither. */
function nextCursor(next: string, row: PageRow | undefined): string {
  if (!row || row.posting_id === null) throw new Error('a page that has a next one holds its first row')
  return `${next}.${row.balance}`
}

function balanceCursor(text: string): { cursor: string; balance: string } {
  const [, cursor, balance] = /^([\w-]+)\.(-?\d{1,15}(?:\.\d{1,4})?)$/.exec(text) ?? []
  if (cursor && balance) return { cursor, balance }
  return refuseFields({ cursor: 'This cursor belongs to another list. Start again from the first page.' })
}
