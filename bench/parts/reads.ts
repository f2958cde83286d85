import { load, type LoadResult } from '../load/load.ts'
import { pick } from '../kit/choose.ts'
import { signUp } from '../kit/person.ts'
import { seedOrders } from '../kit/seed-orders.ts'
import { seedProducts } from '../kit/seed.ts'
import type { BenchServer } from '../kit/server.ts'

const connections = 8
const sizes = [100, 100_000] as const

export type ReadTimes = { read: string; small: LoadResult; large: LoadResult }

/** The lists people open all day, at 100 and at 100,000 products, with 8 concurrent users. */
export async function benchReads(server: BenchServer, seconds: number): Promise<ReadTimes[]> {
  const people = []
  const client = await server.connect()
  for (const size of sizes) {
    const person = await signUp(server)
    await seedProducts(client, person, size)
    await seedOrders(client, person, size)
    people.push(person)
  }
  await client.end()
  const times: ReadTimes[] = []
  for (const [read, next] of Object.entries(reads)) {
    const results = []
    for (const person of people) {
      const options = {
        headers: person.headers,
        connections,
        next: () => ({ path: `/api/v1${next()}` }),
      }
      results.push(await load(server, { ...options, seconds }))
    }
    const [small, large] = results
    if (small && large) times.push({ read, small, large })
  }
  return times
}

const words = ['steel', 'brass hinge', 'oak', 'B-00004', 'gear', 'size 42', 'lamp', 'copper plate']
/** What people type into the global search: names, SKUs, the last digits of numbers, customers, typing errors. */
const anything = [
  'steel',
  'gear box',
  'B-00004',
  '7-123',
  'SO-0079',
  'greta holm',
  'supplier 7',
  'lmap',
  'stele geer',
  'qqqq',
]
const sorts = ['name', '-name', 'price', '-on_hand', 'category', '-minimum', 'status']

const reads: Record<string, () => string> = {
  'products list': () => `/products?sort=${pick(sorts)}`,
  search: () => `/products?search=${encodeURIComponent(pick(words))}`,
  'search, sorted': () => `/products?search=${encodeURIComponent(pick(words))}&sort=${pick(sorts)}`,
  'find anything': () => `/search?text=${encodeURIComponent(pick(anything))}`,
  'low stock': () => '/products?stock=low',
}
