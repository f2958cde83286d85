import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'

type Posted = {
  posting_id: Statement<string>
  source_kind: Statement<string | null>
  source_id: Statement<string | null>
}

/**
 * Joins to each row of a list, as `document_undo`, which posting undid it and which it undid, for documents: the undo
 * of a receipt, a return, a shipment or a completed transfer is a separate posting, named by the document and not by
 * `reverses_posting_id`.
 * Only postings of these documents are looked up, by the document's key.
 */
export function documentUndoOf(actor: Actor, { posting_id, source_kind, source_id }: Posted): Statement<unknown> {
  const undone = (table: 'receipts' | 'sales_returns', kind: 'receipt' | 'return') => sql`
    select id, undo_posting_id from ${sql.ref(table)}
    where org_id = ${actor.org_id} and id = ${source_id} and ${source_kind} = ${sql.lit(kind)}`
  // A shipment may be undone several times: only the undo of this posting, or this posting as an undo.
  const shipment = sql`
    select posting_id as id, undo_posting_id from shipment_undos
    where org_id = ${actor.org_id} and shipment_id = ${source_id} and ${source_kind} = 'shipment'
      and ${posting_id} in (posting_id, undo_posting_id)`
  const transfer = sql`
    select completed_posting_id as id, cancelled_posting_id as undo_posting_id from location_transfers
    where org_id = ${actor.org_id} and id = ${source_id} and ${source_kind} = 'transfer' and completed_posting_id is not null`
  return sql`
    left join lateral (
      select case when undo_posting_id = ${posting_id} then id end as reverses_posting_id,
        case when id = ${posting_id} then undo_posting_id end as reversed_by_posting_id
      from (${undone('receipts', 'receipt')} union all ${undone('sales_returns', 'return')} union all ${shipment}
        union all ${transfer}) documents
    ) document_undo on true`
}
