import { revokeShare } from '../../contract/sharing.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import { implement } from '../platform/endpoint.ts'
import { recordAct } from '../platform/record-act.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { tableNames, documentPart } from './queries.ts'

type Ended = { sales_order_id: string | null; user_id: string; document_id: string; order_number: string }

/**
 * Ends a link to an order that the caller sees completely, or one that they created: the order may have concerned only
 * their locations then. Refuses, in this order: not_found, also for one that was already revoked; forbidden.
 */
export const revokeShareCommand = implement(revokeShare, async (tx, actor, { id }) => {
  const ended = await tx.maybe(sql<Ended>`
    update shares s set revoked_at = app.now()
    from (
      select id, order_number from sales_orders where org_id = ${actor.org_id}
      union all select id, order_number from purchase_orders where org_id = ${actor.org_id}) o
    where s.org_id = ${actor.org_id} and s.id = ${id} and s.revoked_at is null and o.id = coalesce(s.sales_order_id, s.purchase_order_id)
    returning s.sales_order_id, s.user_id, o.id as document_id, o.order_number`)
  if (!ended) refuse('not_found')
  const opener = ended.sales_order_id ? 'customer' : 'supplier'
  if (ended.user_id !== actor.user_id) await requireWholeDocument(tx, actor, documentPart[opener], ended.document_id)
  await recordAct(tx, actor, {
    action: 'SHARE',
    table_name: tableNames[opener],
    record_id: ended.document_id,
    item_name: ended.order_number,
    summary: 'Revoked link',
    details: { link: id },
  })
  return { id }
})
