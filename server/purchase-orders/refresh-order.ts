import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { recordStatus } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { LockedOrder } from './lock-order.ts'

/** Other changes of a command to the order's own row. */
type OrderChange = {
  /** A status chosen by a command; `ordered` becomes partial or received if lines were received. */
  status?: PurchaseOrderStatus
  supplier_id?: string
  order_date?: string | null
  expected_date?: string | null
  notes?: string | null
  /** The reason, for the status history. */
  reason?: string | null
}

/**
 * Writes an order after its lines or its payments changed: everything derived from them is computed only here (total,
 * paid amount, payment status, status, open lines), the version is increased, and a change of status is recorded.
 * Refuses number_too_large if the total doesn't fit. The caller holds the order's lock. Returns the status. For a
 * limited member, too, everything is derived from all lines, and written to the table itself: their view counts only
 * the lines they see.
 */
export async function refreshOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  change: OrderChange = {},
): Promise<PurchaseOrderStatus> {
  const { status = order.status, supplier_id = order.supplier_id, reason = null } = change
  const expected_date = change.expected_date === undefined ? order.expected_date : change.expected_date
  const order_date = change.order_date === undefined ? order.order_date : change.order_date
  const notes = change.notes === undefined ? order.notes : change.notes
  const row = await tx.one(sql<{ status: PurchaseOrderStatus }>`
    with lines as (
      select * from app.purchase_order_sums(${actor.org_id}, ${order.id})
    ), paid as (
      select coalesce(sum(amount), 0) as paid from purchase_order_payments
      where org_id = ${actor.org_id} and purchase_order_id = ${order.id} and undone_at is null
    ), next as (
      select *, case
          when ${status}::text in ('draft', 'cancelled') then ${status}::text
          when open = 0 then 'received' when received then 'partial' else 'ordered' end as status
      from lines, paid
    )
    update public.purchase_orders o set
      supplier_id = ${supplier_id}, order_date = ${order_date}, expected_date = ${expected_date}, notes = ${notes},
      total_amount = next.total, paid_amount = next.paid, status = next.status,
      payment_status = case
        when next.paid >= next.total then 'paid' when next.paid > 0 then 'partial'
        when next.status = 'cancelled' then 'cancelled' else 'pending' end,
      open_lines = case when next.status in ('ordered', 'partial') then next.open else 0 end,
      line_count = next.count, partial_lines = next.partial, received_lines = next.full,
      ordered_at = case next.status when 'draft' then null else coalesce(o.ordered_at, case next.status when 'cancelled' then null else app.now() end) end,
      cancelled_at = case when next.status = 'cancelled' then coalesce(o.cancelled_at, app.now()) end,
      version = o.version + 1, updated_at = app.now()
    from next
    where o.org_id = ${actor.org_id} and o.id = ${order.id}
    returning o.status`)
  const change_of = { old_status: order.status, new_status: row.status, notes: reason }
  await recordStatus(tx, actor, { column: 'purchase_order_id', id: order.id }, change_of)
  return row.status
}
