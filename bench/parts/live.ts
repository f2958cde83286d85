import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../load/load.ts'
import { medianOf, percentilesOf } from '../kit/percentiles.ts'
import { type Person, signUp } from '../kit/person.ts'
import { posting } from '../load/posting.ts'
import { seedProducts } from '../kit/seed.ts'
import { type BenchServer, memoryMb } from '../kit/server.ts'

const streams = 500
/** Ten organizations with a person each; a session can have 50 streams. */
const people = 10
const products = 1_000
const rounds = 7
/** One and a half heartbeats, because open streams cause work once every 20 seconds. */
const settling_seconds = 30

/** The median of the rounds: a checkpoint of PostgreSQL doubles the p99 of the round in which it happens. */
type Times = { p50Ms: number; p99Ms: number }

export type LiveCost = {
  streams: number
  /** The growth of the server's memory, including open connections and their checks. */
  memoryMb: number
  /** At half of the server's maximum, in an open loop. */
  postings: { perSecond: number; alone: Times; beside: Times }
}

/**
 * The cost of 500 live connections that are open and idle (GET /api/v1/events): memory, and the postings of another
 * organization at the same time.
 */
export async function benchLive(server: BenchServer, seconds: number): Promise<LiveCost> {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const watchers = await Promise.all(Array.from({ length: people }, () => signUp(server)))
  const next = () => ({ path: '/api/v1/transactions', body: posting(seeded) })
  const options = { headers: person.headers, method: 'POST', seconds, next } as const
  const { perSecond } = await load(server, { ...options, connections: 32 })
  const atHalf = async () => {
    const { streams: parts } = await load(server, { ...options, connections: 64, perSecond: perSecond / 2 })
    return percentilesOf(parts.flatMap(({ result }) => [...result.milliseconds]))
  }
  const [alone, beside]: [Times[], Times[]] = [[], []]
  let grown = 0
  // Alternating, so that changes in the machine's speed affect both equally.
  for (let round = 0; round < rounds; round++) {
    // The same pause before both: what PostgreSQL does meanwhile (vacuum, checkpoints) falls into the next load.
    await sleep(settling_seconds * 1_000)
    alone.push(await atHalf())
    const before = await memoryMb(server.pid)
    const close = await openStreams(server, watchers)
    await sleep(settling_seconds * 1_000)
    grown = Math.max(grown, (await memoryMb(server.pid)) - before)
    beside.push(await atHalf())
    await close()
  }
  return {
    streams,
    memoryMb: grown,
    postings: { perSecond: perSecond / 2, alone: middle(alone), beside: middle(beside) },
  }
}

function middle(times: readonly Times[]): Times {
  return { p50Ms: medianOf(times.map(({ p50Ms }) => p50Ms)), p99Ms: medianOf(times.map(({ p99Ms }) => p99Ms)) }
}

/**
 * Opens the streams, each on its own connection, and waits until all have started. Returns a function that closes them.
 */
async function openStreams(server: BenchServer, watchers: readonly Person[]): Promise<() => Promise<void>> {
  const open: IncomingMessage[] = []
  // A few at a time, as browsers open one each.
  for (let begun = 0; begun < streams; begun += people)
    open.push(...(await Promise.all(watchers.map((watcher) => openStream(server, watcher)))))
  return async () => {
    for (const stream of open) stream.destroy()
    await sleep(1_000)
  }
}

function openStream(server: BenchServer, { headers }: Person): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(`${server.url}/api/v1/events`, { headers, agent: false }, (stream) => {
      if (stream.statusCode !== 200) return reject(new Error(`a stream answered ${stream.statusCode}`))
      stream.on('error', () => undefined)
      stream.resume()
      stream.once('data', () => resolve(stream))
    })
    asked.on('error', reject)
    asked.end()
  })
}
