import { readPosting, type Posting } from '../../contract/postings.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { personName } from '../platform/person-name.ts'
import { documentUndoOf } from './document-undo-of.ts'
import { undoStateOf } from './undo-state.ts'

type PostingRow = Omit<Posting, 'movements' | 'document' | 'is_own' | 'undo'> & {
  source_id: string | null
  product_is_archived: boolean
  document: Posting['document']
}

export const readPostingQuery = implement(readPosting, async (tx, actor, { posting_id }) => {
  const [posting, movements] = await Promise.all([
    tx.maybe(sql<PostingRow>`
      select s.id, s.kind, s.source_id, s.notes, s.user_id, ${personName('s')} as user_reference, s.happened_at, s.recorded_at,
        coalesce(s.reverses_posting_id, document_undo.reverses_posting_id) as reverses_posting_id,
        coalesce(undone.id, document_undo.reversed_by_posting_id) as reversed_by_posting_id,
        exists (
          select from stock_movements m join products p on p.org_id = m.org_id and p.id = m.product_id
          where m.org_id = s.org_id and m.posting_id = s.id and p.archived_at is not null) as product_is_archived,
        case when d.id is not null then jsonb_build_object('kind', d.kind, 'id', d.id, 'number', d.number) end as document
      from stock_postings s
      left join stock_postings undone on undone.org_id = s.org_id and undone.reverses_posting_id = s.id
      ${documentUndoOf(actor, { posting_id: sql`s.id`, source_kind: sql`s.source_kind`, source_id: sql`s.source_id` })}
      left join posting_documents d on d.org_id = s.org_id and d.posting_id = s.id
      where s.org_id = ${actor.org_id} and s.id = ${posting_id}`),
    tx.all(sql<Posting['movements'][number]>`
      select m.line_no, m.entry_no, m.product_id, p.name as product_name, p.sku as product_sku, m.type, m.reason, m.quantity, m.unit_cost,
        m.from_account, m.from_location_id, fl.name as from_location_name, m.from_balance,
        m.to_account, m.to_location_id, tl.name as to_location_name, m.to_balance, nullif(t.lot_number, '') as lot_number
      from stock_movements m
      left join products p on p.org_id = m.org_id and p.id = m.product_id
      left join locations fl on fl.org_id = m.org_id and fl.id = m.from_location_id
      left join locations tl on tl.org_id = m.org_id and tl.id = m.to_location_id
      left join lots t on t.org_id = m.org_id and t.product_id = m.product_id and t.id = coalesce(nullif(m.from_lot_id, m.product_id), m.to_lot_id)
      where m.org_id = ${actor.org_id} and m.posting_id = ${posting_id}
      order by m.line_no`),
  ])
  const { source_id, product_is_archived, ...row } = posting ?? refuse('not_found')
  return {
    ...row,
    is_own: row.user_id === actor.user_id,
    undo: undoStateOf({ source_id, product_is_archived, ...row }),
    movements,
  }
})
