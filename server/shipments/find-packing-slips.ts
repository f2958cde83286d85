import { findPackingSlips } from '../../contract/packing-slips.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'

type Slips = OutputOf<typeof findPackingSlips>['items'][number]

/** The shipments whose packing slips several orders need. Refuses not_found if an order is missing. */
export const findPackingSlipsQuery = implement(findPackingSlips, async (tx, actor, { order_ids }) => {
  const items = await tx.all(sql<Slips>`
    select o.id as order_id, o.order_number, coalesce(s.shipments, '[]') as shipments
    from unnest(${order_ids}::uuid[]) with ordinality as asked (id, position)
    join sales_orders o on o.org_id = ${actor.org_id} and o.id = asked.id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', x.id, 'shipment_no', x.shipment_no, 'status', x.status)
        order by x.shipment_no) as shipments
      from (
        select s.id, s.shipment_no, s.status, bool_or(s.status = 'pending') over () as waits from shipments s
        where s.org_id = o.org_id and s.sales_order_id = o.id and s.taken_back_at is null
          and s.status in ('pending', 'in_transit', 'delivered')
      ) x where not x.waits or x.status = 'pending'
    ) s on true
    order by asked.position`)
  if (items.length < order_ids.length) refuse('not_found')
  return { items }
})
