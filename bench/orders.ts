import { randomUUID } from 'node:crypto'
import { signUp, type Person } from './person.ts'
import { seedProducts } from './seed.ts'
import type { BenchServer } from './server.ts'

const linesSaved = 200
const linesReceived = 20
const clients = 8
const products = 2_000

export type OrderTimes = Readonly<{ what: string; target_ms: number; p50Ms: number; p99Ms: number; answers: number }>

type Order = {
  id: string
  version: number
  lines: { id: string; product_id: string; quantity: number; unit_price: number; location_id: string | null }[]
}

/**
 * Orders of many lines among 2,000 products: one that is made, one that is placed, one whose every line is changed, with one client; and receipts of
 * twenty lines with eight clients, each on its own order. Every request is a new one and does all of its work.
 */
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
      lines: order.lines.map(({ id, product_id, quantity, unit_price, location_id: place }) => ({
        id,
        product_id,
        quantity: quantity + add,
        unit_price,
        location_id: place,
      })),
    })

  const results: OrderTimes[] = []
  const saving = `an order of ${linesSaved} lines`
  results.push({ what: `making ${saving}`, target_ms: 300, ...(await timed(seconds, 1, () => make(linesSaved, 10))) })
  let draft = await make(linesSaved, 10)
  const changed = await timed(seconds, 1, async () => {
    draft = await save(draft, 1)
  })
  results.push({ what: `changing every line of a draft of ${linesSaved}`, target_ms: 300, ...changed })
  let placed = await pay(await make(linesSaved, 10))
  const moved = await timed(seconds, 1, async () => {
    placed = await save(placed, 1)
  })
  results.push({ what: `changing what is incoming on ${linesSaved} lines`, target_ms: 300, ...moved })
  results.push({
    what: `receiving ${linesReceived} lines, ${clients} clients`,
    target_ms: 250,
    ...(await benchReceipts({ seconds, make, pay, person, location_id })),
  })
  await client.end()
  return results
}

type Receipts = {
  seconds: number
  make: (count: number, quantity: number) => Promise<Order>
  pay: (order: Order) => Promise<Order>
  person: Person
  location_id: string
}

async function benchReceipts({ seconds, make, pay, person, location_id }: Receipts) {
  const orders = await Promise.all(
    Array.from({ length: clients }, async () => pay(await make(linesReceived, 1_000_000))),
  )
  return timed(seconds, clients, (worker) => {
    const order = orders[worker]
    return person.send('POST', `/purchase-orders/${order?.id}/receipts`, {
      id: randomUUID(),
      purchase_order_id: order?.id,
      lines: order?.lines.map((line) => ({ purchase_order_item_id: line.id, quantity: 1, location_id })),
    })
  })
}

/** Runs the work again and again with so many at a time; the first ones warm up and are not counted. */
async function timed(seconds: number, workers: number, work: (worker: number) => Promise<unknown>) {
  const milliseconds: number[] = []
  for (let turn = 0; turn < 3; turn++) await work(0)
  const end = performance.now() + seconds * 1_000
  const worker = async (index: number) => {
    while (performance.now() < end) {
      const start = performance.now()
      await work(index)
      milliseconds.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)))
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), answers: sorted.length }
}
