import type { SalesOrderStatus } from '../../contract/sales-order-statuses.ts'
import { recordEachStatus } from '../orders/status-changes.ts'
import { withChange } from '../orders/with-change.ts'
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
 * status. For a limited member, too, everything is derived from all shipments, also from those they don't see.
 */
export async function refreshOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  change: OrderChange = {},
): Promise<SalesOrderStatus> {
  const [status] = await refreshOrders(tx, actor, [order], change)
  if (!status) throw new Error('a locked order exists')
  return status
}

/** The same for several orders, with one statement; returns each one's status, in their order. */
export async function refreshOrders(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedOrder[],
  { chosen = false, reason = null, ...change }: OrderChange = {},
): Promise<SalesOrderStatus[]> {
  const changed = withChange(orders, change)
  const rows = await tx.all(sql<{ id: string; status: SalesOrderStatus }>`
    with asked as (
      select * from unnest(
        ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ status }) => status)}::text[],
        ${changed.map(({ customer_id }) => customer_id)}::uuid[], ${changed.map(({ customer_name }) => customer_name)}::text[],
        ${changed.map(({ customer_email }) => customer_email)}::text[], ${changed.map(({ customer_phone }) => customer_phone)}::text[],
        ${changed.map(({ notes }) => notes)}::text[], ${changed.map(({ location_id }) => location_id)}::uuid[])
        as n (id, status, customer_id, customer_name, customer_email, customer_phone, notes, location_id)
    ), next as (
      select n.id, n.customer_id, n.customer_name, n.customer_email, n.customer_phone, n.notes, n.location_id, l.*, p.paid, case
        when n.status = 'cancelled' then 'cancelled'
        when n.status in ('pending', 'processing') and not l.all_shipped then n.status
        when n.status in ('pending', 'processing') and s.all_delivered then 'delivered'
        when l.all_shipped then case n.status when 'delivered' then 'delivered' else 'shipped' end
        else 'processing' end as status
      from asked n
      cross join lateral (
        select coalesce(sum(amount), 0) as total, count(*) as count, bool_and(shipped_quantity = quantity) as all_shipped,
          count(*) filter (where shipped_quantity + planned_quantity < quantity) as open
        from sales_order_items where org_id = ${actor.org_id} and sales_order_id = n.id
      ) l
      cross join lateral (
        select coalesce(sum(amount), 0) as paid from payments
        where org_id = ${actor.org_id} and sales_order_id = n.id and undone_at is null
      ) p
      cross join lateral (
        select coalesce(bool_and(status = 'delivered'), false) as all_delivered from public.shipments
        where org_id = ${actor.org_id} and sales_order_id = n.id and status in ('pending', 'in_transit', 'delivered')
      ) s
    )
    update sales_orders o set
      customer_id = next.customer_id, customer_name = next.customer_name, customer_email = next.customer_email,
      customer_phone = next.customer_phone, notes = next.notes, location_id = next.location_id,
      total_amount = next.total, paid_amount = next.paid, line_count = next.count, status = next.status,
      payment_status = case
        when next.paid >= next.total then 'paid' when next.paid > 0 then 'partial' else 'pending' end,
      open_lines = case when next.status in ('pending', 'processing') then next.open else 0 end,
      version = o.version + 1, updated_at = app.now()
    from next
    where o.org_id = ${actor.org_id} and o.id = next.id
    returning o.id, o.status`)
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const after = orders.map(({ id, status }) => ({
    id,
    old_status: status,
    new_status: statuses.get(id) ?? status,
    notes: reason,
  }))
  await Promise.all([
    recordEachStatus(tx, actor, 'sales_order_id', after, { is_automatic: !chosen }),
    writeSteps(
      tx,
      actor,
      orders.map(({ id }) => id),
    ),
  ])
  return after.map(({ new_status }) => new_status)
}
