import { benchAuditTrail } from './parts/audit-trail.ts'
import { benchFeed } from './parts/feed.ts'
import { benchImport } from './parts/imports.ts'
import { benchLive } from './parts/live.ts'
import type { BenchOptions, Part } from './options.ts'
import { benchOrders } from './parts/orders.ts'
import type { Line } from './kit/processor-times.ts'
import { benchReads } from './parts/reads.ts'
import { type BenchServer, startServer } from './kit/server.ts'
import { benchSignIns } from './parts/sign-ins.ts'

const line = (text: string) => process.stdout.write(`${text}\n`)
const whole = (value: number) => value.toFixed(0).padStart(7)
const milliseconds = (value: number) => `${value.toFixed(1)} ms`.padStart(9)

/**
 * Measures what isn't in the table, on a separate server, and prints it. Returns the processor time of its requests.
 */
export async function benchPart(part: Part, options: BenchOptions): Promise<Line[]> {
  const server = await startServer()
  try {
    return await reportPart[part](server, options.seconds ?? 8, options)
  } finally {
    await server.stop()
  }
}

type Report = (server: BenchServer, seconds: number, options: BenchOptions) => Promise<Line[]>

const reportPart: Record<Part, Report> = {
  async imports(server) {
    line('\nImport of a workbook with stock (target: 10,000 products in under 15 s, server memory under 400 MB)')
    const { products, steps, firstPeakMb, peakMb } = await benchImport(server, 10_000)
    line(`  ${products} products`)
    for (const step of steps) line(`  ${step.what.padEnd(46)} ${step.seconds.toFixed(1).padStart(7)} s`)
    line(
      `  server memory: at most ${firstPeakMb.toFixed(0)} MB with broken files and a first import, ${peakMb.toFixed(0)} MB with five imports and their undos`,
    )
    return steps.map(({ what, ...step }) => ({ line: `imports: ${what}`, ...step }))
  },

  async feed(server, seconds) {
    line('\nThe feed at the full rate of postings (target: numbered within 1 s)')
    line('                                     p50       p99      most')
    const { postings, events, numbered, read } = await benchFeed(server, seconds)
    for (const [what, { p50Ms, p99Ms, mostMs }] of Object.entries({ numbered, read }))
      line(`  ${what.padEnd(28)} ${milliseconds(p50Ms)} ${milliseconds(p99Ms)} ${milliseconds(mostMs)}`)
    line(`  ${events} events of ${postings.perSecond.toFixed(0)} postings a second`)
    return [{ line: 'feed: postings beside a consumer', ...postings }]
  },

  async orders(server, seconds) {
    line('\nLarge orders (2,000 products)')
    line('                                                        p50       p99    target')
    const all = await benchOrders(server, seconds)
    for (const { what, targetMs, p50Ms, p99Ms } of all)
      line(`  ${what.padEnd(46)} ${milliseconds(p50Ms)} ${milliseconds(p99Ms)}  < ${targetMs} ms`)
    return all.map(({ what, ...times }) => ({ line: `orders: ${what}`, ...times }))
  },

  async reads(server, seconds) {
    line('\nReads with 8 clients, at 100 and at 100,000 products (target: p99 < 50 ms, and ≤ 1.5 × the small case)')
    line('  read            p50 small  p99 small  p50 large  p99 large   ratio p99')
    const all = await benchReads(server, seconds)
    for (const { read, small, large } of all) {
      const ratio = (large.p99Ms / small.p99Ms).toFixed(2).padStart(9)
      line(
        `  ${read.padEnd(14)} ${milliseconds(small.p50Ms)}  ${milliseconds(small.p99Ms)}  ${milliseconds(large.p50Ms)}  ${milliseconds(large.p99Ms)}  ${ratio}`,
      )
    }
    return all.flatMap(({ read, small, large }) => [
      { line: `reads: ${read}, small`, ...small },
      { line: `reads: ${read}, large`, ...large },
    ])
  },

  async 'audit-trail'(server, seconds, { auditRows }) {
    line(`\nThe audit trail with ${auditRows} rows, 8 clients (target: p99 < 50 ms)`)
    line('                                     p50       p99')
    const all = await benchAuditTrail(server, auditRows, seconds)
    for (const { read, times } of all)
      line(`  ${read.padEnd(28)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}`)
    return all.map(({ read, times }) => ({ line: `audit trail: ${read}`, ...times }))
  },

  async 'sign-ins'(server, seconds) {
    line('\nSigning in (argon2id, 19 MiB, 2 passes), 4 clients, and refreshing, 16 clients')
    line('                 per second   target      p50       p99')
    const { signIn, refresh, postings } = await benchSignIns(server, seconds)
    const rates = [
      ['sign-ins', '8', signIn],
      ['refreshes', '300', refresh],
    ] as const
    for (const [what, target, times] of rates)
      line(
        `  ${what.padEnd(12)} ${whole(times.perSecond)}    ≥ ${target.padStart(5)} ${milliseconds(times.p50Ms)} ${milliseconds(times.p99Ms)}`,
      )
    reportBeside(postings, `${postings.signedInPerSecond.toFixed(1)} sign-ins a second`, '< 20 %')
    return rates.map(([what, , times]) => ({ line: `sign-ins: ${what}`, ...times }))
  },

  async live(server, seconds) {
    line('\nOpen live connections, idle (target: under 100 MB, and p99 of postings at most a tenth more)')
    const { streams, memoryMb, postings } = await benchLive(server, seconds)
    line(`  ${streams} connections: ${memoryMb.toFixed(0)} MB of memory`)
    reportBeside(postings, `${streams} connections`, '< 10 %')
    return []
  },
}

type Times = { p50Ms: number; p99Ms: number }

/** Postings at half of the server's maximum, alone and together with other work. */
function reportBeside(
  { perSecond, alone, beside }: { perSecond: number; alone: Times; beside: Times },
  what: string,
  target: string,
): void {
  const loss = `${((beside.p99Ms / alone.p99Ms - 1) * 100).toFixed(0)} %`
  line(`  postings at half rate (${perSecond.toFixed(0)} a second, open loop)`)
  line(`    ${'alone'.padEnd(28)} ${milliseconds(alone.p50Ms)} ${milliseconds(alone.p99Ms)}`)
  line(
    `    ${`beside ${what}`.padEnd(28)} ${milliseconds(beside.p50Ms)} ${milliseconds(beside.p99Ms)}   p99 ${loss}  (${target})`,
  )
}
