import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { chooser } from './choose.ts'
import { load, type LoadResult } from './http-load.ts'
import { signUp, type Person } from './person.ts'
import { type Measured, withProcessorTime } from './processor-time.ts'
import { seedProducts, type Seeded } from './seed.ts'
import type { BenchServer } from './server.ts'

const products = 1_000
const sqlConnections = 16
const httpConnections = 32
/** A connection's first postings compile the ledger's functions. */
const warmUp_seconds = 1

export type PostingRates = { spread: 'even' | 'skewed'; sql: Measured & { perSecond: number }; http: LoadResult }

/**
 * Durable one-line postings per second: straight in SQL, then through HTTP with everything on. One organisation, 1,000
 * products.
 */
export async function benchPostings(server: BenchServer, seconds: number): Promise<PostingRates[]> {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const rates: PostingRates[] = []
  for (const spread of ['even', 'skewed'] as const) {
    const sql = await postInSql(server, person, seeded, chooser(products, spread), seconds)
    const http = await postOverHttp(server, person, seeded, chooser(products, spread), seconds)
    rates.push({ spread, sql, http })
  }
  return rates
}

/**
 * The floor: the same full posting, called by 16 connections as the app role, each call its own durable transaction.
 */
async function postInSql(server: BenchServer, person: Person, seeded: Seeded, choose: () => number, seconds: number) {
  const clients = await Promise.all(Array.from({ length: sqlConnections }, () => server.connect('onhand_app')))
  await postWith(clients, person, seeded, choose, warmUp_seconds)
  const result = await withProcessorTime(server, () => postWith(clients, person, seeded, choose, seconds))
  await Promise.all(clients.map((client) => client.end()))
  return result
}

async function postWith(clients: pg.Client[], person: Person, seeded: Seeded, choose: () => number, seconds: number) {
  const scope = `begin; set local app.org_id = '${person.org_id}'; set local app.locations = 'all'; set local app.user_id = '${person.user_id}'`
  const until = performance.now() + seconds * 1_000
  let posted = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const posting = {
          id: randomUUID(),
          kind: 'entry',
          user_reference: 'bench',
          notes: 'bench',
          lines: [
            {
              product_id: seeded.productIds[choose()],
              type: 'in',
              reason: 'other',
              quantity: 1,
              location_id: seeded.location_id,
            },
          ],
        }
        await Promise.all([
          client.query(scope),
          client.query({
            name: 'post',
            text: 'select kernel.post_stock($1, $2, $3::jsonb)',
            values: [person.org_id, person.user_id, JSON.stringify(posting)],
          }),
          client.query('commit'),
        ])
        posted++
      }
    }),
  )
  return { answers: posted, perSecond: posted / seconds }
}

async function postOverHttp(
  server: BenchServer,
  person: Person,
  seeded: Seeded,
  choose: () => number,
  seconds: number,
) {
  const options = {
    headers: person.headers,
    method: 'POST',
    connections: httpConnections,
    next: () => ({
      path: '/api/v1/transactions',
      body: JSON.stringify({
        id: randomUUID(),
        product_id: seeded.productIds[choose()],
        type: 'in',
        reason_code: 'other',
        notes: 'bench',
        quantity: 1,
        location_id: seeded.location_id,
      }),
    }),
  } as const
  await load(server, { ...options, seconds: warmUp_seconds })
  return load(server, { ...options, seconds })
}
