import { existsSync, writeFileSync } from 'node:fs'
import { benchAuditTrail } from './audit-trail.ts'
import { benchFeed } from './feed.ts'
import { benchImport } from './imports.ts'
import { benchLarge } from './large/main.ts'
import { sizes } from './large/load.ts'
import { benchLive } from './live.ts'
import { benchOrders } from './orders.ts'
import { benchPostings } from './postings.ts'
import { northwindFolder, readNorthwind } from './northwind.ts'
import type { Measured } from './processor-time.ts'
import { benchReads } from './reads.ts'
import { replayNorthwind } from './replay-northwind.ts'
import { startServer } from './server.ts'
import { benchSignIns } from './sign-ins.ts'

/**
 * `npm run bench`: figures from one run on one machine, each beside what it is compared with. `--seconds N` per
 * measurement (8), `--only imports|postings|feed|orders|reads|audit-trail|sign-ins|live|replay` for one part (`--rows
 * N` of the audit trail: 5 million), `--json FILE` writes the figures of every line. At the end come the processor
 * milliseconds per request. The replay takes the Northwind files from `--northwind DIR` (or where they usually are) and
 * is done by 1 and by 16 clients, or by `--clients N`. `--size large` (or middle) measures at 100,000 products and 10
 * million movements instead: `--data DIR` keeps what it loaded there, `--only invariants|reads|as-of|files|paint` and
 * `--read NAME` measure a part of it.
 */
const seconds = Number(option('--seconds') ?? 8)
const only = option('--only')

function option(name: string): string | undefined {
  const place = process.argv.indexOf(name)
  return place === -1 ? undefined : process.argv[place + 1]
}

const line = (text: string) => process.stdout.write(`${text}\n`)
const whole = (value: number) => value.toFixed(0).padStart(7)
const milliseconds = (value: number) => `${value.toFixed(1)} ms`.padStart(9)

type Result = Measured & { line: string }

/** What was measured so far, in the order of the run. */
const results: Result[] = []

