import { quantityOf, exactUnits } from '../../contract/quantity.ts'
import type { LineDiff } from '../orders/diff-lines.ts'
import { writesOf, type WrittenLine } from '../orders/line-writes.ts'
import { amountDecimals } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { StoredLine } from './lock-order.ts'

/** A line as entered. */
export type AskedLine = { id?: string | undefined; product_id: string; quantity: number; unit_price: number }

type Row = WrittenLine<AskedLine>

/** The units of a line that were shipped or are in a shipment. Exact: in whole numbers of the smallest unit. */
export function gone(line: Pick<StoredLine, 'shipped_quantity' | 'planned_quantity'>): number {
  return quantityOf(exactUnits(line.shipped_quantity) + exactUnits(line.planned_quantity))
}

/** Writes the difference, each kind of change as one statement. */
export async function writeLines(
  tx: Tx,
  actor: Actor,
  order_id: string,
  diff: LineDiff<StoredLine, AskedLine>,
): Promise<void> {
  const { removed, changed, added } = writesOf(diff, differs)
  const of = sql`org_id = ${actor.org_id} and sales_order_id = ${order_id}`
  await Promise.all([
    removed.length > 0 && tx.run(sql`delete from sales_order_items where ${of} and id = any (${removed}::uuid[])`),
    changed.length > 0 &&
      tx.run(sql`
      update sales_order_items i
      set line_no = n.line_no, quantity = n.quantity, unit_price = n.unit_price, updated_at = app.now()
      from ${rows(changed)}
      where i.org_id = ${actor.org_id} and i.sales_order_id = ${order_id} and i.id = n.id`),
    added.length > 0 && insertLines(tx, actor, [{ id: order_id, lines: added }]),
  ])
}

/** Writes lines of several orders, all of them new. */
export async function insertLines(
  tx: Tx,
  actor: Actor,
  orders: readonly Readonly<{ id: string; lines: readonly Row[] }>[],
): Promise<void> {
  const order_ids = orders.flatMap(({ id, lines }) => lines.map(() => id))
  await tx.run(sql`
    insert into sales_order_items (org_id, id, sales_order_id, line_no, product_id, quantity, unit_price, amount_decimals)
    select ${actor.org_id}, n.id, o.id, n.line_no, n.product_id, n.quantity, n.unit_price, ${amountDecimals(actor)}
    from ${rows(orders.flatMap(({ lines }) => lines))}
    join unnest(${order_ids}::uuid[]) with ordinality as o (id, no) using (no)`)
}

/** Whether a stored line must be updated. */
export function differs(stored: StoredLine, row: { line_no: number; quantity: number; unit_price: number }): boolean {
  return stored.line_no !== row.line_no || stored.quantity !== row.quantity || stored.unit_price !== row.unit_price
}

/** Lines as a table `n` of the statement: one parameter per column, however many lines there are. */
function rows(lines: readonly Row[]) {
  return sql`unnest(
    ${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.line_no)}::integer[],
    ${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
    ${lines.map((line) => line.unit_price)}::numeric[]
  ) with ordinality as n (id, line_no, product_id, quantity, unit_price, no)`
}
