import autocannon, { type Request } from 'autocannon'
import { type Measured, withProcessorTime } from './processor-time.ts'
import type { BenchServer } from './server.ts'

export type LoadResult = Measured & { perSecond: number; p50Ms: number; p99Ms: number }

export type LoadOptions = {
  headers: Record<string, string>
  method?: 'GET' | 'POST'
  connections: number
  seconds: number
  /** The path and body of the next request. */
  next: () => { path: string; body?: string }
}

/**
 * Keeps `connections` requests in flight for a bounded time. Throws when any answer was not a success: a refused
 * request is fast.
 */
export function load(server: BenchServer, options: LoadOptions): Promise<LoadResult> {
  return withProcessorTime(server, () => send(server, options))
}

async function send(server: BenchServer, options: LoadOptions) {
  // Its own percentiles are whole milliseconds: too coarse to compare two answers of about one.
  const milliseconds: number[] = []
  const run = autocannon({
    url: server.url,
    connections: options.connections,
    duration: options.seconds,
    headers: options.headers,
    requests: [
      {
        method: options.method ?? 'GET',
        setupRequest: (request: Request) => ({ ...request, ...options.next() }),
      },
    ],
  })
  run.on('response', (_client, _status, _bytes, time) => milliseconds.push(time))
  const result = await run
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were no success, ${result.errors} requests failed`)
  }
  return {
    perSecond: result['2xx'] / result.duration,
    ...percentiles(milliseconds),
    answers: result['2xx'],
  }
}

export function percentiles(milliseconds: number[]): { p50Ms: number; p99Ms: number } {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
