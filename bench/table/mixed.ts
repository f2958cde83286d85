import { setTimeout as sleep } from 'node:timers/promises'
import { httpStream, loadStreams, streamOf } from '../load/load.ts'
import type { HttpRequest } from '../load/plan.ts'
import { type Person, signUp } from '../kit/person.ts'
import { posting } from '../load/posting.ts'
import { describeToPlanner, seedProducts, type Shop } from '../kit/seed.ts'
import { list, send, workbook } from '../kit/workbook.ts'
import { type Bench, shopWith } from './bench.ts'
import { orderBody } from './orders.ts'
import { postings } from './pressure.ts'
import type { Row } from './row.ts'

const products = 10_000
const importedProducts = 2_000
const organizations = 100
const productsEach = 50
const eachASecond = 1

const mixed: Row = {
  name: 'mixed-load',
  what: 'Postings (16 connections), orders of 3 lines (4), reads (12) and an import of 2,000 products, at the same time',
  figures: [
    { name: 'postings', unit: 'a second', better: 'more' },
    { name: 'orders', unit: 'a second', better: 'more' },
    { name: 'reads', unit: 'a second', better: 'more' },
    { name: 'p99 of the reads', unit: 'ms', better: 'less' },
    { name: 'import', unit: 's', better: 'less' },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    const { headers } = shop.person
    const file = workbook(list(importedProducts))
    return async () => {
      const person = await signUp(bench.server)
      const orders = () => ({ path: '/api/v1/sales-orders', body: orderBody(shop) })
      const streams = [
        postings(bench, shop, 'postings', 16),
        streamOf(bench.server, 'orders', { headers, method: 'POST', connections: 4, next: orders }),
        streamOf(bench.server, 'reads', { headers, connections: 12, next: anyRead(shop) }),
      ]
      let importSeconds = Number.NaN
      const beside = async () => {
        importSeconds = await importOf(bench, person, file)
      }
      const result = await loadStreams(bench.server, streams, 2 * bench.seconds, { beside })
      const [posted, ordered, read] = result.streams
      if (!posted || !ordered || !read) throw new Error('all streams must have run')
      const rates = [posted.perSecond, ordered.perSecond, read.perSecond]
      return { load: result, figures: [...rates, read.p99Ms, importSeconds] }
    }
  },
}

/** The screens that people open: the list, a product and its stock, the dashboard, orders and history. */
function anyRead({ productIds }: Shop): () => { path: string } {
  const any = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)]
  return () => {
    const product = `/products/${any(productIds)}`
    const paths = ['/products?limit=20', product, `${product}/stock`, '/dashboard', '/sales-orders', '/transactions']
    return { path: `/api/v1${any(paths)}` }
  }
}

async function importOf({ server }: Bench, person: Person, file: Uint8Array<ArrayBuffer>): Promise<number> {
  const begin = performance.now()
  const { id } = await send(server, person, file)
  await person.send('POST', '/imports', { import_file_id: id })
  return (performance.now() - begin) / 1_000
}

const hundred: Row = {
  name: 'hundred-organizations',
  what: 'A posting and a list of products a second by each of 100 organizations (open loop)',
  figures: [
    { name: 'p99 of postings', unit: 'ms', better: 'less' },
    { name: 'p99 of lists', unit: 'ms', better: 'less' },
    { name: 'requests', unit: 'a second', better: 'more' },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const shops = await bench.once(`${organizations} organizations`, () => manyShops(bench))
    const requests = (of: (shop: Shop) => Omit<HttpRequest, 'headers'>) =>
      Array.from({ length: 20 }, () => shops.map((shop) => ({ ...of(shop), headers: shop.person.headers }))).flat()
    return async ({ server, seconds }) => {
      const posts = requests((shop) => ({ method: 'POST', path: '/api/v1/transactions', body: posting(shop) }))
      const lists = requests(() => ({ method: 'GET', path: '/api/v1/products?limit=20' }))
      const rate = organizations * eachASecond
      const streams = [
        httpStream(server, 'postings', posts, organizations, rate),
        httpStream(server, 'lists', lists, organizations, rate),
      ]
      const result = await loadStreams(server, streams, 2 * seconds)
      const [posted, listed] = result.streams
      if (!posted || !listed) throw new Error('both streams must have run')
      return { load: result, figures: [posted.p99Ms, listed.p99Ms, result.perSecond] }
    }
  },
}

async function manyShops(bench: Bench): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let n = 0; n < organizations; n++) {
    const person = await signUp(bench.server)
    shops.push({ person, ...(await seedProducts(bench.admin, person, productsEach)) })
  }
  await describeToPlanner(bench.admin)
  // Deferred work after a sign-up.
  await sleep(1_000)
  return shops
}

export const mixedRows: Row[] = [mixed, hundred]
