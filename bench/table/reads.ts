import { load } from '../load/load.ts'
import { seedOrders } from '../kit/seed-orders.ts'
import { type Bench, shopWith } from './bench.ts'
import type { Shop } from '../kit/seed.ts'
import { orderBody } from './orders.ts'
import type { Row, Run } from './row.ts'

const products = 10_000
const connections = 32
const fewProducts = 100
const manyProducts = 100_000
const fewOrders = 5_000
const manyOrders = 200_000
const openOrders = 100

const materials = ['Steel', 'Brass', 'Copper', 'Oak', 'Cotton', 'Glass', 'Rubber', 'Paper']
const things = ['bolt', 'hinge', 'valve', 'board', 'cloth', 'jar', 'seal', 'box', 'lamp', 'gear', 'plate']
const below = (count: number) => Math.floor(Math.random() * count)
const anyOf = (words: readonly string[]) => words[below(words.length)] ?? ''
/**
 * What people type, half of it one word: a word of the names, two words, the beginning of an SKU, and a word of the
 * description with a number. They differ, because equal searches at the same moment are made once (decision 0870).
 */
const searchTexts: ((count: number) => string)[] = [
  () => anyOf(materials).toLowerCase(),
  () => anyOf(materials).toLowerCase(),
  () => anyOf(things),
  () => anyOf(things),
  () => `${anyOf(materials)} ${anyOf(things)}`.toLowerCase(),
  () => `${anyOf(materials)} ${anyOf(things)}`.toLowerCase(),
  (count) => `B-${String(below(count / 10)).padStart(5, '0')}`,
  () => `size ${below(97)}`,
]
const searchPath = (count: number) => () =>
  `/products?limit=20&search=${encodeURIComponent(searchTexts[below(searchTexts.length)]?.(count) ?? '')}`

const read = ({ server, seconds }: Bench, { person }: Shop, path: () => string) =>
  load(server, { headers: person.headers, connections, seconds, next: () => ({ path: `/api/v1${path()}` }) })

/** Any of its 500 pages: a page that several ask for at the same moment is read once (decision 0870). */
const list: Row = {
  name: 'product-list-32',
  what: 'Product list of 20 of 10,000, different pages, 32 connections',
  figures: [{ name: 'lists', unit: 'a second', better: 'more', target: { of: 'floor', reach: 0.07, goal: 0.12 } }],
  floor: 'write and read',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    const pages = await bench.once('pages of the list', () => pagesOf(shop))
    return async () => {
      const result = await read(bench, shop, () => anyOf(pages))
      return { load: result, figures: [result.perSecond] }
    }
  },
}

const sharedList: Row = {
  name: 'product-list-same-32',
  what: 'Product list of 20 of 10,000, the same page for all 32 connections',
  figures: [{ name: 'lists', unit: 'a second', better: 'more' }],
  floor: 'write and read',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    return async () => {
      const result = await read(bench, shop, () => '/products?limit=20')
      return { load: result, figures: [result.perSecond] }
    }
  },
}

/** The address of every page of the list. */
async function pagesOf({ person }: Shop): Promise<string[]> {
  const pages = ['/products?limit=20']
  for (;;) {
    const { next } = await person.send<{ next: string | null }>('GET', pages.at(-1) ?? '')
    if (next === null) return pages
    pages.push(`/products?limit=20&cursor=${encodeURIComponent(next)}`)
  }
}

const search: Row = {
  name: 'search-100000-32',
  what: 'Search among 100,000 products and among 100, 32 connections',
  figures: [
    { name: 'searches', unit: 'a second', better: 'more', target: { of: 'floor', reach: 0.06, goal: 0.1 } },
    { name: 'p99 against 100 products', unit: '×', better: 'less', target: { of: 'figure', reach: 1.5 } },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const few = await shopWith(bench, fewProducts)
    const many = await shopWith(bench, manyProducts)
    return async () => {
      const small = await read(bench, few, searchPath(fewProducts))
      const large = await read(bench, many, searchPath(manyProducts))
      return { load: large, figures: [large.perSecond, large.p99Ms / small.p99Ms] }
    }
  },
}

const dashboard: Row = {
  name: 'dashboard-32',
  what: 'Dashboard of 10,000 products with 5,000 orders and with 200,000, 32 connections',
  figures: [
    { name: 'with 5,000 orders', unit: 'a second', better: 'more', target: { of: 'floor', reach: 0.02, goal: 0.04 } },
    { name: 'with 200,000 orders', unit: 'a second', better: 'more', target: { of: 'floor', reach: 0.02, goal: 0.04 } },
    { name: 'p50 against 5,000 orders', unit: '×', better: 'less', target: { of: 'figure', reach: 1.1 } },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const few = await shopWithOrders(bench, fewOrders)
    const many = await shopWithOrders(bench, manyOrders)
    return async (): Promise<Run> => {
      const small = await read(bench, few, () => '/dashboard')
      const large = await read(bench, many, () => '/dashboard')
      return { load: small, figures: [small.perSecond, large.perSecond, large.p50Ms / small.p50Ms] }
    }
  },
}

const activity: Row = {
  name: 'activity-32',
  what: 'Recent activity on the dashboard, with 5,000 and with 200,000 orders, 32 connections',
  figures: [
    { name: 'with 5,000 orders', unit: 'a second', better: 'more' },
    { name: 'with 200,000 orders', unit: 'a second', better: 'more' },
    { name: 'p50 against 5,000 orders', unit: '×', better: 'less', target: { of: 'figure', reach: 1.5 } },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const few = await shopWithOrders(bench, fewOrders)
    const many = await shopWithOrders(bench, manyOrders)
    return async (): Promise<Run> => {
      const small = await read(bench, few, () => '/dashboard/activity')
      const large = await read(bench, many, () => '/dashboard/activity')
      return { load: small, figures: [small.perSecond, large.perSecond, large.p50Ms / small.p50Ms] }
    }
  },
}

/** 10,000 products with this many orders, half of them sales orders, and some open ones. */
function shopWithOrders(bench: Bench, orders: number): Promise<Shop> {
  return bench.once(`${orders} orders`, async () => {
    const shop = await shopWith(bench, products, `${orders} orders`)
    await seedOrders(bench.admin, shop.person, orders / 2)
    for (let n = 0; n < openOrders; n++)
      await shop.person.send('POST', '/sales-orders', {
        ...(JSON.parse(orderBody(shop)) as object),
        id: crypto.randomUUID(),
      })
    return shop
  })
}

export const listRows: Row[] = [list, sharedList]
export const largeReadRows: Row[] = [search, dashboard, activity]