const size = option('--size')
if (size === undefined) {
  if (only !== 'replay') await benchSmall()
  if (!only || only === 'replay') await benchReplay()
} else if (isSize(size)) {
  results.push(...(await benchLarge({ size, seconds, dataDir: option('--data'), only, read: option('--read') })))
} else throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`)
tellProcessorTimes()
const file = option('--json')
if (file !== undefined) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)

function isSize(name: string): name is keyof typeof sizes {
  return name in sizes
}

async function benchSmall(): Promise<void> {
  const server = await startServer()
  try {
    if (!only || only === 'imports') {
      line('\nImport of a workbook with stock (target: 10,000 products in under 15 s, server memory under 400 MB)')
      const { products, steps, firstPeakMb, peakMb } = await benchImport(server, 10_000)
      line(`  ${products} products`)
      for (const { what, ...step } of steps) {
        line(`  ${what.padEnd(46)} ${step.seconds.toFixed(1).padStart(7)} s`)
        results.push({ line: `imports: ${what}`, ...step })
      }
      line(
        `  server memory: at most ${firstPeakMb.toFixed(0)} MB with broken files and a first import, ${peakMb.toFixed(0)} MB with five imports and their undos`,
      )
    }
    if (!only || only === 'postings') {
      line('\nDurable one-line postings per second (1,000 products; SQL: 16 connections, HTTP: 32)')
      line('  products   SQL alone  over HTTP   ratio  target      p50       p99')
      for (const { spread, sql, http } of await benchPostings(server, seconds)) {
        const ratio = (http.perSecond / sql.perSecond).toFixed(2).padStart(5)
        line(
          `  ${spread.padEnd(8)} ${whole(sql.perSecond)}    ${whole(http.perSecond)}   ${ratio}  ≥ 0.40 ${milliseconds(http.p50Ms)} ${milliseconds(http.p99Ms)}`,
        )
        results.push({ line: `postings: ${spread}, SQL alone`, ...sql }, { line: `postings: ${spread}, HTTP`, ...http })
      }
    }
    if (!only || only === 'feed') {
      line('\nThe feed at the full rate of postings (target: numbered within 1 s)')
      line('                                     p50       p99      most')
      const { postings, events, numbered, read } = await benchFeed(server, seconds)
      for (const [what, { p50Ms, p99Ms, mostMs }] of Object.entries({ numbered, read }))
        line(`  ${what.padEnd(28)} ${milliseconds(p50Ms)} ${milliseconds(p99Ms)} ${milliseconds(mostMs)}`)
      line(`  ${events} events of ${postings.perSecond.toFixed(0)} postings a second`)
      results.push({ line: 'feed: postings beside a consumer', ...postings })
    }
    if (!only || only === 'orders') {
      line('\nOrders and receipts (2,000 products)')
      line('                                                        p50       p99    target')
      for (const { what, target_ms, ...times } of await benchOrders(server, seconds)) {
        line(`  ${what.padEnd(46)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}  < ${target_ms} ms`)
        results.push({ line: `orders: ${what}`, ...times })
      }
    }
    if (!only || only === 'reads') {
      line('\nReads with 8 clients, at 100 and at 100,000 products (target: p99 < 50 ms, and ≤ 1.5 × the small case)')
      line('  read            p50 small  p99 small  p50 large  p99 large   ratio p99')
      for (const { read, small, large } of await benchReads(server, seconds)) {
        const ratio = (large.p99Ms / small.p99Ms).toFixed(2).padStart(9)
        line(
          `  ${read.padEnd(14)} ${milliseconds(small.p50Ms)}  ${milliseconds(small.p99Ms)}  ${milliseconds(large.p50Ms)}  ${milliseconds(large.p99Ms)}  ${ratio}`,
        )
        results.push({ line: `reads: ${read}, small`, ...small }, { line: `reads: ${read}, large`, ...large })
      }
    }
    if (!only || only === 'audit-trail') {
      const rows = Number(option('--rows') ?? 5_000_000)
      line(`\nThe audit trail with ${rows} rows, 8 clients (target: p99 < 50 ms)`)
      line('                                     p50       p99')
      for (const { read, times } of await benchAuditTrail(server, rows, seconds)) {
        line(`  ${read.padEnd(28)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}`)
        results.push({ line: `audit trail: ${read}`, ...times })
      }
    }
    if (!only || only === 'sign-ins') {
      line('\nSigning in (argon2id, 19 MiB, 2 passes), 4 clients, and refreshing, 16 clients')
      line('                 per second   target      p50       p99')
      const { signIn, refresh, postings } = await benchSignIns(server, seconds)
      for (const [what, target, times] of [
        ['sign-ins', '8', signIn],
        ['refreshes', '300', refresh],
      ] as const) {
        line(
          `  ${what.padEnd(12)} ${whole(times.perSecond)}    ≥ ${target.padStart(5)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}`,
        )
        results.push({ line: `sign-ins: ${what}`, ...times })
      }
      const { alone, beside, perSecond, signedInPerSecond } = postings
      const loss = `${((beside.p99Ms / alone.p99Ms - 1) * 100).toFixed(0)} %`
      line(`  postings at half rate (${perSecond.toFixed(0)} a second, open loop)`)
      line(`    alone                        ${milliseconds(alone.p50Ms)} ${milliseconds(alone.p99Ms)}`)
      line(
        `    beside ${signedInPerSecond.toFixed(1)} sign-ins a second ${milliseconds(beside.p50Ms)} ${milliseconds(beside.p99Ms)}   p99 ${loss}  (< 20 %)`,
      )
    }
    if (!only || only === 'live') {
      line('\nOpen live connections, idle (target: under 100 MB, and p99 of postings at most a tenth more)')
      const { streams, memoryMb, postings } = await benchLive(server, seconds)
      const { alone, beside, perSecond } = postings
      const loss = `${((beside.p99Ms / alone.p99Ms - 1) * 100).toFixed(0)} %`
      line(`  ${streams} connections: ${memoryMb.toFixed(0)} MB of memory`)
      line(`  postings at half rate (${perSecond.toFixed(0)} a second, open loop)`)
      line(`    alone                        ${milliseconds(alone.p50Ms)} ${milliseconds(alone.p99Ms)}`)
      line(
        `    beside ${streams} connections       ${milliseconds(beside.p50Ms)} ${milliseconds(beside.p99Ms)}   p99 ${loss}  (< 10 %)`,
      )
    }
  } finally {
    await server.stop()
  }
}

function tellProcessorTimes(): void {
  const measured = results.filter(({ processor }) => processor !== null)
  if (measured.length === 0) return
  line('\nProcessor milliseconds per request')
  line('                                                            requests      Node  PostgreSQL')
  for (const { line: name, answers, processor } of measured) {
    const column = (used = 0, width = 0) => used.toFixed(2).padStart(width)
    line(
      `  ${name.padEnd(58)} ${String(answers).padStart(7)} ${column(processor?.nodeMs, 9)} ${column(processor?.postgresqlMs, 11)}`,
    )
  }
}

/** Each replay on a fresh server. Fails when a total is another than the files have, or an invariant does not hold. */
async function benchReplay(): Promise<void> {
  const folder = option('--northwind') ?? northwindFolder
  line(
    '\nThe Northwind orders bought, sold and shipped through the API (target: the totals of the files, every invariant holds)',
  )
  if (!existsSync(folder)) {
    line(`  not done: the files are not in ${folder} (--northwind DIR says where they are)`)
    return
  }
  const clients = option('--clients')
  for (const count of clients === undefined ? [1, 16] : [Number(clients)]) {
    const server = await startServer()
    try {
      const { seconds, answers, processor, waited, replayed, expected, violated } = await replayNorthwind(
        server,
        readNorthwind(folder),
        count,
      )
      const perSecond = (of: number) => (of / seconds).toFixed(1)
      line(
        `  ${count} ${count === 1 ? 'client' : 'clients'}: ${replayed.orders} orders in ${seconds.toFixed(1)} s, ${perSecond(Number(replayed.orders))} orders and ${perSecond(answers)} calls a second; ${waited} orders waited for goods`,
      )
      results.push({ line: `replay: calls, ${count === 1 ? '1 client' : `${count} clients`}`, answers, processor })
      const names = Object.keys(expected) as (keyof typeof expected)[]
      for (const name of names) {
        const is = replayed[name] === expected[name]
        line(
          `    ${name.padEnd(48)} ${String(replayed[name]).padStart(12)}${is ? '' : `  instead of ${expected[name]}`}`,
        )
        if (!is) process.exitCode = 1
      }
      line(`    invariants that do not hold: ${violated.join(', ') || 'none'}`)
      if (violated.length > 0) process.exitCode = 1
    } finally {
      await server.stop()
    }
  }
}
