import { limits } from '../../contract/limits.ts'
import {
  type ProcessingStep,
  readSalesOrder,
  type SalesOrder,
  type SalesReturnSummary,
} from '../../contract/sales-orders.ts'
import type { SalesMail } from '../../contract/sales-documents.ts'
import { mailColumns } from '../order-mails/mail-rows.ts'
import { mixedProducts } from '../organizations/mixed-products.ts'
import { statusChangesOf } from '../orders/status-changes.ts'
import type { Tx } from '../platform/db.ts'
import { implement, type Actor } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { sql, type Statement } from '../platform/sql.ts'
import { personName, undoerName } from '../platform/person-name.ts'
import { isExpired } from '../stock/expired-lots.ts'
import { type UndatedLine, withExpectedDates } from './expected-dates.ts'
import { readinessOf } from './readiness.ts'
import { pendingContents, shippableShipment, type WithContents } from './shippable-shipment.ts'

/** What a customer owes for an order `o` in total; for a cancelled one only what was shipped and kept. */
export const amountOwed = sql`(case when o.status <> 'cancelled' then o.total_amount else (
    select coalesce(sum(round((i.shipped_quantity - i.returned_quantity) * i.unit_price, i.amount_decimals)), 0) from sales_order_items i
    where i.org_id = o.org_id and i.sales_order_id = o.id) end)`

/** What the returned goods of an order `o` were sold for; 0 for a cancelled one, which doesn't owe them anyway. */
const returnedAmount = sql`(case when o.status = 'cancelled' then 0 else (
    select coalesce(sum(round(i.returned_quantity * i.unit_price, i.amount_decimals)), 0) from sales_order_items i
    where i.org_id = o.org_id and i.sales_order_id = o.id) end)`

/** What a customer still owes for an order `o`: not for returned goods. These are read only if something is unpaid. */
export const amountDue = sql`greatest(0, ${amountOwed} - o.paid_amount - case
    when o.paid_amount < o.total_amount then ${returnedAmount} else 0 end)`

/** What is due back for an order `o`: paid beyond what is owed. */
export const refundDue = sql`greatest(0, o.paid_amount - ${amountOwed})`

/** The most that can be refunded for an order `o`: paid beyond what is owed without the returned goods. */
export const refundable = sql`greatest(0, o.paid_amount - ${amountOwed} + ${returnedAmount})`

/** The columns of a list, of an order `o`. Backordered is computed from what its lines want. */
export const summary = (
  actor: Pick<Actor, 'location_ids'>,
) => sql`o.id, o.order_number, o.customer_id, o.customer_name, o.customer_email, o.customer_phone, o.order_date,
  o.total_amount, o.currency, o.status, o.payment_status, o.line_count, o.open_lines, o.created_at, o.updated_at, o.version,
  (select coalesce(sum(d.wanted - d.fulfilled - coalesce((
      select sum(c.quantity) from stock_commitments c
      where c.org_id = d.org_id and c.document_line_id = d.document_line_id), 0)), 0)
    from stock_demands d where d.org_id = o.org_id and d.document_id = o.id) as backordered,
  ${amountDue} as amount_due, ${refundDue} as refund_due, ${
    actor.location_ids === null ? sql`false` : sql`app.concerns_other_locations(o.org_id, 'sales_order', o.id)`
  } as concerns_other_locations`

/** The columns of a shipment `s` of an order `o` in lists. */
export const shipmentColumns = (
  actor: Actor,
) => sql`s.id, s.user_id, s.shipment_no, s.sales_order_id, o.order_number, o.status as order_status,
  o.customer_name, s.is_implicit,
  s.shipping_method, s.carrier, s.tracking_number, s.estimated_delivery, s.status, s.version,
  n.line_count, n.units, ${mixedProducts(sql`shipment_contents`, sql`i.org_id = s.org_id and i.shipment_id = s.id`)} as mixed_products,
  s.created_at, s.shipped_at, s.delivered_at, s.failed_at, ${
    actor.location_ids === null
      ? sql`false`
      : sql`s.posting_id is not null and app.concerns_other_locations(s.org_id, 'posting', s.posting_id)`
  } as concerns_other_locations`

/** How many lines and units a shipment `s` has, as `n`. */
export const shipmentSize = sql`cross join lateral (
  select count(*) as line_count, sum(i.quantity) as units from shipment_contents i where i.org_id = s.org_id and i.shipment_id = s.id) n`

/** The columns of a return `r` of an order `o` in lists. */
export const returnColumns = sql`r.id, r.return_no, r.sales_order_id, o.order_number, o.customer_name, r.notes, r.returned_at, ${personName('r')} as user_reference,
  n.line_count, n.units, ${mixedProducts(sql`sales_return_items`, sql`i.org_id = r.org_id and i.return_id = r.id`)} as mixed_products,
  r.undone_at is not null as is_undone`

