import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadStreams } from '../load/load.ts'
import { percentilesOf } from '../kit/percentiles.ts'
import { shopWith } from './bench.ts'
import { fullRate, postings } from './pressure.ts'
import type { Row } from './row.ts'

const products = 10_000
/** Sessions report their statistics at the end of a transaction, at most once a second. */
const countsPauseMs = 2_000
/** The p99 of the last part of the run is compared with that of the first. */
const parts = 6

type Counts = { wal: string; updated: string; hot: string; dead: string }

const halfLoad: Row = {
  name: 'half-load',
  what: 'Postings at half of the full rate (open loop) for --minutes',
  figures: [
    { name: 'WAL a posting', unit: 'bytes', better: 'less' },
    { name: 'dead rows at the end', unit: 'rows', better: 'less' },
    { name: 'updates that are HOT', unit: '%', better: 'more' },
    { name: 'p99, last sixth against first', unit: '×', better: 'less' },
    { name: 'p99', unit: 'ms', better: 'less' },
  ],
  floor: 'write',
  isLong: true,
  async prepare(bench) {
    const shop = await shopWith(bench, products)
    return async () => {
      const rate = await fullRate(bench, shop)
      const stream = postings(bench, shop, 'postings', 256, rate / 2)
      const before = await countsOf(bench.admin)
      // Without a warm-up, whose writes would be counted.
      const result = await loadStreams(bench.server, [stream], bench.minutes * 60, { warmUp: 0 })
      const after = await countsOf(bench.admin)
      const grown = (name: keyof Counts) => Number(BigInt(after[name]) - BigInt(before[name]))
      const times = result.streams[0]?.result.milliseconds ?? new Float64Array()
      const part = Math.floor(times.length / parts)
      const drift = percentilesOf(times.slice(-part)).p99Ms / percentilesOf(times.slice(0, part)).p99Ms
      const hot = (grown('hot') / grown('updated')) * 100
      return { load: result, figures: [grown('wal') / result.answers, Number(after.dead), hot, drift, result.p99Ms] }
    }
  },
}

/**
 * Bytes of WAL so far, and row counts of the product's tables: updated, updated within their page, and currently dead.
 */
async function countsOf(client: pg.Client): Promise<Counts> {
  await sleep(countsPauseMs)
  const { rows } = await client.query<Counts>(
    `select (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'))::bigint as wal, sum(n_tup_upd)::bigint as updated,
       sum(n_tup_hot_upd)::bigint as hot, sum(n_dead_tup)::bigint as dead
     from pg_stat_user_tables`,
  )
  if (!rows[0]) throw new Error('the counts could not be read')
  return rows[0]
}

export const longRows: Row[] = [halfLoad]
