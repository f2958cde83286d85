import type { PurchaseOrderStatus } from '../../contract/purchase-order-actions.ts'
import { recordEachStatus } from '../orders/status-changes.ts'
import { withChange } from '../orders/with-change.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql, type Statement } from '../platform/sql.ts'
import type { LockedOrder } from './lock-order.ts'

/** Other changes of a command to the order's own row. */
type OrderChange = {
  /** A status chosen by a command; `ordered` becomes partial or received if lines were received. */
  status?: PurchaseOrderStatus
  supplier_id?: string
  order_date?: string | null
  expected_date?: string | null
  payment_terms_days?: number | null
  notes?: string | null
  /** The reason, for the status history. */
  reason?: string | null
}

/**
 * Writes an order after its lines, receipts or payments changed: everything derived from them is computed only here
 * (total, over-delivered amount, paid amount, payment status and due date, status, open lines), the version is
 * increased, and a change of status is recorded. Refuses number_too_large if what is owed doesn't fit. The caller holds
 * the order's lock. Returns the status. For a limited member, too, everything is derived from all lines, and written to
 * the table itself: their view counts only the lines they see.
 */
export async function refreshOrder(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  change: OrderChange = {},
): Promise<PurchaseOrderStatus> {
  const [status] = await refreshOrders(tx, actor, [order], change)
  if (!status) throw new Error('a locked order exists')
  return status
}

/** The same for several orders, with one statement; returns each one's status, in their order. */
export async function refreshOrders(
  tx: Tx,
  actor: Actor,
  orders: readonly LockedOrder[],
  { reason = null, ...change }: OrderChange = {},
): Promise<PurchaseOrderStatus[]> {
  const changed = withChange(orders, change)
  const rows = await tx.all(sql<{ id: string; status: PurchaseOrderStatus }>`
    with asked as (
      select * from unnest(
        ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ supplier_id }) => supplier_id)}::uuid[],
        ${changed.map(({ order_date }) => order_date)}::date[], ${changed.map(({ expected_date }) => expected_date)}::date[],
        ${changed.map(({ payment_terms_days }) => payment_terms_days)}::smallint[],
        ${changed.map(({ notes }) => notes)}::text[], ${changed.map(({ status }) => status)}::text[])
        as n (id, supplier_id, order_date, expected_date, payment_terms_days, notes, status)
    ), next as (
      select n.id, n.supplier_id, n.order_date, n.expected_date, n.payment_terms_days, n.notes, lines.*, p.paid,
        ${dueDate(actor)} as payment_due_date, case
          when n.status in ('draft', 'cancelled') then n.status
          when lines.open = 0 then 'received' when lines.received then 'partial' else 'ordered' end as status
      from asked n
      cross join lateral app.purchase_order_sums(${actor.org_id}, n.id) as lines
      cross join lateral (
        select coalesce(sum(amount), 0) as paid from purchase_order_payments
        where org_id = ${actor.org_id} and purchase_order_id = n.id and undone_at is null
      ) p
    )
    update public.purchase_orders o set
      supplier_id = next.supplier_id, order_date = next.order_date, expected_date = next.expected_date, notes = next.notes,
      payment_terms_days = next.payment_terms_days, payment_due_date = next.payment_due_date,
      total_amount = next.total, over_delivered_amount = next.over_delivered_value, paid_amount = next.paid, status = next.status,
      payment_status = case
        when next.paid >= (next.total + next.over_delivered_value)::numeric(14,2) then 'paid' when next.paid > 0 then 'partial'
        when next.status <> 'cancelled' or next.payment_terms_days is not null and next.received_value + next.over_delivered_value > 0
        then 'pending' else 'cancelled' end,
      open_lines = case when next.status in ('ordered', 'partial') then next.open else 0 end,
      line_count = next.count, partial_lines = next.partial, received_lines = next.full,
      ordered_at = case next.status when 'draft' then null else coalesce(o.ordered_at, case next.status when 'cancelled' then null else app.now() end) end,
      cancelled_at = case when next.status = 'cancelled' then coalesce(o.cancelled_at, app.now()) end,
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
  await recordEachStatus(tx, actor, 'purchase_order_id', after)
  return after.map(({ new_status }) => new_status)
}

/**
 * When an order `n` on account has to be paid: its days after the first receipt that wasn't undone, as days of the
 * organization; null before (decision 1010). Reads the table itself: a limited member's view lacks some receipts.
 */
function dueDate({ org_id }: Actor): Statement<string> {
  return sql`case when n.payment_terms_days is not null then (
    select (min(r.received_at) at time zone (select time_zone from organizations where org_id = ${org_id}))::date
    from public.receipts r where r.org_id = ${org_id} and r.purchase_order_id = n.id and r.undone_at is null
  ) + n.payment_terms_days end`
}