export const returnSize = sql`cross join lateral (
  select count(*) as line_count, sum(i.quantity) as units from sales_return_items i where i.org_id = r.org_id and i.return_id = r.id) n`

export const readSalesOrderQuery = implement(readSalesOrder, (tx, actor, { id }) => salesOrderOf(tx, actor, id))

/**
 * Orders waiting for stock that were created in this transaction, by id, for a member with all locations: they have no
 * payments, shipments, returns or emails yet.
 */
export async function newOrdersOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, SalesOrder>> {
  const anyOf = sql`any (${ids}::uuid[])`
  const [orders, lines, steps, changes] = await Promise.all([
    tx.all(headersOf(actor, anyOf, sql`null::text`)),
    linesOf(tx, actor, anyOf),
    tx.all(stepsOf(actor, anyOf)),
    statusChangesOf(tx, actor, 'sales_order_id', ids),
  ])
  const none = { payments: [], shipments: [], returns: [], mails: [] }
  const linesBy = Map.groupBy(await withExpectedDates(tx, actor, lines), ({ sales_order_id }) => sales_order_id)
  const stepsBy = Map.groupBy(steps, ({ sales_order_id }) => sales_order_id)
  const changesBy = Map.groupBy(changes, ({ document_id }) => document_id)
  return new Map(
    orders.map((order) => [
      order.id,
      orderOf(order, {
        ...none,
        lines: linesBy.get(order.id) ?? [],
        steps: stepsBy.get(order.id) ?? [],
        status_changes: changesBy.get(order.id) ?? [],
      }),
    ]),
  )
}

type Parts =
  | 'readiness'
  | 'lines'
  | 'payments'
  | 'steps'
  | 'shipments'
  | 'shippable_shipment_id'
  | 'returns'
  | 'mails'
  | 'status_changes'

type Header = Omit<SalesOrder, Parts>
type ReadParts = Pick<SalesOrder, Exclude<Parts, 'readiness' | 'shippable_shipment_id' | 'shipments'>> & {
  shipments: WithContents[]
}

/** One order as the contract defines it, with all its parts. Refuses not_found. */
export async function salesOrderOf(tx: Tx, actor: Actor, id: string): Promise<SalesOrder> {
  const isIt = sql`${id}`
  const [order, lines, payments, steps, shipments, returns, mails, status_changes] = await Promise.all([
    tx.maybe(headersOf(actor, isIt, newestAddress)),
    linesOf(tx, actor, isIt),
    tx.all(sql<SalesOrder['payments'][number]>`
      select id, amount, payment_method, reference_number, notes, created_by, ${personName('payments', 'created_by')} as user_reference, payment_date,
        undone_at is not null as is_undone, ${undoerName('payments')} as undone_by, undone_at
      from payments
      where org_id = ${actor.org_id} and sales_order_id = ${id} order by payment_date desc, id desc`),
    tx.all(stepsOf(actor, isIt)),
    tx.all(sql<WithContents>`
      select ${shipmentColumns(actor)}, ${pendingContents} from shipments s
      join sales_orders o on o.org_id = s.org_id and o.id = s.sales_order_id ${shipmentSize}
      where s.org_id = ${actor.org_id} and s.sales_order_id = ${id} and s.taken_back_at is null order by s.shipment_no`),
    tx.all(sql<SalesReturnSummary>`
      select ${returnColumns} from sales_returns r
      join sales_orders o on o.org_id = r.org_id and o.id = r.sales_order_id ${returnSize}
      where r.org_id = ${actor.org_id} and r.sales_order_id = ${id} order by r.return_no`),
    tx.all(sql<SalesMail>`
      select document, ${mailColumns('sales')}
      from sales_order_mails
      where org_id = ${actor.org_id} and sales_order_id = ${id}
      order by claimed_at desc, id desc limit ${limits.historyRowsShown}`),
    statusChangesOf(tx, actor, 'sales_order_id', [id]),
  ])
  if (!order) refuse('not_found')
  return orderOf(order, {
    lines: await withExpectedDates(tx, actor, lines),
    payments,
    steps,
    shipments,
    returns,
    mails,
    status_changes,
  })
}

function orderOf(order: Header, parts: ReadParts): SalesOrder {
  return {
    ...order,
    ...parts,
    shipments: parts.shipments.map(({ contents: _, ...shipment }) => shipment),
    shippable_shipment_id: shippableShipment(parts.shipments, parts.lines),
    readiness: readinessOf(order, parts.lines),
    steps: stepsNow(order, parts.steps),
  }
}

