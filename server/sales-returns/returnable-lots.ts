import { listReturnableLots, type ReturnableLot } from '../../contract/sales-returns.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { lotsWithCustomer } from '../shipments/lots-with-customer.ts'

/** What can be returned, in the order of the lines. Refuses not_found. */
export const listReturnableLotsQuery = implement(listReturnableLots, async (tx, actor, { sales_order_id }) => {
  const order = await tx.maybe(sql<{ item_ids: string[] }>`
    select array(select i.id from sales_order_items i where i.org_id = o.org_id and i.sales_order_id = o.id
      order by i.line_no, i.id) as item_ids
    from sales_orders o where o.org_id = ${actor.org_id} and o.id = ${sales_order_id}`)
  if (!order) refuse('not_found')
  const lots = await lotsWithCustomer(tx, actor, order.item_ids)
  const items = lots.map(({ unit_cost: _, ...lot }) => lot)
  const position = new Map(order.item_ids.map((id, index) => [id, index]))
  const rank = (lot: ReturnableLot) => position.get(lot.sales_order_item_id) ?? 0
  return { items: items.toSorted((a, b) => rank(a) - rank(b)) }
})
