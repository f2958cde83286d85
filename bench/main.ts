import { existsSync } from 'node:fs'
import { benchImport } from './imports.ts'
import { benchLarge } from './large/main.ts'
import { sizes } from './large/load.ts'
import { benchOrders } from './orders.ts'
import { benchPostings } from './postings.ts'
import { northwindFolder, readNorthwind } from './northwind.ts'
import { benchReads } from './reads.ts'
import { replayNorthwind } from './replay-northwind.ts'
import { startServer } from './server.ts'

/**
 * `npm run bench`: figures from one run on one machine, each beside what it is compared with. `--seconds N` per measurement (8),
 * `--only imports|postings|orders|reads|replay` for one part. The replay takes the Northwind files from `--northwind DIR` (or where they usually
 * are) and is done by 1 and by 16 clients, or by `--clients N`.
 * `--size large` (or middle) measures at 100,000 products and 10 million movements instead: `--data DIR` keeps what it loaded there,
 * `--only invariants|reads|as-of|files|paint` and `--read NAME` measure a part of it.
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

const size = option('--size')
if (size === undefined) {
  if (only !== 'replay') await benchSmall()
  if (!only || only === 'replay') await benchReplay()
} else if (isSize(size)) await benchLarge({ size, seconds, dataDir: option('--data'), only, read: option('--read') })
else throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}`)

function isSize(name: string): name is keyof typeof sizes {
  return name in sizes
}

async function benchSmall(): Promise<void> {
  const server = await startServer()
  try {
    if (!only || only === 'imports') {
      line('\nImport of a workbook with stock (target: 10,000 products in under 15 s, server memory under 400 MB)')
      const times = await benchImport(server, 10_000)
      const seconds = (value: number) => `${value.toFixed(1)} s`
      line(
        `  ${times.products} products: read ${seconds(times.readSeconds)}, imported ${seconds(times.importSeconds)}, undone ${seconds(times.undoSeconds)}`,
      )
      line(
        `  the same file again ${seconds(times.againSeconds)}; all changed: read ${seconds(times.updateReadSeconds)}, imported ${seconds(times.updateSeconds)}, undone ${seconds(times.updateUndoSeconds)}; all stock set ${seconds(times.countSeconds)}`,
      )
      line(
        `  server memory: at most ${times.firstPeakMb.toFixed(0)} MB with broken files and a first import, ${times.peakMb.toFixed(0)} MB with five imports and their undos`,
      )
    }
    if (!only || only === 'postings') {
      line('\nDurable one-line postings per second (1,000 products; SQL: 16 connections, HTTP: 32)')
      line('  products   SQL alone  over HTTP   ratio  target      p50       p99')
      for (const rate of await benchPostings(server, seconds)) {
        const ratio = (rate.httpPerSecond / rate.sqlPerSecond).toFixed(2).padStart(5)
        line(
          `  ${rate.spread.padEnd(8)} ${whole(rate.sqlPerSecond)}    ${whole(rate.httpPerSecond)}   ${ratio}  ≥ 0.40 ${milliseconds(rate.p50Ms)} ${milliseconds(rate.p99Ms)}`,
        )
      }
    }
    if (!only || only === 'orders') {
      line('\nOrders and receipts (2,000 products)')
      line('                                                        p50       p99    target')
      for (const { what, target_ms, p50Ms, p99Ms } of await benchOrders(server, seconds)) {
        line(`  ${what.padEnd(46)} ${milliseconds(p50Ms)} ${milliseconds(p99Ms)}  < ${target_ms} ms`)
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
      }
    }
  } finally {
    await server.stop()
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
      const { seconds, calls, waited, replayed, expected, violated } = await replayNorthwind(
        server,
        readNorthwind(folder),
        count,
      )
      const perSecond = (of: number) => (of / seconds).toFixed(1)
      line(
        `  ${count} ${count === 1 ? 'client' : 'clients'}: ${replayed.orders} orders in ${seconds.toFixed(1)} s, ${perSecond(Number(replayed.orders))} orders and ${perSecond(calls)} calls a second; ${waited} orders waited for goods`,
      )
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
