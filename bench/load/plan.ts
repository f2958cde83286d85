/** Replaced in a path or body by an id that is new in every request. An id itself, so that the length stays. */
export const freshId = '00000000-0000-4000-8000-0000f4e54a1d'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: string
}

/**
 * One kind of work for the generator. Each of the connections sends its next request as soon as it was answered; with
 * `perSecond` requests are sent at that rate whatever the answers do (an open loop), on at most so many connections.
 * In a closed loop connection k sends requests k, k + connections, and so on, in turn.
 */
export type Stream = {
  name: string
  connections: number
  perSecond?: number
  /** Seconds from the start of a run until it begins, and how long it goes on; by default all of the run. */
  startsAfter?: number
  lasts?: number
} & (
  | { kind: 'http'; host: string; port: number; requests: HttpRequest[] }
  /** A statement with one integer parameter, 1 to `items`, prepared once per connection. */
  | { kind: 'sql'; socket: string; user: string; database: string; statement: string; items: number }
)

/** What a stream came to. Times are milliseconds; `at` counts from the start of the stream. */
export type StreamResult = {
  name: string
  /** Requests that succeeded: when they were sent (in an open loop: due), and how long each took from then. */
  at: Float64Array
  milliseconds: Float64Array
  /** The others by status; 0 is a connection that broke. */
  refused: Record<string, number>
  refusedAt: Float64Array
  firstRefusal: string | null
  /** From the start until the last answer. */
  seconds: number
}

/** `processorMs`: what the generator itself used, `elapsedMs` the time it had. */
export type RunResult = { streams: StreamResult[]; processorMs: number; elapsedMs: number }

export type ToGenerator = { open: Stream[] } | { run: number }
export type FromGenerator = 'open' | RunResult
