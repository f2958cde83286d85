import { existsSync } from 'node:fs'
import type pg from 'pg'
import { signIn, signUp, type Person } from '../kit/person.ts'
import { startServer, type BenchServer } from '../kit/server.ts'
import { benchAsOf } from './as-of.ts'
import { checkInvariants } from './invariants.ts'
import { loadLedger, sizes } from './load.ts'
import { benchPaint } from './paint.ts'
import { benchLargeReads } from './reads.ts'
import { benchReportFiles } from './reports.ts'

export type LargeOptions = {
  size: keyof typeof sizes
  seconds: number
  /** Where the data is kept between runs; otherwise it is deleted after the run. */
  dataDir: string | undefined
  only: string | undefined
  read: string | undefined
}

const email = 'large@example.com'
const line = (text: string) => process.stdout.write(`${text}\n`)
const milliseconds = (value: number) => `${value.toFixed(1)} ms`.padStart(10)

/**
 * Measures work with a very large organization: loads it, runs the invariants, then reads as people do. Returns the
 * processor time of the reads.
 */
export async function benchLarge({ size, seconds, dataDir, only, read }: LargeOptions) {
  const isLoaded = dataDir !== undefined && existsSync(dataDir)
  const server = await startServer(dataDir)
  try {
    const client = await server.connect()
    try {
      const person = isLoaded ? await signIn(server, email) : await signUp(server, email)
      const { products, movements } = sizes[size]
      line(
        `\n${products.toLocaleString('en')} products at 5 locations, ${movements.toLocaleString('en')} movements in 24 months`,
      )
      if (!isLoaded) {
        const begin = performance.now()
        await loadLedger(server, person, sizes[size], line)
        line(`  made in ${((performance.now() - begin) / 60_000).toFixed(1)} minutes (target: < 10)`)
        await reportInvariants(client)
      } else if (only === 'invariants') await reportInvariants(client)
      await reportDisk(client, movements)
      const wanted = (part: string) => !only || only === part
      const reads = wanted('reads') ? await measureReads(server, client, person, seconds, read) : []
      if (wanted('as-of')) await measureAsOf(server, person)
      if (wanted('files')) await measureFiles(server, person)
      if (wanted('paint')) await measurePaint(server, client, person)
      return reads
    } finally {
      // Before the server stops; otherwise its exit would be the only error reported.
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

/** The disk space of a movement: its own row with its indexes, and its share of the whole database. */
async function reportDisk(client: pg.Client, movements: number): Promise<void> {
  const { rows } = await client.query<{ own: number; whole: number }>(
    `select pg_total_relation_size('stock_movements')::float8 / $1 as own, pg_database_size(current_database())::float8 / $1 as whole`,
    [movements],
  )
  const { own, whole } = rows[0] ?? { own: Number.NaN, whole: Number.NaN }
  line(`\nDisk per movement: ${own.toFixed(0)} bytes with its indexes, ${whole.toFixed(0)} of the whole database`)
}

async function reportInvariants(client: pg.Client): Promise<void> {
  line('\nThe invariants over all of it')
  let all = 0
  for await (const { name, broken, seconds } of checkInvariants(client)) {
    all += broken
    line(`  ${name.padEnd(50)} ${String(broken).padStart(4)} rows ${seconds.toFixed(1).padStart(7)} s`)
  }
  if (all > 0) throw new Error('what was loaded is not sound')
}

async function measureReads(server: BenchServer, client: pg.Client, person: Person, seconds: number, read?: string) {
  line('\nReads with 8 clients (target: p99 < 50 ms)')
  line(`  ${''.padEnd(40)}        p50        p99`)
  const results = []
  for await (const { read: name, times } of benchLargeReads(server, client, person, seconds, read)) {
    line(`  ${name.padEnd(40)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}`)
    results.push({ line: `reads: ${name}`, ...times })
  }
  return results
}

async function measureAsOf(server: BenchServer, person: Person): Promise<void> {
  line('\nThe whole catalog as of a moment (target: < 2 s)')
  line('  by         as of             levels      levels       value   inventory   valuation (reports)')
  for await (const { basis, moment, levels, levelsMs, valueMs, ...reports } of benchAsOf(server, person)) {
    line(
      `  ${basis.padEnd(10)} ${moment.padEnd(15)} ${levels.toLocaleString('en').padStart(8)} ${milliseconds(levelsMs)}  ${milliseconds(valueMs)}  ${milliseconds(reports.inventoryMs)}  ${milliseconds(reports.valuationMs)}`,
    )
  }
}

async function measureFiles(server: BenchServer, person: Person): Promise<void> {
  line('\nReports as files (target: memory that does not grow with their rows)')
  line('  file                    rows         MB    first bytes          all   rows/s   memory before, at most')
  for await (const { file, rows, megabytes, firstMs, seconds, beforeMb, peakMb } of benchReportFiles(server, person)) {
    const count = rows === null ? '' : rows.toLocaleString('en')
    const rate = rows === null ? '' : (rows / seconds).toLocaleString('en', { maximumFractionDigits: 0 })
    line(
      `  ${file.padEnd(17)} ${count.padStart(10)} ${megabytes.toFixed(1).padStart(10)} ${milliseconds(firstMs)}    ${seconds.toFixed(1).padStart(8)} s ${rate.padStart(8)}   ${beforeMb.toFixed(0)} MB, ${peakMb.toFixed(0)} MB`,
    )
  }
}

async function measurePaint(server: BenchServer, client: pg.Client, person: Person): Promise<void> {
  line('\nThe product page in Chromium: largest paint (target: < 1 s)')
  line('  page            first visit   come back   slowest request')
  for await (const { page, firstMs, againMs, slowestRequest } of benchPaint(server, client, person)) {
    line(`  ${page.padEnd(15)} ${milliseconds(firstMs)}  ${milliseconds(againMs)}   ${slowestRequest}`)
  }
}
