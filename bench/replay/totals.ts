import type pg from 'pg'
import type { PurchaseOrderSummary } from '../../contract/purchase-orders.ts'
import type { ReceiptSummary } from '../../contract/receiving.ts'
import type { ValuationSummary } from '../../contract/valuation-report.ts'
import type { SalesOrderSummary } from '../../contract/sales-orders.ts'
import type { ShipmentSummary } from '../../contract/shipments.ts'
import type { Person } from '../kit/person.ts'
import { cents, costOf, sum, wholeCents } from './amounts.ts'
import { linesOf, monthsOf, needsOf } from './needs.ts'
import type { Northwind, NorthwindOrder } from './northwind.ts'

/**
 * The expected totals of a replay, in whole numbers; unit costs have four decimals, so they are in hundredths of a
 * cent.
 */
export type Totals = Readonly<
  Record<
    | 'orders'
    | 'orders shipped'
    | 'orders open'
    | 'lines'
    | 'units ordered'
    | 'units shipped'
    | 'units bought'
    | 'units left'
    | 'units backordered'
    | 'cents ordered'
    | 'cents shipped'
    | 'cents paid by customers'
    | 'cents paid to suppliers'
    | 'cost of what was shipped, hundredths of a cent'
    | 'cost of what is left, cents',
    bigint
  >
>

/** The sums computed from the files alone. */
export function expectedOf(northwind: Northwind): Totals {
  const { products, orders } = northwind
  const prices = new Map(products.map(({ sku, price_cents }) => [sku, price_cents]))
  const costs = (of: readonly NorthwindOrder[]) =>
    sum(linesOf(of), ({ sku, quantity }) => BigInt(quantity) * costOf(prices.get(sku) ?? 0n))
  const units = (of: readonly NorthwindOrder[]) => sum(linesOf(of), ({ quantity }) => BigInt(quantity))
  const money = (of: readonly NorthwindOrder[]) =>
    sum(linesOf(of), ({ quantity, price_cents }) => BigInt(quantity) * price_cents)
  const shipped = orders.filter(({ is_shipped }) => is_shipped)
  const open = orders.filter(({ is_shipped }) => !is_shipped)
  const purchased = monthsOf(northwind).flatMap((month) => needsOf(northwind, month).flatMap(({ lines }) => lines))
  return {
    orders: BigInt(orders.length),
    'orders shipped': BigInt(shipped.length),
    'orders open': BigInt(open.length),
    lines: BigInt(linesOf(orders).length),
    'units ordered': units(orders),
    'units shipped': units(shipped),
    'units bought': units(orders),
    'units left': units(open),
    'units backordered': 0n,
    'cents ordered': money(orders),
    'cents shipped': money(shipped),
    'cents paid by customers': money(shipped),
    'cents paid to suppliers': sum(purchased, ({ quantity, price_cents }) =>
      wholeCents(BigInt(quantity) * costOf(price_cents)),
    ),
    'cost of what was shipped, hundredths of a cent': costs(shipped),
    'cost of what is left, cents': wholeCents(costs(open)),
  }
}

const fillPatienceMs = 30_000

/** The same totals as the server reports them: its lists, its reports, and parts of the ledger that no list shows. */
export async function totalsOf(person: Person, client: pg.Client): Promise<Totals> {
  await backordersFilled(person)
  const orders = await all<SalesOrderSummary>(person, '/sales-orders')
  const shipped = orders.filter(({ status }) => status === 'shipped')
  const shipments = await all<ShipmentSummary>(person, '/shipments?status=in_transit')
  const purchases = await all<PurchaseOrderSummary>(person, '/purchase-orders?status=received')
  const receipts = await all<ReceiptSummary>(person, '/receipts')
  const { on_hand } = await person.send<ValuationSummary>('GET', '/reports/valuation/summary')
  const { rows } = await client.query<{ paid: string; ordered: string; cost: string }>(
    `select (select sum(amount) * 100 from payments where org_id = $1)::bigint as paid,
       (select sum(quantity) from sales_order_items where org_id = $1)::bigint as ordered,
       (select sum(quantity * unit_cost) * 10000 from stock_movements where org_id = $1 and to_account = 'customer')::bigint as cost`,
    [person.org_id],
  )
  return {
    orders: BigInt(orders.length),
    'orders shipped': BigInt(shipped.length),
    'orders open': BigInt(orders.filter(({ status }) => status === 'pending').length),
    lines: sum(orders, ({ line_count }) => BigInt(line_count)),
    'units ordered': BigInt(rows[0]?.ordered ?? -1),
    'units shipped': sum(shipments, ({ units }) => BigInt(units)),
    'units bought': sum(receipts, ({ units }) => BigInt(units)),
    'units left': BigInt(on_hand.units ?? -1),
    'units backordered': sum(orders, ({ backordered }) => BigInt(backordered)),
    'cents ordered': sum(orders, ({ total_amount }) => cents(total_amount)),
    'cents shipped': sum(shipped, ({ total_amount }) => cents(total_amount)),
    'cents paid by customers': BigInt(rows[0]?.paid ?? -1),
    'cents paid to suppliers': sum(purchases, ({ total_amount }) => cents(total_amount)),
    'cost of what was shipped, hundredths of a cent': BigInt(rows[0]?.cost ?? -1),
    'cost of what is left, cents': cents(on_hand.total_cost ?? -1),
  }
}

/**
 * Backorders are filled after the commit that makes it possible. Waits until none is left; if one remains, the totals
 * will show it.
 */
async function backordersFilled(person: Person): Promise<void> {
  const deadline = performance.now() + fillPatienceMs
  while (performance.now() < deadline) {
    const open = await all<SalesOrderSummary>(person, '/sales-orders?open=true')
    if (open.every(({ backordered }) => backordered === 0)) return
  }
}

async function all<T>(person: Person, path: string): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: { items: T[]; next: string | null } = await person.send(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    rows.push(...page.items)
    cursor = page.next
  } while (cursor)
  return rows
}
