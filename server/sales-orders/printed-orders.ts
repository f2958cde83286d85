import type { SalesOrder } from '../../contract/sales-orders.ts'
import { type Company, companyOf } from '../organizations/company.ts'
import type { Tx } from '../platform/db.ts'
import type { Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql } from '../platform/sql.ts'
import { requireFewLines } from '../printed-documents/printed-file.ts'
import type { Billing } from './payment-terms.ts'
import { amountDue, refundDue } from './queries.ts'

/** The data of an order's document. */
export type PrintedOrder = Readonly<{
  order: OrderToPrint
  company: Company
  customer: Billing
  ship_to: string | null
}>

export type OrderToPrint = Header & Readonly<{ lines: readonly Line[]; payments: readonly Payment[] }>

type Header = Pick<
  SalesOrder,
  | 'id'
  | 'order_number'
  | 'customer_name'
  | 'customer_email'
  | 'customer_phone'
  | 'order_date'
  | 'total_amount'
  | 'currency'
  | 'status'
  | 'notes'
  | 'paid_amount'
  | 'amount_due'
  | 'refund_due'
>
type Line = Pick<
  SalesOrder['lines'][number],
  'product_sku' | 'product_name' | 'quantity' | 'unit_price' | 'amount' | 'returned_quantity'
>
type Payment = Pick<SalesOrder['payments'][number], 'amount' | 'payment_date' | 'is_undone'>

/** Reads the data of an order's document. Refuses not_found. */
export async function printedOrderOf(tx: Tx, actor: Actor, id: string): Promise<PrintedOrder> {
  const [printed] = await readOrders(tx, actor, [id])
  return printed ?? refuse('not_found')
}

/** The same for several orders, in this order. Refuses not_found if one is missing, and too many lines. */
export async function printedOrdersOf(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  field: string,
): Promise<PrintedOrder[]> {
  const found = await tx.all(sql<{ line_count: number }>`
    select line_count from sales_orders where org_id = ${actor.org_id} and id = any (${ids}::uuid[])`)
  if (found.length < ids.length) refuse('not_found')
  requireFewLines(found, field)
  return readOrders(tx, actor, ids)
}

type OfOrder<T> = T & { sales_order_id: string }

async function readOrders(tx: Tx, actor: Actor, ids: readonly string[]): Promise<PrintedOrder[]> {
  const anyOf = sql`any (${ids}::uuid[])`
  const [company, orders, lines, payments, addresses] = await Promise.all([
    companyOf(tx, actor),
    tx.all(sql<Header & Billing>`
      select o.id, o.order_number, o.customer_name, o.customer_email, o.customer_phone, o.order_date, o.total_amount,
        o.currency, o.status, o.notes, o.paid_amount, ${amountDue} as amount_due, ${refundDue} as refund_due,
        c.billing_address, c.payment_terms_days
      from sales_orders o
      left join customers c on c.org_id = o.org_id and c.id = o.customer_id
      where o.org_id = ${actor.org_id} and o.id = ${anyOf}
      order by array_position(${ids}::uuid[], o.id)`),
    tx.all(sql<OfOrder<Line>>`
      select i.sales_order_id, p.sku as product_sku, p.name as product_name, i.quantity, i.unit_price, i.amount,
        b.returned_quantity
      from sales_order_items i
      join shipped_order_items b on b.org_id = i.org_id and b.id = i.id
      join products p on p.org_id = i.org_id and p.id = i.product_id
      where i.org_id = ${actor.org_id} and i.sales_order_id = ${anyOf} order by i.line_no, i.id`),
    tx.all(sql<OfOrder<Payment>>`
      select sales_order_id, amount, payment_date, undone_at is not null as is_undone from payments
      where org_id = ${actor.org_id} and sales_order_id = ${anyOf} order by payment_date desc, id desc`),
    tx.all(sql<OfOrder<{ shipping_address: string }>>`
      select distinct sales_order_id, shipping_address from shipments
      where org_id = ${actor.org_id} and sales_order_id = ${anyOf} and shipping_address is not null
        and taken_back_at is null and status not in ('failed', 'discarded')`),
  ])
  const orderOf = ({ sales_order_id }: OfOrder<object>) => sales_order_id
  const linesBy = Map.groupBy(lines, orderOf)
  const paymentsBy = Map.groupBy(payments, orderOf)
  const addressesBy = Map.groupBy(addresses, orderOf)
  return orders.map(({ billing_address, payment_terms_days, ...order }) => {
    const [address, ...others] = addressesBy.get(order.id) ?? []
    return {
      order: { ...order, lines: linesBy.get(order.id) ?? [], payments: paymentsBy.get(order.id) ?? [] },
      company,
      customer: { billing_address, payment_terms_days },
      // Shipments to several addresses show theirs on the packing slips.
      ship_to: others.length === 0 ? (address?.shipping_address ?? null) : null,
    }
  })
}
