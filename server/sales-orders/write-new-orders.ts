import type { z } from 'zod'
import type { createSalesOrder } from '../../contract/sales-orders.ts'
import { isOpenSale } from '../../contract/sales-order-statuses.ts'
import { userReference } from '../../ledger/post-stock.ts'
import type { WrittenLine } from '../orders/line-writes.ts'
import { recordStatuses } from '../orders/status-changes.ts'
import { currencyToWrite } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { type AskedLine, insertLines } from './write-lines.ts'

/** The input for a new order. */
export type AskedOrder = z.output<typeof createSalesOrder.input>

/** An order about to be inserted: the input, and the ids and number of its rows. */
export type NewOrder = Readonly<{
  id: string
  order_number: string
  customer_id: string
  asked: AskedOrder
  lines: readonly WrittenLine<AskedLine>[]
}>

/** Lines as they will be stored, in the order of the input. */
export function linesOfNew({ lines }: AskedOrder): WrittenLine<AskedLine>[] {
  return lines.map((line, index) => ({ ...line, id: newId(), line_no: index + 1 }))
}

/**
 * Inserts new orders with their totals; nothing is paid or shipped yet. Returns the ids of those whose number was free;
 * the others are not inserted.
 */
export async function insertOrders(tx: Tx, actor: Actor, orders: readonly NewOrder[]): Promise<Set<string>> {
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, order_id: order.id })))
  const column = <T>(value: (order: NewOrder) => T) => orders.map(value)
  const rows = await tx.all(sql<{ id: string }>`
    with currency as materialized (
      select c.code, app.currency_decimals(c.code) as decimals from (select ${currencyToWrite(actor)} as code) c
    )
    insert into sales_orders (org_id, id, user_id, user_reference, order_number, customer_id, customer_name, customer_email,
      customer_phone, notes, location_id, status, total_amount, line_count, open_lines, payment_status, currency)
    select ${actor.org_id}, n.id, ${actor.user_id}, ${userReference(actor)}, n.order_number, n.customer_id, n.name, n.email,
      n.phone, n.notes, n.location_id, n.status, l.total, l.count, case when n.is_open then l.count else 0 end,
      case when l.total = 0 then 'paid' else 'pending' end, (select code from currency)
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ order_number }) => order_number)}::text[],
      ${column(({ customer_id }) => customer_id)}::uuid[], ${column(({ asked }) => asked.customer_name)}::text[],
      ${column(({ asked }) => asked.customer_email)}::text[], ${column(({ asked }) => asked.customer_phone)}::text[],
      ${column(({ asked }) => asked.notes)}::text[], ${column(({ asked }) => asked.location_id)}::uuid[],
      ${column(({ asked }) => asked.status)}::text[], ${column(({ asked }) => isOpenSale(asked.status))}::boolean[]
    ) as n (id, order_number, customer_id, name, email, phone, notes, location_id, status, is_open)
    join (
      select order_id, sum(round(quantity * unit_price, (select decimals from currency))) as total, count(*) as count
      from unnest(
        ${lines.map((line) => line.order_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
        ${lines.map((line) => line.unit_price)}::numeric[]
      ) as l (order_id, quantity, unit_price)
      group by order_id
    ) l on l.order_id = n.id
    on conflict (org_id, order_number) do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** Inserts the lines and the first status change of orders that were just inserted with this status. */
export async function writeParts(
  tx: Tx,
  actor: Actor,
  status: AskedOrder['status'],
  orders: readonly NewOrder[],
): Promise<void> {
  const ids = orders.map(({ id }) => id)
  await Promise.all([
    recordStatuses(tx, actor, 'sales_order_id', ids, { old_status: null, new_status: status }),
    insertLines(tx, actor, orders),
  ])
}
