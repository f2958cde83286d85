import type { SalesOrderLine } from '../../contract/sales-orders.ts'
import { todayOf } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

type Expected = Pick<SalesOrderLine, 'expected_date' | 'is_late' | 'expected_from' | 'is_in_transit'>
export type UndatedLine = Omit<SalesOrderLine, keyof Expected>

const unknown: Expected = { expected_date: null, is_late: false, expected_from: null, is_in_transit: false }

/**
 * Adds to each backordered line the date when purchase orders should have brought enough for it. Backorders are filled
 * oldest first (kernel.fill_backorders), so a line waits until everything before it has been received too; for an order
 * that ships from one location only what arrives there counts. Units in transit between locations arrive first: they
 * have left already, and no day says when they arrive. Reads nothing if nothing is backordered.
 */
export async function withExpectedDates<L extends UndatedLine>(
  tx: Tx,
  actor: Actor,
  lines: readonly L[],
): Promise<(L & Expected)[]> {
  const waiting = lines.filter((line) => line.backordered_quantity > 0).map(({ id }) => id)
  const found = waiting.length === 0 ? [] : await readExpected(tx, actor, waiting)
  const byLine = new Map(found.map(({ id, ...expected }) => [id, expected]))
  return lines.map((line) => ({ ...line, ...(byLine.get(line.id) ?? unknown) }))
}

function readExpected(tx: Tx, actor: Actor, line_ids: readonly string[]): Promise<(Expected & { id: string })[]> {
  return tx.all(sql<Expected & { id: string }>`
    select d.document_line_id as id, coming.expected_date, coalesce(coming.expected_date < ${todayOf(actor)}, false) as is_late,
      coming.purchase_order_id as expected_from, sent.quantity >= queue.quantity as is_in_transit
    from stock_demands d
    cross join lateral (
      select sum(w.wanted - w.fulfilled - coalesce((
          select sum(c.quantity) from stock_commitments c
          where c.org_id = ${actor.org_id} and c.document_line_id = w.document_line_id), 0)) as quantity
      from stock_demands w
      where w.org_id = ${actor.org_id} and w.product_id = d.product_id and w.document_kind = 'sales_order' and w.is_open
        and (w.placed_at, w.document_line_id) <= (d.placed_at, d.document_line_id)
        and (w.location_id is null or d.location_id is null or w.location_id = d.location_id)
    ) queue
    cross join lateral (
      select coalesce(sum(s.in_transit), 0) as quantity
      from stock_levels s
      where s.org_id = ${actor.org_id} and s.product_id = d.product_id and (d.location_id is null or s.location_id = d.location_id)
    ) sent
    left join lateral (
      select x.expected_date, x.purchase_order_id
      from (
        select o.id as purchase_order_id, o.expected_date,
          row_number() over delivery as delivery_no, sum(i.quantity - i.received_quantity) over delivery as so_far
        from purchase_order_items i
        join purchase_orders o on o.org_id = i.org_id and o.id = i.purchase_order_id
        where i.org_id = ${actor.org_id} and i.product_id = d.product_id and i.received_quantity < i.quantity
          and o.status in ('ordered', 'partial') and (d.location_id is null or i.location_id = d.location_id)
        window delivery as (order by o.expected_sort, o.order_number, i.id rows unbounded preceding)
      ) x
      where sent.quantity < queue.quantity and sent.quantity + x.so_far >= queue.quantity
      order by x.delivery_no limit 1
    ) coming on true
    where d.org_id = ${actor.org_id} and d.document_line_id = any(${[...line_ids]}::uuid[])`)
}
