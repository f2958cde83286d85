import { load, loadStreams, streamOf } from '../load/load.ts'
import type { Stream } from '../load/plan.ts'
import { percentilesOf } from '../kit/percentiles.ts'
import { posting } from '../load/posting.ts'
import { type Bench, shopWith } from './bench.ts'
import type { Shop } from '../kit/seed.ts'
import { recoveredAfter } from './recovery.ts'
import type { Row } from './row.ts'

const products = 10_000
const overloadFactor = 3
/** The maximum number of requests in flight in an open loop; further requests wait here, and their time counts. */
const openConnections = 1_000
const recoverySeconds = 12
/** A server has recovered when its p99 is within this factor of the p99 at the same load before. */
const recoveredFactor = 2
const flooders = 2
const readsASecond = 50

export function postings({ server }: Bench, shop: Shop, name: string, connections: number, perSecond?: number): Stream {
  const next = () => ({ path: '/api/v1/transactions', body: posting(shop) })
  return streamOf(server, name, { headers: shop.person.headers, method: 'POST', connections, perSecond, next })
}

/** What 32 connections achieve per second, as the measure of a load. */
export async function fullRate({ server, seconds }: Bench, shop: Shop): Promise<number> {
  const next = () => ({ path: '/api/v1/transactions', body: posting(shop) })
  const options = { headers: shop.person.headers, method: 'POST', connections: 32, seconds, next } as const
  return (await load(server, options)).perSecond
}

const overload: Row = {
  name: 'overload-3x',
  what: 'Postings at 3 × the rate that 32 connections reach (open loop), then at half of it',
  figures: [
    { name: 'p99 of the accepted', unit: 'ms', better: 'less', target: { of: 'figure', reach: 500 } },
    { name: 'recovered after', unit: 's', better: 'less', target: { of: 'figure', reach: 10 } },
    { name: 'accepted', unit: 'a second', better: 'more' },
    { name: 'refused', unit: '%', better: 'less' },
  ],
  floor: 'write',
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    return async () => {
      const rate = await fullRate(bench, shop)
      const half = postings(bench, shop, 'half', openConnections, rate / 2)
      const calm = await loadStreams(bench.server, [half], bench.seconds)
      const flood = postings(bench, shop, 'flood', openConnections, rate * overloadFactor)
      const phases = [
        { ...flood, lasts: bench.seconds },
        { ...half, name: 'after', startsAfter: bench.seconds, lasts: recoverySeconds },
      ]
      const result = await loadStreams(bench.server, phases, bench.seconds + recoverySeconds, { warmUp: 0 })
      const [flooded, after] = result.streams
      if (!flooded || !after) throw new Error('both phases must have run')
      const { at, milliseconds, refusedAt } = after.result
      const recovered = recoveredAfter(at, milliseconds, refusedAt, calm.p99Ms * recoveredFactor)
      const refused = (flooded.refused / (flooded.refused + flooded.answers)) * 100
      return { load: result, figures: [flooded.p99Ms, recovered, flooded.perSecond, refused] }
    }
  },
}

const neighbors: Row = {
  name: 'neighbors',
  what: 'Reads of one organization (50 a second) while two others send postings and lists with 64 connections each',
  figures: [
    { name: 'p99 against alone', unit: '×', better: 'less', target: { of: 'figure', reach: 3, goal: 2 } },
    { name: 'p99 alone', unit: 'ms', better: 'less' },
    { name: 'p99 beside them', unit: 'ms', better: 'less' },
  ],
  floor: 'write and read',
  async prepare(bench) {
    const quiet = await shopWith(bench, products)
    const loud: Shop[] = []
    for (let n = 0; n < flooders; n++) loud.push(await shopWith(bench, 1_000, `flooding ${n}`))
    const list = (shop: Shop, name: string, connections: number, perSecond?: number) =>
      streamOf(bench.server, name, {
        headers: shop.person.headers,
        connections,
        perSecond,
        next: () => ({ path: '/api/v1/products?limit=20' }),
      })
    return async () => {
      const reads = list(quiet, 'reads', 32, readsASecond)
      const seconds = 2 * bench.seconds
      const alone = await loadStreams(bench.server, [reads], seconds)
      const floods = loud.flatMap((shop, n) => [
        postings(bench, shop, `postings ${n}`, 32),
        list(shop, `lists ${n}`, 32),
      ])
      const together = await loadStreams(bench.server, [reads, ...floods], seconds)
      const beside = percentilesOf(together.streams[0]?.result.milliseconds ?? [])
      return { load: together, figures: [beside.p99Ms / alone.p99Ms, alone.p99Ms, beside.p99Ms] }
    }
  },
}

export const pressureRows: Row[] = [overload, neighbors]
