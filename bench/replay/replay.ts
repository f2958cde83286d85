import type { SalesOrder } from '../../contract/sales-orders.ts'
import { violatedInvariants } from '../../ledger/invariants.ts'
import { signUp } from '../kit/person.ts'
import { type ProcessorTime, withProcessorTime } from '../kit/processor-time.ts'
import type { BenchServer } from '../kit/server.ts'
import { monthsOf, needsOf } from './needs.ts'
import type { Northwind } from './northwind.ts'
import { openShop } from './shop.ts'
import { expectedOf, type Totals, totalsOf } from './totals.ts'

export type Replay = Readonly<{
  clients: number
  seconds: number
  /** Calls of the API, and the cost of one of them. */
  answers: number
  processor: ProcessorTime | null
  /** Orders that could not be fully reserved when they were created. */
  waited: number
  /** The totals that the server reports afterwards, and those computed from the files alone. */
  replayed: Totals
  expected: Totals
  /** The names of violated invariants, over everything in the database. */
  violated: readonly string[]
}>

/**
 * Sells what Northwind sold, in a separate organization and with this many clients at once, using only the public API.
 * Month by month, orders are created and what they need is ordered, paid and received; then what was shipped is paid
 * and shipped. In every second month the orders come first, so that they wait as backorders. Any error ends it.
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
    const violated = (await violatedInvariants(client)).map(({ name }) => name)
    return { clients, ...measured, waited, replayed, expected: expectedOf(northwind), violated }
  } finally {
    await client.end()
  }
}

/** Runs the tasks in order, this many at a time. */
async function together(clients: number, tasks: (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values()
  const client = async () => {
    for (const task of waiting) await task()
  }
  await Promise.all(Array.from({ length: clients }, client))
}
