import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../../contract/products.ts'
import type { SalesOrder } from '../../contract/sales-orders.ts'
import { percentilesOf } from '../kit/percentiles.ts'
import { signUp, type Person } from '../kit/person.ts'
import { type Measured, withProcessorTime } from '../kit/processor-time.ts'
import { describeToPlanner, seedProducts } from '../kit/seed.ts'
import type { BenchServer } from '../kit/server.ts'

const linesSaved = 200
const products = 2_000
const waiting = 500
const askingPauseMs = 5

export type OrderTimes = Measured & { what: string; targetMs: number; p50Ms: number; p99Ms: number }

type Order = {
  id: string
  version: number
  lines: { id: string; product_id: string; quantity: number; unit_price: number; location_id: string | null }[]
}

/**
 * Orders with many lines among 2,000 products: creating them, changing every line, buying and selling, with one client;
 * and how long 500 orders waiting for one product still wait after it is received. No request repeats an earlier one.
 */
// oxlint-disable-next-line max-lines-per-function -- one kind of request after the other
export async function benchOrders(server: BenchServer, seconds: number): Promise<OrderTimes[]> {
  const person = await signUp(server)
  const client = await server.connect()
  const { productIds, location_id } = await seedProducts(client, person, products)
  const supplier = await person.send<{ id: string }>('POST', '/suppliers', { name: 'Bench' })
  const draw = (count: number) => {
    const start = Math.floor(Math.random() * (products - count))
    return productIds.slice(start, start + count)
  }
  const make = (count: number, quantity: number) =>
    person.send<Order>('POST', '/purchase-orders', {
      id: randomUUID(),
      supplier_id: supplier.id,
      lines: draw(count).map((product_id) => ({ product_id, quantity, unit_price: 1.25 })),
    })
  const pay = ({ id, version }: Order) => person.send<Order>('POST', `/purchase-orders/${id}/payments`, { id, version })
  const save = (order: Order, add: number) =>
    person.send<Order>('PUT', `/purchase-orders/${order.id}`, {
      version: order.version,
      supplier_id: supplier.id,
      lines: order.lines.map(({ id, product_id, quantity, unit_price, location_id }) => ({
        id,
        product_id,
        quantity: quantity + add,
        unit_price,
        location_id,
      })),
    })

  const sell = (count: number, quantity: number) =>
    person.send<SalesOrder>('POST', '/sales-orders', {
      customer_name: 'Bench',
      lines: draw(count).map((product_id) => ({ product_id, quantity, unit_price: 2.5 })),
    })
  const saveSale = (order: SalesOrder, add: number) =>
    person.send<SalesOrder>('PUT', `/sales-orders/${order.id}`, {
      version: order.version,
      customer_name: order.customer_name,
      lines: order.lines.map(({ id, product_id, quantity, unit_price }) => ({
        id,
        product_id,
        quantity: quantity + add,
        unit_price,
      })),
    })
  // An organization's first orders, and how the planner's statistics reflect them within a minute.
  await pay(await make(linesSaved, 1))
  await sell(linesSaved, 1)
  await describeToPlanner(client)

  const results: OrderTimes[] = []
  const saving = `an order of ${linesSaved} lines`
  results.push({
    what: `making ${saving}`,
    targetMs: 300,
    ...(await timed(server, seconds, () => make(linesSaved, 10))),
  })
  let draft = await make(linesSaved, 10)
  const changed = await timed(server, seconds, async () => {
    draft = await save(draft, 1)
  })
  results.push({ what: `changing every line of a draft of ${linesSaved}`, targetMs: 300, ...changed })
  let placed = await pay(await make(linesSaved, 10))
  const moved = await timed(server, seconds, async () => {
    placed = await save(placed, 1)
  })
  results.push({ what: `changing what is incoming on ${linesSaved} lines`, targetMs: 300, ...moved })
  results.push({
    what: `selling ${linesSaved} lines, all reserved`,
    targetMs: 300,
    ...(await timed(server, seconds, () => sell(linesSaved, 1))),
  })
  let sale = await sell(linesSaved, 1)
  const reserved = await timed(server, seconds, async () => {
    sale = await saveSale(sale, 1)
  })
  results.push({ what: `changing what is reserved on ${linesSaved} lines`, targetMs: 300, ...reserved })
  results.push({
    what: `${waiting} backorders filled after a receipt`,
    targetMs: 5_000,
    ...(await benchBackorders({ server, pay, person, location_id, supplier_id: supplier.id })),
  })
  await client.end()
  return results
}

type Backorders = {
  server: BenchServer
  pay: (order: Order) => Promise<Order>
  person: Person
  location_id: string
  supplier_id: string
}

/**
 * Makes 500 orders wait for one product, receives enough for the first 100, then for all. The time is measured from
 * sending the second receipt until no order waits. Throws if the first receipt fills any but the first 100.
 */
async function benchBackorders({ server, pay, person, location_id, supplier_id }: Backorders) {
  const product = await person.send<Product>('POST', '/products', { name: 'Waited for', sku: randomUUID(), price: 5 })
  const place = async (quantity: number) => {
    const lines = [{ product_id: product.id, quantity, unit_price: 3 }]
    return pay(await person.send<Order>('POST', '/purchase-orders', { supplier_id, lines }))
  }
  const receive = ({ id, lines }: Order) =>
    person.send('POST', `/purchase-orders/${id}/receipts`, {
      lines: lines.map((line) => ({ purchase_order_item_id: line.id, quantity: line.quantity, location_id })),
    })
  const backordered = async () => (await person.send<Product>('GET', `/products/${product.id}`)).stock.backordered
  const until = async (left: number) => {
    while ((await backordered()) > left) await sleep(askingPauseMs)
  }
  const orders: SalesOrder[] = []
  for (let n = 0; n < waiting; n++) {
    const lines = [{ product_id: product.id, quantity: 1, unit_price: 5 }]
    orders.push(await person.send<SalesOrder>('POST', '/sales-orders', { customer_name: `Waiting ${n}`, lines }))
  }
  const first = 100
  await receive(await place(first))
  await until(waiting - first)
  for (const [index, { id, customer_name }] of orders.entries()) {
    const order = await person.send<SalesOrder>('GET', `/sales-orders/${id}`)
    if ((order.backordered === 0) !== index < first) throw new Error(`${customer_name} was not served in its round`)
  }
  const rest = await place(waiting - first)
  return withProcessorTime(server, async () => {
    const start = performance.now()
    await receive(rest)
    await until(0)
    const milliseconds = performance.now() - start
    return { p50Ms: milliseconds, p99Ms: milliseconds, answers: 1 }
  })
}

/** Runs the work repeatedly. The first runs are a warm-up and aren't counted. */
async function timed(server: BenchServer, seconds: number, work: () => Promise<unknown>) {
  const milliseconds: number[] = []
  for (let round = 0; round < 5; round++) await work()
  return withProcessorTime(server, async () => {
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      const start = performance.now()
      await work()
      milliseconds.push(performance.now() - start)
    }
    return { ...percentilesOf(milliseconds), answers: milliseconds.length }
  })
}
