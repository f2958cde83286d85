import { chooser } from '../kit/choose.ts'
import { load, type LoadResult } from '../load/load.ts'
import { percentilesOf } from '../kit/percentiles.ts'
import { type Person, signUp } from '../kit/person.ts'
import { posting } from '../load/posting.ts'
import { seedProducts } from '../kit/seed.ts'
import type { BenchServer } from '../kit/server.ts'

const products = 1_000
const connections = 32
const pageEvents = 500

type Delay = { p50Ms: number; p99Ms: number; mostMs: number }

export type FeedDelay = {
  postings: LoadResult
  events: number
  /** From the recorded time of a posting, before its commit, until its event is numbered. */
  numbered: Delay
  /** From the same time until the response that brings the event to a consumer waiting for the next one. */
  read: Delay
}

/**
 * How long after a posting the feed has its event, while postings arrive as fast as the server accepts them and a
 * consumer follows the feed.
 */
export async function benchFeed(server: BenchServer, seconds: number): Promise<FeedDelay> {
  const person = await signUp(server)
  const admin = await server.connect()
  const seeded = await seedProducts(admin, person, products)
  const choose = chooser(products, 'even')
  const next = () => ({ path: '/api/v1/transactions', body: posting(seeded, choose) })
  const options = { headers: person.headers, method: 'POST', connections, next } as const
  await load(server, { ...options, seconds: 1 })
  const consumer = await follow(person)
  const postings = await load(server, { ...options, seconds })
  const read = await consumer.stop()
  const { rows } = await admin.query<{ ms: number }>(
    `select (extract(epoch from b.numbered_at - e.recorded_at) * 1000)::float as ms
     from feed_batches b
     cross join unnest(b.xids, b.places) with ordinality as k (xid, place, i)
     join feed_events e on e.org_id = b.org_id and e.xid = k.xid and e.place = k.place
     where b.org_id = $1 and b.first_number + k.i - 1 > $2`,
    [person.org_id, consumer.start],
  )
  await admin.end()
  if (read.length !== rows.length) throw new Error(`the consumer read ${read.length} of ${rows.length} events`)
  return { postings, events: rows.length, numbered: delayOf(rows.map(({ ms }) => ms)), read: delayOf(read) }
}

type Page = { items: { time: string }[]; next: number; newest: number }

/**
 * Reads the feed from its current end, waiting for each next event. Returns a function that stops when everything was
 * read, and returns the delay of each event.
 */
async function follow(person: Person): Promise<{ start: number; stop: () => Promise<number[]> }> {
  const start = await endOf(person)
  const late: number[] = []
  let stopping = false
  const reading = (async () => {
    for (let after = start; ;) {
      const finishing = stopping
      const page = await person.send<Page>('GET', `/feed?after=${after}&limit=${pageEvents}&wait=1`)
      const now = Date.now()
      for (const { time } of page.items) late.push(now - Date.parse(time))
      after = page.next
      if (finishing && page.next === page.newest) return late
    }
  })()
  return {
    start,
    stop: () => {
      stopping = true
      return reading
    },
  }
}

/** The newest number, once no more events are being numbered. */
async function endOf(person: Person): Promise<number> {
  for (let last = -1; ;) {
    const { newest } = await person.send<Page>('GET', '/feed?limit=1')
    if (newest === last) return newest
    last = newest
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}

function delayOf(milliseconds: number[]): Delay {
  return { ...percentilesOf(milliseconds), mostMs: Math.max(...milliseconds) }
}
