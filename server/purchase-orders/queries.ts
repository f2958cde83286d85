import type { SentMail } from '../../contract/documents.ts'
import { limits } from '../../contract/limits.ts'
import { type PurchaseOrder, type PurchaseOrderLine, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { mailColumns } from '../order-mails/mail-rows.ts'
import { mixedProducts } from '../organizations/mixed-products.ts'
import { statusChangesOf } from '../orders/status-changes.ts'
import { todayOf } from '../organizations/company-days.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { personName, undoerName } from '../platform/person-name.ts'

/**
 * What we owe a supplier for an order `o` in total: the ordered units, for a cancelled one only those received, and the
 * over-delivered ones.
 */
export const amountOwed = sql`(o.over_delivered_amount + case when o.status = 'cancelled'
  then (app.purchase_order_sums(o.org_id, o.id)).received_value else o.total_amount end)`

/** Whether an order `o` is open and should have arrived before today. */
export function isLate(reader: Pick<Actor, 'org_id'>): Statement<boolean> {
  return sql`(o.open_lines > 0 and o.expected_sort < ${todayOf(reader)})`
}

/**
 * Whether an order `o` has open lines that the reader sees. No index contains what is open for a limited member: their
 * open orders are found by status.
 */
export function isOpen({ location_ids }: Pick<Actor, 'location_ids'>): Statement<boolean> {
  return location_ids ? sql`(o.status in ('ordered', 'partial') and o.open_lines > 0)` : sql`o.open_lines > 0`
}

/** Whether something is owed for an order `o`. A cancelled order is read completely only then. */
const isOwed = sql`(o.paid_amount < ${amountOwed})`

/** Whether an order `o` on account has to be paid within some days, or earlier. */
export function isPaymentDue(reader: Pick<Actor, 'org_id'>, days: number): Statement<boolean> {
  return sql`(o.payment_due_date is not null and o.payment_status in ('pending', 'partial')
    and o.payment_due_date <= ${todayOf(reader)} + ${sql.lit(days)} and ${isOwed})`
}

/** The columns of a list, of an order `o` with its supplier `s`. */
export const summary = (
  actor: Pick<Actor, 'org_id' | 'location_ids'>,
) => sql`o.id, o.order_number, o.supplier_id, s.name as supplier_name, o.order_date, o.expected_date, ${isLate(actor)} as is_late, o.total_amount, o.over_delivered_amount, o.currency, o.status,
  o.payment_status, o.payment_terms_days, o.payment_due_date, ${isPaymentDue(actor, -1)} as is_payment_overdue, o.open_lines, o.line_count, o.created_at,
  greatest(0, ${amountOwed} - o.paid_amount) as amount_due, greatest(0, o.paid_amount - ${amountOwed}) as refund_due, ${
    actor.location_ids === null ? sql`false` : sql`app.concerns_other_locations(o.org_id, 'purchase_order', o.id)`
  } as concerns_other_locations`

export const readPurchaseOrderQuery = implement(readPurchaseOrder, (tx, actor, { id }) =>
  purchaseOrderOf(tx, actor, id),
)

type Parts = 'lines' | 'payments' | 'receipts' | 'mails' | 'status_changes'

/** One order as the contract defines it, with all its parts. Refuses not_found. */
export async function purchaseOrderOf(tx: Tx, actor: Actor, id: string): Promise<PurchaseOrder> {
  const [order] = await purchaseOrdersOf(tx, actor, [id])
  return order ?? refuse('not_found')
}

/** Several orders, in any order; those that don't exist are left out. */
export async function purchaseOrdersOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<PurchaseOrder[]> {
  type PartOf<T> = T & { purchase_order_id: string }
  const [orders, lines, payments, receipts, mails, changes] = await Promise.all([
    tx.all(sql<Omit<PurchaseOrder, Parts>>`
      select ${summary(actor)}, s.inactive_since as supplier_inactive_since, o.notes, o.paid_amount, o.user_id, ${personName('o')} as user_reference, o.ordered_at, o.updated_at, o.version
      from purchase_orders o
      join suppliers s on s.org_id = o.org_id and s.id = o.supplier_id
      where o.org_id = ${actor.org_id} and o.id = any (${ids}::uuid[])`),
    tx.all(sql<PartOf<PurchaseOrderLine>>`
      select i.purchase_order_id, i.id, i.product_id, p.name as product_name, p.sku as product_sku, p.barcode as product_barcode, p.image as product_image, p.quantity_decimals,
        i.location_id, l.name as location_name, i.quantity, i.unit_price, i.amount, i.amount_decimals, i.received_quantity,
        i.over_delivered_quantity, i.quantity - i.received_quantity as remaining,
        case i.received_quantity when 0 then 'pending' when i.quantity then 'received' else 'partial' end as status
      from purchase_order_items i
      join products p on p.org_id = i.org_id and p.id = i.product_id
      left join locations l on l.org_id = i.org_id and l.id = i.location_id
      where i.org_id = ${actor.org_id} and i.purchase_order_id = any (${ids}::uuid[])
      order by i.line_no, i.id`),
    tx.all(sql<PartOf<PurchaseOrder['payments'][number]>>`
      select purchase_order_id, id, amount, ${personName('purchase_order_payments')} as user_reference, paid_at, undone_at is not null as is_undone, ${undoerName('purchase_order_payments')} as undone_by, undone_at
      from purchase_order_payments
      where org_id = ${actor.org_id} and purchase_order_id = any (${ids}::uuid[]) order by paid_at desc, id desc`),
    tx.all(sql<PartOf<PurchaseOrder['receipts'][number]>>`
      select purchase_order_id, id, receipt_no, received_at, ${personName('receipts')} as user_reference, undone_at is not null as is_undone, units,
        ${mixedProducts(sql`receipt_items`, sql`i.org_id = receipts.org_id and i.receipt_id = receipts.id`)} as mixed_products
      from receipts
      where org_id = ${actor.org_id} and purchase_order_id = any (${ids}::uuid[]) order by receipt_no desc`),
    tx.all(sql<PartOf<SentMail>>`
      select purchase_order_id, ${mailColumns('purchase')}
      from purchase_order_mails
      where org_id = ${actor.org_id} and purchase_order_id = any (${ids}::uuid[]) order by claimed_at desc, id desc`),
    statusChangesOf(tx, actor, 'purchase_order_id', ids),
  ])
  const orderOf = ({ purchase_order_id }: { purchase_order_id: string }) => purchase_order_id
  const linesBy = Map.groupBy(lines, orderOf)
  const paymentsBy = Map.groupBy(payments, orderOf)
  const receiptsBy = Map.groupBy(receipts, orderOf)
  const mailsBy = Map.groupBy(mails, orderOf)
  const changesBy = Map.groupBy(changes, ({ document_id }) => document_id)
  return orders.map((order) => ({
    ...order,
    lines: linesBy.get(order.id) ?? [],
    payments: paymentsBy.get(order.id) ?? [],
    receipts: receiptsBy.get(order.id) ?? [],
    mails: (mailsBy.get(order.id) ?? []).slice(0, limits.historyRowsShown),
    status_changes: changesBy.get(order.id) ?? [],
  }))
}
