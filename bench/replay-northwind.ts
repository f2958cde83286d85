import type pg from 'pg'
import type { ProductListItem } from '../contract/products.ts'
import type { PurchaseOrder, PurchaseOrderSummary } from '../contract/purchase-orders.ts'
import type { ReceiptSummary } from '../contract/receiving.ts'
import type { ValuationSummary } from '../contract/reports.ts'
import type { SalesOrder, SalesOrderSummary } from '../contract/sales-orders.ts'
import type { Carrier, Shipment, ShipmentSummary } from '../contract/shipments.ts'
import { checkInvariants } from './large/invariants.ts'
import type { Northwind, NorthwindOrder } from './northwind.ts'
import { type Person, signUp } from './person.ts'
import { type ProcessorTime, withProcessorTime } from './processor-time.ts'
import type { BenchServer } from './server.ts'

/**
 * What a replay must come to, in whole numbers; costs of single units have four decimals, so theirs are hundredths of a
 * cent.
 */
type Totals = Readonly<
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

export type Replay = Readonly<{
  clients: number
  seconds: number
  /** Calls of the API, and what one of them cost. */
  answers: number
  processor: ProcessorTime | null
  /** Orders that could not be reserved whole when they were made. */
  waited: number
  /** As the server tells it afterwards, and as the files alone have it. */
  replayed: Totals
  expected: Totals
  /** The names of invariants that do not hold, over everything in the database. */
  violated: readonly string[]
}>

/** Everything is bought at six tenths of its list price. In hundredths of a cent. */
const costOf = (price_cents: bigint) => price_cents * 60n
const dollarsEach = (hundredths: bigint) => Number(hundredths) / 10_000
/** Halves go up, as the server's do. */
const wholeCents = (hundredths: bigint) => (hundredths + 50n) / 100n
const dollars = (cents: bigint) => Number(cents) / 100
const cents = (amount: number) => BigInt(Math.round(amount * 100))
const sum = <T>(rows: readonly T[], value: (row: T) => bigint) => rows.reduce((total, row) => total + value(row), 0n)
const linesOf = (orders: readonly NorthwindOrder[]) => orders.flatMap((order) => order.lines)

/**
 * Sells what Northwind sold, in an organisation of its own and with so many clients at once, through nothing but the
 * public API: month by month its orders are taken and what they need is ordered, paid and received, then what was
 * shipped is paid and shipped. In every second month the orders come first, so that they wait as backorders. Any answer
 * but a success ends it.
 */
export async function replayNorthwind(server: BenchServer, northwind: Northwind, clients: number): Promise<Replay> {
  const person = await signUp(server)
  const shop = await openShop(person, northwind)
  let waited = 0
  const trade = async () => {
    const start = performance.now()
    const setUp = shop.calls()
    for (const [index, orders] of monthsOf(northwind).entries()) {
      const sold = new Map<string, SalesOrder>()
      const sales = orders.map((order) => async () => {
        const made = await shop.sell(order)
        if (made.backordered > 0) waited++
        sold.set(order.number, made)
      })
      const purchases = needsOf(northwind, orders).map((need) => () => shop.buy(need))
      await together(clients, index % 2 === 0 ? [...purchases, ...sales] : [...sales, ...purchases])
      const shipped = orders.filter((order) => order.is_shipped)
      await together(
        clients,
        shipped.map((order) => () => shop.ship(order, sold.get(order.number))),
      )
    }
    return { seconds: (performance.now() - start) / 1_000, answers: shop.calls() - setUp }
  }
  const measured = await withProcessorTime(server, trade)
  const client = await server.connect()
  try {
    const replayed = await totalsOf(person, client)
    const violated: string[] = []
    for await (const { name, broken } of checkInvariants(client)) if (broken > 0) violated.push(name)
    return { clients, ...measured, waited, replayed, expected: expectedOf(northwind), violated }
  } finally {
    await client.end()
  }
}

const monthsOf = ({ orders }: Northwind) => [...Map.groupBy(orders, ({ month }) => month).values()]

/** What one supplier is asked for: units by SKU. */
type Need = Readonly<{ supplier_name: string; lines: { sku: string; quantity: number; price_cents: bigint }[] }>

function needsOf({ products }: Northwind, orders: readonly NorthwindOrder[]): Need[] {
  const wanted = Map.groupBy(linesOf(orders), ({ sku }) => sku)
  const needed = products.flatMap(({ sku, supplier_name, price_cents }) => {
    const quantity = (wanted.get(sku) ?? []).reduce((total, line) => total + line.quantity, 0)
    return quantity === 0 ? [] : [{ sku, supplier_name, price_cents, quantity }]
  })
  return [...Map.groupBy(needed, ({ supplier_name }) => supplier_name)].map(([supplier_name, lines]) => ({
    supplier_name,
    lines: lines.map(({ sku, quantity, price_cents }) => ({ sku, quantity, price_cents })),
  }))
}

