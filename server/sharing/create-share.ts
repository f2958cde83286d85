import { limits } from '../../contract/limits.ts'
import { createPurchaseOrderShare, createSalesOrderShare } from '../../contract/sharing.ts'
import { requireWholeDocument } from '../members/require-whole-document.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor, type Implementation } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { recordAct } from '../platform/record-act.ts'
import { refuse } from '../platform/refusal.ts'
import { lockOrder as lockPurchaseOrder } from '../purchase-orders/lock-order.ts'
import { lockOrderInPart as lockSalesOrder } from '../sales-orders/lock-order.ts'
import { userReference } from '../../ledger/post-stock.ts'
import { sql } from '../platform/sql.ts'
import { hashOfToken, newToken } from '../platform/tokens.ts'
import { shareLink } from './links.ts'
import { columnOf, readShare, type SharedDocument, tableNames } from './queries.ts'

/**
 * Creates a link to a sales order for its customer. A member limited to locations can share an order only if they see
 * all of it. Refuses, in this order: not_found; forbidden; limit_reached.
 */
export const createSalesOrderShareCommand = (siteUrl: string): Implementation =>
  implement(createSalesOrderShare, async (tx, actor, input) => {
    const { id, order_number } = await lockSalesOrder(tx, actor, input.sales_order_id)
    await requireWholeDocument(tx, actor, 'shipped_goods', input.sales_order_id)
    return makeShare(tx, actor, siteUrl, { opener: 'customer', id, order_number }, input)
  })

/** The same for a purchase order and its supplier. */
export const createPurchaseOrderShareCommand = (siteUrl: string): Implementation =>
  implement(createPurchaseOrderShare, async (tx, actor, input) => {
    const { id, order_number } = await lockPurchaseOrder(tx, actor, input.purchase_order_id)
    return makeShare(tx, actor, siteUrl, { opener: 'supplier', id, order_number }, input)
  })

/** The caller holds the order's lock, so links created at once are counted one after the other. */
async function makeShare(
  tx: Tx,
  actor: Actor,
  siteUrl: string,
  { opener, id: document_id, order_number }: SharedDocument & { order_number: string },
  { expires_in_days, label }: { expires_in_days: number; label?: string | null | undefined },
) {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::int as count from shares
    where org_id = ${actor.org_id} and ${columnOf[opener]} = ${document_id} and revoked_at is null and expires_at > clock_timestamp()`)
  if (count >= limits.sharesPerDocument)
    refuse('limit_reached', { limit: limits.sharesPerDocument }, 'You’ve reached the limit of links. Revoke one first.')
  const [id, secret] = [newId(), newToken()]
  await tx.run(sql`
    insert into shares (org_id, id, ${columnOf[opener]}, user_id, user_reference, label, secret_hash, created_at, expires_at)
    values (${actor.org_id}, ${id}, ${document_id}, ${actor.user_id}, ${userReference(actor)}, ${label || null},
      ${hashOfToken(secret)}, app.now(),
      app.now() + make_interval(days => ${expires_in_days}))`)
  const made = await readShare(tx, actor, id)
  await recordAct(tx, actor, {
    action: 'SHARE',
    table_name: tableNames[opener],
    record_id: document_id,
    item_name: order_number,
    summary: 'Shared by link',
    details: { link: id, expires_at: made.expires_at },
  })
  return { ...made, link: shareLink(siteUrl, opener, secret) }
}
