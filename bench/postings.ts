import { randomUUID } from 'node:crypto'
import { chooser } from './choose.ts'
import { load } from './http-load.ts'
import { signUp, type Person } from './person.ts'
import { seedProducts, type Seeded } from './seed.ts'
import type { BenchServer } from './server.ts'

const products = 1_000
const sqlConnections = 16
const httpConnections = 32

export type PostingRates = {
  spread: 'even' | 'skewed'
  sqlPerSecond: number
  httpPerSecond: number
  p50Ms: number
  p99Ms: number
}

/** Durable one-line postings per second: straight in SQL, then through HTTP with everything on. One organisation, 1,000 products. */
export async function benchPostings(server: BenchServer, seconds: number): Promise<PostingRates[]> {
  const person = await signUp(server)
  const seeder = await server.connect()
  const seeded = await seedProducts(seeder, person, products)
  await seeder.end()
  const rates: PostingRates[] = []
  for (const spread of ['even', 'skewed'] as const) {
    const sqlPerSecond = await postInSql(server, person, seeded, chooser(products, spread), seconds)
    const http = await postOverHttp(server, person, seeded, chooser(products, spread), seconds)
    rates.push({ spread, sqlPerSecond, httpPerSecond: http.perSecond, p50Ms: http.p50Ms, p99Ms: http.p99Ms })
  }
  return rates
}

/** The floor: the same full posting, called by 16 connections as the app role, each call its own durable transaction. */
export async function postInSql(
  server: BenchServer,
  person: Person,
  seeded: Seeded,
  choose: () => number,
  seconds: number,
) {
  const clients = await Promise.all(Array.from({ length: sqlConnections }, () => server.connect('onhand_app')))
  const scope = `begin; set local app.org_id = '${person.org_id}'; set local app.user_id = '${person.user_id}'`
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
  await Promise.all(clients.map((client) => client.end()))
  return posted / seconds
}

export function postOverHttp(
  server: BenchServer,
  person: Person,
  seeded: Seeded,
  choose: () => number,
  seconds: number,
) {
  return load({
    url: server.url,
    headers: person.headers,
    method: 'POST',
    connections: httpConnections,
    seconds,
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
  })
}
