/**
 * A placeholder in a path or body for an id that is new in every request. It is an id itself, so the length stays the
 * same.
 */
export const freshId = '00000000-0000-4000-8000-0000f4e54a1d'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string
}

/**
 * One kind of work for the generator. Each connection sends its next request as soon as it gets a response; with
 * `perSecond`, requests are sent at that rate regardless of the responses (an open loop), on at most this many
 * connections. In a closed loop, connection k sends requests k, k + connections, and so on.
 */
export type Stream = {
  name: string
  connections: number
  perSecond?: number
  /** Seconds from the start of a run until it begins, and its duration; by default the whole run. */
  startsAfter?: number
  lasts?: number
} & (
  | { kind: 'http'; host: string; port: number; requests: HttpRequest[] }
  /** A statement with one integer parameter, 1 to `items`, prepared once per connection. */
  | { kind: 'sql'; socket: string; user: string; database: string; statement: string; items: number }
)

/** The results of a stream. Times are in milliseconds; `at` counts from the start of the stream. */
export type StreamResult = {
  name: string
  /** Successful requests: when they were sent (in an open loop: due), and how long each took from then. */
  at: Float64Array
  milliseconds: Float64Array
  /** The others by status; 0 is a connection that broke. */
  refused: Record<string, number>
  refusedAt: Float64Array
  firstRefusal: string | null
  /** From the start until the last response. */
  seconds: number
}

/** `processorMs`: the processor time of the generator itself; `elapsedMs`: the time that passed. */
export type RunResult = { streams: StreamResult[]; processorMs: number; elapsedMs: number }

export type ToGenerator = { open: Stream[] } | { run: number }
export type FromGenerator = 'open' | RunResult
