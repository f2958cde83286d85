import type { LineDiff } from '../orders/diff-lines.ts'
import { writesOf, type WrittenLine } from '../orders/line-writes.ts'
import { amountDecimals } from '../organizations/currency.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'
import type { AskedLine } from './check-lines.ts'
import type { StoredLine } from './lock-order.ts'

type Row = WrittenLine<AskedLine>

/** Writes the difference, each kind of change as one statement. */
export async function writeLines(
  tx: Tx,
  actor: Actor,
  order_id: string,
  diff: LineDiff<StoredLine, AskedLine>,
): Promise<void> {
  const { removed, changed, added } = writesOf(diff, differs)
  const of = sql`org_id = ${actor.org_id} and purchase_order_id = ${order_id}`
  await Promise.all([
    removed.length > 0 && tx.run(sql`delete from purchase_order_items where ${of} and id = any (${removed}::uuid[])`),
    changed.length > 0 &&
      tx.run(sql`
      update purchase_order_items i
      set line_no = n.line_no, quantity = n.quantity, unit_price = n.unit_price, location_id = n.location_id, updated_at = app.now()
      from ${rows(changed)}
      where i.org_id = ${actor.org_id} and i.purchase_order_id = ${order_id} and i.id = n.id`),
    added.length > 0 &&
      tx.run(sql`
      insert into purchase_order_items (org_id, id, purchase_order_id, line_no, product_id, location_id, quantity, unit_price,
        amount_decimals)
      select ${actor.org_id}, n.id, ${order_id}, n.line_no, n.product_id, n.location_id, n.quantity, n.unit_price,
        ${amountDecimals(actor)}
      from ${rows(added)}`),
  ])
}

function differs(stored: StoredLine, row: Row): boolean {
  return (
    stored.line_no !== row.line_no ||
    stored.quantity !== row.quantity ||
    stored.unit_price !== row.unit_price ||
    stored.location_id !== (row.location_id ?? null)
  )
}

/** Lines as a table `n` of the statement: one parameter per column, however many lines there are. */
function rows(lines: readonly Row[]) {
  return sql`unnest(
    ${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.line_no)}::integer[],
    ${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.location_id ?? null)}::uuid[],
    ${lines.map((line) => line.quantity)}::numeric[], ${lines.map((line) => line.unit_price)}::numeric[]
  ) as n (id, line_no, product_id, location_id, quantity, unit_price)`
}

/**
 * Lines of an order that is about to be open need a location: if none was chosen, the default one, or for a limited
 * member without it the oldest of their own.
 */
export async function placeLines(tx: Tx, actor: Actor, order_ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update purchase_order_items
    set location_id = (
        select id from locations where org_id = ${actor.org_id} and is_active and hidden_at is null
        order by is_default desc, created_at, id limit 1),
      updated_at = app.now()
    where org_id = ${actor.org_id} and purchase_order_id = any (${order_ids}::uuid[]) and location_id is null`)
}
