import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { Person } from './person.ts'
import { memoryMb, type BenchServer } from './server.ts'

export type FileTime = { file: string; rows: number; mb: number; firstMs: number; seconds: number; beforeMb: number; peakMb: number }

const files = ['inventory', 'valuation', 'transactions'].flatMap((report) =>
  ['csv', 'xlsx'].map((format) => `/reports/${report}/file?format=${format}`),
)

/** Downloads every report in both formats, as one client who takes what comes, and looks at the server's memory all the while. */
export async function* benchReportFiles(server: BenchServer, person: Person): AsyncGenerator<FileTime> {
  for (const file of files) {
    const beforeMb = await memoryMb(server.pid)
    let peakMb = beforeMb
    const watch = setInterval(() => void memoryMb(server.pid).then((now) => (peakMb = Math.max(peakMb, now))), 100)
    try {
      yield { file, ...(await downloaded(`${server.url}/api/v1${file}`, person)), beforeMb, peakMb }
    } finally {
      clearInterval(watch)
    }
  }
}

/** Without compression: the rows of a CSV are the ends of its lines. */
async function downloaded(url: string, person: Person) {
  const begin = performance.now()
  const [response] = (await once(get(url, { headers: person.headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  const firstMs = performance.now() - begin
  let bytes = 0
  let rows = -1
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) rows += 1
  }
  return { rows, mb: bytes / 1e6, firstMs, seconds: (performance.now() - begin) / 1_000 }
}
