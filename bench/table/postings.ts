import { chooser, type Spread } from '../kit/choose.ts'
import { load } from '../load/load.ts'
import { posting } from '../load/posting.ts'
import { shopWith } from './bench.ts'
import type { FigureSpec, Row, Target } from './row.ts'

const products = 10_000
const clients = [1, 8, 32, 128] as const
/** In an open loop: a rate that a small machine has always kept up with, and one that needs groups. */
const ratesASecond = [200, 1_000] as const
const openConnections = 512
const spreads = {
  even: 'spread evenly over 10,000 products',
  skewed: 'a fifth of the products taking four fifths',
  hot: 'all on three products',
} satisfies Record<Spread, string>

const bySpread: Record<Spread, Partial<Record<number, Target>>> = {
  even: { 32: { of: 'floor', reach: 0.18, goal: 0.35 }, 128: { of: 'floor', reach: 0.25, goal: 0.5 } },
  skewed: { 32: { of: 'floor', reach: 0.18, goal: 0.35 }, 128: { of: 'floor', reach: 0.25, goal: 0.5 } },
  hot: { 32: { of: 'floor', reach: 0.15, goal: 0.3 }, 128: { of: 'floor', reach: 0.15, goal: 0.3 } },
}

/**
 * Durable one-line postings over HTTP with all features on: by how the products are chosen, and by connections or at a
 * rate.
 */
export const postingRows: Row[] = [
  ...(Object.keys(spreads) as Spread[]).flatMap((spread) => clients.map((connections) => rowOf(spread, connections))),
  ...ratesASecond.map(rowAtRate),
]

function rowOf(spread: Spread, connections: number): Row {
  const target = bySpread[spread][connections]
  const rate: FigureSpec = { name: 'postings', unit: 'a second', better: 'more', ...(target && { target }) }
  // For a single client the time matters, so it is the first figure, which the row is judged by.
  const time: FigureSpec = { name: 'p50', unit: 'ms', better: 'less', target: { of: 'figure', reach: 6, goal: 3 } }
  const isLone = connections === 1
  return {
    name: `postings-${spread}-${connections}`,
    what: `One-line postings over HTTP, ${spreads[spread]}, ${connections} ${isLone ? 'connection' : 'connections'}`,
    figures: isLone ? [time, rate] : [rate],
    floor: 'write',
    async prepare(bench) {
      const shop = await shopWith(bench, products)
      return async ({ server, seconds }) => {
        const choose = chooser(products, spread)
        const next = () => ({ path: '/api/v1/transactions', body: posting(shop, choose) })
        const result = await load(server, { headers: shop.person.headers, method: 'POST', connections, seconds, next })
        return { load: result, figures: isLone ? [result.p50Ms, result.perSecond] : [result.perSecond] }
      }
    },
  }
}

function rowAtRate(perSecond: number): Row {
  return {
    name: `postings-at-${perSecond}`,
    what: `One-line postings over HTTP, ${spreads.even}, ${perSecond} a second (open loop)`,
    figures: [
      { name: 'p99', unit: 'ms', better: 'less' },
      { name: 'p50', unit: 'ms', better: 'less' },
      { name: 'postings', unit: 'a second', better: 'more' },
    ],
    floor: 'write',
    async prepare(bench) {
      const shop = await shopWith(bench, products)
      return async ({ server, seconds }) => {
        const next = () => ({ path: '/api/v1/transactions', body: posting(shop) })
        const options = { headers: shop.person.headers, method: 'POST', connections: openConnections, next } as const
        const result = await load(server, { ...options, perSecond, seconds })
        return { load: result, figures: [result.p99Ms, result.p50Ms, result.perSecond] }
      }
    },
  }
}