const carriers: Record<string, Carrier> = {
  'Speedy Express': 'dhl',
  'United Package': 'ups',
  'Federal Shipping': 'fedex',
}

/** An organisation with Northwind's suppliers, products without stock, and a warehouse; and what it does all day. */
async function openShop(person: Person, { suppliers, products }: Northwind) {
  let calls = 0
  const post = <T>(path: string, body: object): Promise<T> => {
    calls++
    return person.send<T>('POST', path, body)
  }
  const warehouse = await post<{ id: string }>('/locations', { name: 'Northwind warehouse', is_default: true })
  const supplierIds = new Map<string, string>()
  for (const supplier of suppliers)
    supplierIds.set(supplier.name, (await post<{ id: string }>('/suppliers', supplier)).id)
  const productIds = new Map<string, string>()
  for (const { sku, name, description, supplier_name, price_cents, min_stock_level } of products) {
    const product = await post<ProductListItem>('/products', {
      sku,
      name,
      description,
      supplier_id: known(supplierIds, supplier_name),
      price: dollars(price_cents),
      cost_price: dollarsEach(costOf(price_cents)),
      min_stock_level,
    })
    productIds.set(sku, product.id)
  }

  return {
    calls: () => calls,

    /** Orders from a supplier, pays, and takes everything in. */
    async buy({ supplier_name, lines }: Need): Promise<void> {
      const draft = await post<PurchaseOrder>('/purchase-orders', {
        supplier_id: known(supplierIds, supplier_name),
        lines: lines.map(({ sku, quantity, price_cents }) => ({
          product_id: known(productIds, sku),
          quantity,
          unit_price: dollarsEach(costOf(price_cents)),
        })),
      })
      const { id, version } = draft
      const ordered = await post<PurchaseOrder>(`/purchase-orders/${id}/payments`, { version })
      await post(`/purchase-orders/${id}/receipts`, {
        lines: ordered.lines.map((line) => ({
          purchase_order_item_id: line.id,
          quantity: line.quantity,
          location_id: warehouse.id,
        })),
      })
    },

    sell: ({ customer_name, customer_phone, number, lines }: NorthwindOrder) =>
      post<SalesOrder>('/sales-orders', {
        customer_name,
        customer_phone,
        notes: `Northwind ${number}`,
        lines: lines.map(({ sku, quantity, price_cents }) => ({
          product_id: known(productIds, sku),
          quantity,
          unit_price: dollars(price_cents),
        })),
      }),

    /** Takes the money and sends everything in one shipment. */
    async ship({ ship_to, shipper, freight }: NorthwindOrder, sold: SalesOrder | undefined): Promise<void> {
      if (!sold) throw new Error('only what was sold is shipped')
      await post(`/sales-orders/${sold.id}/payments`, { amount: sold.total_amount, payment_method: 'bank_transfer' })
      const shipment = await post<Shipment>(`/sales-orders/${sold.id}/shipments`, {
        shipping_method: 'ground',
        carrier: carriers[shipper],
        shipping_address: ship_to,
        shipping_cost: freight,
        lines: sold.lines.map((line) => ({ sales_order_item_id: line.id, quantity: line.quantity })),
      })
      await post(`/shipments/${shipment.id}/status-changes`, { status: 'in_transit' })
    },
  }
}

function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the files name ${name} without saying what it is`)
  return id
}

/** Does the tasks in their order, so many at a time. */
async function together(clients: number, tasks: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values()
  const client = async () => {
    for (const task of waiting) await task()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Sums of the files alone. */
function expectedOf(northwind: Northwind): Totals {
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

const fillPatience_ms = 30_000

/** The same as the server tells it: its lists, its reports, and what of the ledger no list shows. */
async function totalsOf(person: Person, client: pg.Client): Promise<Totals> {
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
    'units left': BigInt(on_hand.units),
    'units backordered': sum(orders, ({ backordered }) => BigInt(backordered)),
    'cents ordered': sum(orders, ({ total_amount }) => cents(total_amount)),
    'cents shipped': sum(shipped, ({ total_amount }) => cents(total_amount)),
    'cents paid by customers': BigInt(rows[0]?.paid ?? -1),
    'cents paid to suppliers': sum(purchases, ({ total_amount }) => cents(total_amount)),
    'cost of what was shipped, hundredths of a cent': BigInt(rows[0]?.cost ?? -1),
    'cost of what is left, cents': cents(on_hand.total_cost),
  }
}

/**
 * Backorders are filled after the commit that made it possible. Asks until none is left, and leaves it to the totals
 * when one stays.
 */
async function backordersFilled(person: Person): Promise<void> {
  const deadline = performance.now() + fillPatience_ms
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