/** Orders with the id `ids`: one, or `any` of several. `address` is where an order `o` last shipped to. */
const headersOf = (actor: Actor, ids: Statement, address: Statement) => sql<Header>`
  select ${summary(actor)}, o.notes, o.location_id, l.name as location_name, o.paid_amount, ${refundable} as refundable_amount, o.user_id, ${personName('o')} as user_reference,
    ${shippedElsewhere(actor)} as shipped_elsewhere, ${address} as shipping_address
  from sales_orders o
  left join locations l on l.org_id = o.org_id and l.id = o.location_id
  where o.org_id = ${actor.org_id} and o.id = ${ids}`

const shippedElsewhere = ({ location_ids }: Actor) =>
  location_ids === null ? sql`false` : sql`app.concerns_other_locations(o.org_id, 'shipped_goods', o.id)`

/** A failed delivery may have had a wrong address: the next shipment isn't filled with it. */
const newestAddress = sql`(select a.shipping_address from shipments a
  where a.org_id = o.org_id and a.sales_order_id = o.id and a.shipping_address is not null and a.taken_back_at is null
    and a.status <> 'failed'
  order by a.shipment_no desc limit 1)`

const stepsOf = (actor: Actor, ids: Statement) => sql<ProcessingStep & { sales_order_id: string }>`
  select sales_order_id, id, name, status, created_at from order_processing
  where org_id = ${actor.org_id} and sales_order_id = ${ids} order by step_no`

type StepsOf = Pick<SalesOrder, 'status' | 'backordered'>

/**
 * The current steps, up to the last one that was reached or failed: an undone step leaves no trace. Reservations change
 * without the order (a backorder is filled, missing stock releases one). A cancelled order waits for no step, and its
 * reservations were released.
 */
function stepsNow({ status, backordered }: StepsOf, steps: readonly ProcessingStep[]): ProcessingStep[] {
  if (status === 'cancelled') return steps.filter((step) => step.status !== 'pending' && step.name !== 'Stock reserved')
  const last = steps.findLastIndex((step) => step.status !== 'pending')
  return steps
    .slice(0, last + 1)
    .map((step) =>
      step.name === 'Stock reserved' ? { ...step, status: backordered > 0 ? 'pending' : 'completed' } : step,
    )
}

function linesOf(tx: Tx, actor: Actor, ids: Statement): Promise<(UndatedLine & { sales_order_id: string })[]> {
  return tx.all(sql<UndatedLine & { sales_order_id: string }>`
    select x.*, case
        when x.shipped_in_all = x.quantity then 'shipped' when x.order_status = 'cancelled' then 'cancelled'
        when x.shipped_in_all > 0 then 'partial' when x.backordered_quantity > 0 then 'backordered'
        when x.reserved_quantity > 0 then 'reserved' else 'pending' end as status
    from (
      select i.sales_order_id, i.id, i.line_no, i.product_id, p.name as product_name, p.sku as product_sku, p.image as product_image, p.quantity_decimals,
        i.quantity, i.unit_price, i.amount, i.amount_decimals, coalesce(c.reserved, 0) as reserved_quantity,
        greatest(0, coalesce(d.wanted - d.fulfilled, 0) - coalesce(c.reserved, 0)) as backordered_quantity, b.shipped_quantity,
        i.planned_quantity, b.returned_quantity, i.quantity - i.shipped_quantity - i.planned_quantity as remaining,
        free.available, coalesce(c.good, 0) + free.available as shippable_quantity, greatest(0, least(i.quantity - i.shipped_quantity - i.planned_quantity,
          coalesce(c.good, 0) + free.available - i.planned_quantity)) as ready_quantity,
        coalesce(c.reserved - c.good, 0) + free.expired as expired_quantity,
        o.status as order_status, i.shipped_quantity as shipped_in_all
      from sales_order_items i
      join shipped_order_items b on b.org_id = i.org_id and b.id = i.id
      join sales_orders o on o.org_id = i.org_id and o.id = i.sales_order_id
      join products p on p.org_id = i.org_id and p.id = i.product_id
      join organizations g on g.org_id = i.org_id
      left join stock_demands d on d.org_id = i.org_id and d.document_line_id = i.id
      left join lateral (
        select sum(s.quantity) as reserved, coalesce(sum(s.quantity) filter (where not ${isExpired}), 0) as good
        from stock_commitments s
        join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
        where s.org_id = i.org_id and s.document_line_id = i.id
      ) c on true
      cross join lateral (
        select coalesce(sum(s.available) filter (where not ${isExpired}), 0) as available,
          coalesce(sum(s.available) filter (where ${isExpired}), 0) as expired
        from stock_levels s
        join lots t on t.org_id = s.org_id and t.product_id = s.product_id and t.id = s.lot_id
        where s.org_id = i.org_id and s.product_id = i.product_id and (o.location_id is null or s.location_id = o.location_id)
      ) free
      where i.org_id = ${actor.org_id} and i.sales_order_id = ${ids}
    ) x
    order by x.line_no, x.id`)
}
