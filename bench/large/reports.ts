import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Person } from '../kit/person.ts'
import { type BenchServer, memoryMb, watchMemory } from '../kit/server.ts'

export type FileTime = {
  file: string
  megabytes: number
  /** Rows of a CSV file, without its heading. */
  rows: number | null
  firstMs: number
  seconds: number
  /** Resident memory of the server before, and its peak during the download. */
  beforeMb: number
  peakMb: number
}

/**
 * Every report as a file in both formats, for one client that reads as fast as it can, while the server's memory is
 * sampled.
 */
export async function* benchReportFiles(server: BenchServer, person: Person): AsyncGenerator<FileTime> {
  for (const report of ['inventory', 'valuation', 'transactions'])
    for (const format of ['csv', 'xlsx']) {
      const beforeMb = await memoryMb(server.pid)
      const memory = watchMemory(server.pid)
      try {
        const { lines, ...times } = await downloaded(
          `${server.url}/api/v1/reports/${report}/file?format=${format}`,
          person,
        )
        yield {
          file: `${report}.${format}`,
          ...times,
          rows: format === 'csv' ? lines - 1 : null,
          beforeMb,
          peakMb: Math.max(beforeMb, memory.peakMb()),
        }
      } finally {
        memory.stop()
      }
    }
}

/** Without compression in transit. */
async function downloaded(url: string, person: Person) {
  const begin = performance.now()
  const [response] = (await once(get(url, { headers: person.headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  const firstMs = performance.now() - begin
  let bytes = 0
  let lines = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) lines += 1
  }
  return { lines, megabytes: bytes / 1e6, firstMs, seconds: (performance.now() - begin) / 1_000 }
}
