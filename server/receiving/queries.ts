import {
  listReceipts,
  type Receipt,
  type ReceiptLine,
  type ReceiptSummary,
  readReceipt,
} from '../../contract/receiving.ts'
import { concernsOtherLocations } from '../members/require-whole-document.ts'
import { mixedProducts } from '../organizations/mixed-products.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { keyset, newestBy, pageOf } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { personName, undoerName } from '../platform/person-name.ts'

const newestFirst = newestBy('date', 'r.received_at', 'r.id')

const summary = sql`r.id, r.receipt_no, r.purchase_order_id, o.order_number, s.name as supplier_name, r.received_at, ${personName('r')} as user_reference,
  r.undone_at is not null as is_undone, r.line_count, r.units,
  ${mixedProducts(sql`receipt_items`, sql`i.org_id = r.org_id and i.receipt_id = r.id`)} as mixed_products`
const tables = sql`receipts r
  join purchase_orders o on o.org_id = r.org_id and o.id = r.purchase_order_id
  join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id`

export const listReceiptsQuery = implement(listReceipts, async (tx, actor, input) => {
  const { key, after, order } = keyset(newestFirst, input.cursor)
  const conditions: Statement<unknown>[] = [sql`r.org_id = ${actor.org_id}`, after]
  if (input.purchase_order_id) conditions.push(sql`r.purchase_order_id = ${input.purchase_order_id}`)
  const rows = await tx.all(sql<ReceiptSummary & { page_key: string[] }>`
    select ${summary}, ${key} from ${tables} where ${sql.join(conditions, sql` and `)} ${order} limit ${sql.rows(input.limit + 1)}`)
  return pageOf(rows, input.limit, newestFirst)
})

export const readReceiptQuery = implement(readReceipt, (tx, actor, { id }) => receiptOf(tx, actor, id))

/** One receipt as the contract defines it. Refuses not_found. */
export async function receiptOf(tx: Tx, actor: Actor, id: string): Promise<Receipt> {
  const [[receipt], concerns_other_locations] = await Promise.all([
    receiptsOf(tx, actor, [id]),
    concernsOtherLocations(tx, actor, 'receipt', id),
  ])
  return { ...(receipt ?? refuse('not_found')), concerns_other_locations }
}

/** Several receipts, in any order; those that don't exist are left out. For callers who see all locations. */
export async function receiptsOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Receipt[]> {
  const [rows, lines] = await Promise.all([
    tx.all(sql<Omit<Receipt, 'lines' | 'concerns_other_locations'>>`
      select ${summary}, o.supplier_id, r.notes, ${undoerName('r')} as undone_by, r.undone_at
      from ${tables} where r.org_id = ${actor.org_id} and r.id = any (${ids}::uuid[])`),
    tx.all(sql<ReceiptLine & { receipt_id: string }>`
      select i.receipt_id, i.line_no, i.purchase_order_item_id, i.product_id, p.name as product_name, p.sku as product_sku, p.quantity_decimals, i.location_id,
        l.name as location_name, nullif(t.lot_number, '') as lot_number, t.expires_on, i.quantity, m.unit_cost, i.condition,
        i.is_over_delivery, i.notes, array(
          select f.address from receipt_photos f
          where f.org_id = i.org_id and f.receipt_id = i.receipt_id and f.line_no = i.line_no order by f.photo_no) as photos
      from receipt_items i
      join products p on p.org_id = i.org_id and p.id = i.product_id
      join locations l on l.org_id = i.org_id and l.id = i.location_id
      join lots t on t.org_id = i.org_id and t.product_id = i.product_id and t.id = i.lot_id
      join stock_movements m on m.org_id = i.org_id and m.posting_id = i.receipt_id and m.entry_no = i.line_no and m.is_entry
      where i.org_id = ${actor.org_id} and i.receipt_id = any (${ids}::uuid[])
      order by i.line_no`),
  ])
  const linesBy = Map.groupBy(lines, ({ receipt_id }) => receipt_id)
  return rows.map((row) => ({ ...row, concerns_other_locations: false, lines: linesBy.get(row.id) ?? [] }))
}
