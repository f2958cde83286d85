import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

/** The steps of new orders that wait for stock: those that `writeSteps` would write. */
export async function writeFirstSteps(tx: Tx, actor: Actor, order_ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into order_processing (org_id, id, sales_order_id, step_no, name, status)
    select ${actor.org_id}, gen_random_uuid(), o.id, s.step_no, s.name, 'completed'
    from unnest(${order_ids}::uuid[]) as o (id)
    cross join (values (1, 'Order placed'), (2, 'Stock reserved')) as s (step_no, name)`)
}

/**
 * Updates orders' processing steps. A step is stored when it is first reached and changes when it is reached or lost
 * again. A shipment that never left fails the step "Shipped", one that was in transit "Delivered", until the step is
 * reached or another shipment has left since, whatever its date; undoing that makes the step failed again. "Stock
 * reserved" shows the state at the time of reading. A cancelled order keeps the steps that its shipments have reached.
 * All shipments count, also those that a limited member doesn't see.
 */
export async function writeSteps(tx: Tx, actor: Actor, order_ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    with sent as (
      select s.sales_order_id, s.status, s.posting_id is not null as has_left, s.shipped_at, s.delivered_at,
        p.recorded_at as left_at, coalesce(b.recorded_at, s.failed_at) as failed_at
      from public.shipments s
      left join public.stock_postings p on p.org_id = s.org_id and p.id = s.posting_id
      left join public.stock_postings b on b.org_id = s.org_id and b.id = s.undo_posting_id
      where s.org_id = ${actor.org_id} and s.sales_order_id = any (${order_ids}::uuid[]) and s.taken_back_at is null
    ), failures as (
      select f.sales_order_id, f.has_left from sent f
      where f.status = 'failed' and not exists (
        select from sent s
        where s.sales_order_id = f.sales_order_id and s.status in ('in_transit', 'delivered') and s.left_at > f.failed_at)
    ), facts as (
      select o.id, o.status, o.status = 'cancelled' as is_cancelled, exists (select from sent s where s.sales_order_id = o.id) as has_shipment,
        (select max(s.shipped_at) from sent s where s.sales_order_id = o.id and s.status in ('in_transit', 'delivered')) as shipped_at,
        (select max(s.delivered_at) from sent s where s.sales_order_id = o.id and s.status = 'delivered') as delivered_at,
        exists (select from failures f where f.sales_order_id = o.id and not f.has_left) as sending_failed,
        exists (select from failures f where f.sales_order_id = o.id and f.has_left) as delivery_failed
      from sales_orders o where o.org_id = ${actor.org_id} and o.id = any (${order_ids}::uuid[])
    ), steps (sales_order_id, step_no, name, reached, failed, reached_at) as (
      select f.id, v.* from facts f
      cross join lateral (values
        (1, 'Order placed', true, false, null), (2, 'Stock reserved', true, false, null),
        (3, 'Shipment created', f.has_shipment, false, null),
        (4, 'Shipped', case when f.is_cancelled then f.shipped_at is not null else f.status in ('shipped', 'delivered') end,
          f.sending_failed, f.shipped_at),
        (5, 'Delivered', case when f.is_cancelled then f.delivered_at is not null else f.status = 'delivered' end,
          f.delivery_failed, f.delivered_at))
        as v (step_no, name, reached, failed, reached_at)
    )
    insert into order_processing as p (org_id, id, sales_order_id, step_no, name, status, created_at)
    select ${actor.org_id}, gen_random_uuid(), s.sales_order_id, s.step_no, s.name,
      case when s.reached then 'completed' when s.failed then 'failed' else 'pending' end, coalesce(s.reached_at, app.now())
    from steps s
    where s.reached or s.failed or exists (
      select from order_processing k where k.org_id = ${actor.org_id} and k.sales_order_id = s.sales_order_id and k.step_no = s.step_no)
    on conflict (org_id, sales_order_id, step_no) do update set status = excluded.status, created_at = excluded.created_at
    where p.status <> excluded.status`)
}
