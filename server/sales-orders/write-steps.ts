import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'

/** The step at which something went wrong: a shipment that never left fails to be shipped, one that was on its way to be delivered. */
export type FailedStep = 'Shipped' | 'Delivered'

/**
 * Brings an order's processing steps to how far it is. A step appears when it is first reached and changes when it is reached or lost
 * again; a step that failed stays failed until it is completed, or goods have left since and are on their way or delivered. "Stock reserved"
 * is shown as it is at the moment of reading.
 */
export async function writeSteps(
  tx: Tx,
  actor: Actor,
  order_id: string,
  failed: FailedStep | undefined,
): Promise<void> {
  await tx.run(sql`
    with facts as (
      select o.status, exists (
          select from shipments s where s.org_id = o.org_id and s.sales_order_id = o.id and s.taken_back_at is null) as has_shipment
      from sales_orders o where o.org_id = ${actor.org_id} and o.id = ${order_id}
    ), steps (step_no, name, reached) as (
      select v.step_no, v.name, v.reached from facts f
      cross join lateral (values
        (1, 'Order placed', true), (2, 'Stock reserved', true), (3, 'Shipment created', f.has_shipment),
        (4, 'Shipped', f.status in ('shipped', 'delivered')), (5, 'Delivered', f.status = 'delivered')) as v (step_no, name, reached)
    )
    insert into order_processing as p (org_id, id, sales_order_id, step_no, name, status)
    select ${actor.org_id}, gen_random_uuid(), ${order_id}, s.step_no, s.name,
      case when s.reached then 'completed' when s.name = ${failed ?? null}::text then 'failed' else 'pending' end
    from steps s
    where s.reached or s.name = ${failed ?? null}::text or exists (
      select from order_processing k where k.org_id = ${actor.org_id} and k.sales_order_id = ${order_id} and k.step_no = s.step_no)
    on conflict (org_id, sales_order_id, step_no) do update set status = excluded.status, created_at = excluded.created_at
    where p.status <> excluded.status and not (p.status = 'failed' and excluded.status = 'pending' and not exists (
      select from shipments s
      where s.org_id = ${actor.org_id} and s.sales_order_id = ${order_id} and s.status in ('in_transit', 'delivered')
        and s.shipped_at > p.created_at))`)
}
