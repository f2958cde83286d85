import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { recordStatus } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { LockedOrder } from './lock-order.ts'
import { writeSteps } from './write-steps.ts'

/** Other changes of a command to the order's own row. */
type OrderChange = Partial<
  Pick<LockedOrder, 'customer_id' | 'customer_name' | 'customer_email' | 'customer_phone' | 'notes' | 'location_id'>
> & {
  /**
   * A status chosen by a command. An open order whose lines are all shipped is shipped, a shipped one with something
   * left is processing.
   */
  status?: SalesOrderStatus
  /** A person chose the status: it didn't follow from lines or shipments. */
  chosen?: boolean
  /** The reason, for the status history. */
  reason?: string | null
}

/**
 * Writes an order after its lines, payments or shipments changed: everything derived from them is computed only here
 * (total, paid amount, payment status, status, open lines, processing steps), the version is increased, and a change of
 * status is recorded. Refuses number_too_large if the total doesn't fit. The caller holds the order's lock. Returns the
 * status.
 */
export async function refreshOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  change: OrderChange = {},
): Promise<SalesOrderStatus> {
  const { status = order.status, chosen = false, reason = null, ...fields } = change
  const next = { ...order, ...fields }
  const row = await tx.one(sql<{ status: SalesOrderStatus }>`
    with lines as (
      select coalesce(sum(amount), 0) as total, count(*) as count, bool_and(shipped_quantity = quantity) as all_shipped,
        count(*) filter (where shipped_quantity + planned_quantity < quantity) as open
      from sales_order_items where org_id = ${actor.org_id} and sales_order_id = ${order.id}
    ), paid as (
      select coalesce(sum(amount), 0) as paid from payments
      where org_id = ${actor.org_id} and sales_order_id = ${order.id} and undone_at is null
    ), sent as (
      select coalesce(bool_and(status = 'delivered'), false) as all_delivered from shipments
      where org_id = ${actor.org_id} and sales_order_id = ${order.id} and status in ('pending', 'in_transit', 'delivered')
    ), next as (
      select *, case
        when ${status}::text = 'cancelled' then 'cancelled'
        when ${status}::text in ('pending', 'processing') and not all_shipped then ${status}::text
        when ${status}::text in ('pending', 'processing') and all_delivered then 'delivered'
        when all_shipped then case ${status}::text when 'delivered' then 'delivered' else 'shipped' end
        else 'processing' end as status
      from lines, paid, sent
    )
    update sales_orders o set
      customer_id = ${next.customer_id}, customer_name = ${next.customer_name}, customer_email = ${next.customer_email},
      customer_phone = ${next.customer_phone}, notes = ${next.notes}, location_id = ${next.location_id},
      total_amount = next.total, paid_amount = next.paid, line_count = next.count, status = next.status,
      payment_status = case
        when next.paid >= next.total then 'paid' when next.paid > 0 then 'partial' else 'pending' end,
      open_lines = case when next.status in ('pending', 'processing') then next.open else 0 end,
      version = o.version + 1, updated_at = app.now()
    from next
    where o.org_id = ${actor.org_id} and o.id = ${order.id}
    returning o.status`)
  const change_of = { old_status: order.status, new_status: row.status, notes: reason, is_automatic: !chosen }
  await Promise.all([
    recordStatus(tx, actor, { column: 'sales_order_id', id: order.id }, change_of),
    writeSteps(tx, actor, order.id),
  ])
  return row.status
}
