import type pg from 'pg'
import { load, type LoadResult } from '../load/load.ts'
import { pick } from '../kit/choose.ts'
import type { Person } from '../kit/person.ts'
import type { BenchServer } from '../kit/server.ts'

const connections = 8
/** The number of products that are requested in turn; the busy ones have a hundredth of all movements each. */
const asked = 500
const busyOnes = 10

export type ReadTime = { read: string; times: LoadResult }

/**
 * The screens that people read all day, with 8 concurrent users. Yields each result as it is measured, because all of
 * them take minutes.
 */
export async function* benchLargeReads(
  server: BenchServer,
  client: pg.Client,
  person: Person,
  seconds: number,
  only: string | undefined,
): AsyncGenerator<ReadTime> {
  const reads = await readsOf(client, person)
  for (const [read, next] of Object.entries(reads)) {
    if (only && !read.includes(only)) continue
    const options = {
      headers: person.headers,
      connections,
      next: () => ({ path: `/api/v1${next()}` }),
    }
    yield { read, times: await load(server, { ...options, seconds }) }
  }
}

const words = ['steel', 'brass hinge', 'oak', 'B-00004', 'gear', 'size 42', 'lamp', 'copper plate']
/** Searches for products: many matches, some, few, one, none. */
const historyWords = ['steel', 'brass hinge', 'oak board 77', 'B-00004', 'gear', 'lamp 4242', 'copper plate', 'wombat']
/**
 * Searches in notes: a third of all, one sheet of any time, those with a common prefix, none. The sheets are numbered
 * in order of time.
 */
const noteWords = () => {
  const sheet = Math.floor(Math.random() * 7_000_000)
  return ['gate', `sheet ${sheet - (sheet % 3)}`, `${Math.floor(sheet / 100)}`, 'checked gate', 'wombat']
}
const sorts = ['name', '-name', 'price', '-on_hand', 'category', '-minimum', 'status']

async function readsOf(client: pg.Client, person: Person): Promise<Record<string, () => string>> {
  const ids = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id)
  const ordinary = await ids(
    `select product_id as id from bench.products, bench.size
     where product_no between 100 and size.products * 0.99 order by bench.chance(product_no, 8) limit ${asked}`,
  )
  const busy = await ids(`select product_id as id from bench.products where product_no < ${busyOnes}`)
  const locations = await ids(`select id from locations where org_id = '${person.org_id}'`)
  const deepProducts = await cursorAfter(person, '/products?sort=name&limit=200', 100)
  const deepHistory = await cursorAfter(person, '/transactions?limit=200', 100)
  const deepExplain = await cursorAfter(person, `/products/${busy[0]}/explain?limit=200`, 20)
  return {
    'products, first page': () => `/products?sort=${pick(sorts)}`,
    'products, 20,000 rows on': () => `/products?sort=name&cursor=${deepProducts}`,
    'products of a category': () => `/products?category_id=none&sort=${pick(sorts)}`,
    search: () => `/products?search=${encodeURIComponent(pick(words))}`,
    'low stock': () => '/products?stock=low',
    'figures above the list': () => '/products/summary',
    dashboard: () => '/dashboard',
    'recent activity': () => '/dashboard/activity',
    'sales orders': () => '/sales-orders',
    'purchase orders': () => '/purchase-orders',
    'product page: the product': () => `/products/${pick(ordinary)}`,
    'product page: its stock': () => `/products/${pick(ordinary)}/stock`,
    'product page: its transfers': () => `/location-transfers?product_id=${pick(ordinary)}&limit=10`,
    'busy product: the product': () => `/products/${pick(busy)}`,
    'busy product: its stock': () => `/products/${pick(busy)}/stock`,
    'busy product: its transfers': () => `/location-transfers?product_id=${pick(busy)}&limit=10`,
    explain: () => `/products/${pick(ordinary)}/explain`,
    'explain, busy product': () => `/products/${pick(busy)}/explain`,
    'explain, busy product, 4,000 rows on': () => `/products/${busy[0]}/explain?cursor=${deepExplain}`,
    'explain, busy product at a location': () => `/products/${pick(busy)}/explain?location_id=${pick(locations)}`,
    'explain, busy product, what is held': () => `/products/${pick(busy)}/explain?account=held`,
    history: () => '/transactions',
    'history, 20,000 rows on': () => `/transactions?cursor=${deepHistory}`,
    'history, openings': () => '/transactions?type=opening',
    'history, transfers': () => '/transactions?type=transfer',
    'history, commitments': () => '/transactions?type=commitment',
    'history of a product': () => `/transactions?product_id=${pick(ordinary)}`,
    'history of a busy product': () => `/transactions?product_id=${pick(busy)}`,
    'history of a busy product, openings': () => `/transactions?product_id=${pick(busy)}&type=opening`,
    'history of a location': () => `/transactions?location_id=${pick(locations)}`,
    'history, search by name or SKU': () => `/transactions?search=${encodeURIComponent(pick(historyWords))}`,
    'history, search by note': () => `/transactions?search=${encodeURIComponent(pick(noteWords()))}`,
    'history, search at a location': () =>
      `/transactions?search=${encodeURIComponent(pick(historyWords))}&location_id=${pick(locations)}`,
    'history of a day': () => `/transactions?from=${daysAgo(200)}&to=${daysAgo(199)}`,
    transfers: () => '/location-transfers',
    locations: () => '/locations?with_stock=true',
    'location page: the location': () => `/locations/${pick(locations)}`,
    'location page: products to count': () => `/locations/${pick(locations)}/products-to-count`,
    'location page: what is counted': () => `/locations/${pick(locations)}/count-progress`,
    'products by code': () =>
      `/products/by-code?code=B-${String(1 + Math.trunc(Math.random() * 9_000)).padStart(6, '0')}`,
    'suppliers to reorder from': () => '/products/reorder-suppliers',
    categories: () => '/categories',
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

/** The cursor of a list after this many pages. */
async function cursorAfter(person: Person, path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const { next } = await person.send<{ next: string | null }>('GET', cursor ? `${path}&cursor=${cursor}` : path)
    if (next === null) throw new Error(`${path} ended after ${page + 1} pages`)
    cursor = next
  }
  return cursor
}
