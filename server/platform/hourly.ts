import type { Log } from './log.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/** Background work that is repeated. */
export type Hourly = Readonly<{
  /** Ends a run in progress, waits for it, and starts no other. */
  close(): Promise<void>
}>

/**
 * Runs `work` after `firstAfterMs` and again `everyMs` after the end of each run, so runs never overlap or catch up.
 * `signal` aborts when the server stops, so that a long run ends. Failures are logged with `failed`. The first one is
 * retried after `retryAfterMs`: a database that is briefly busy, as during a start, costs no hour. Later ones wait for
 * the next run, so work that takes long and fails isn't repeated all the time.
 */
export function everyHour(
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
  failed: string,
  firstAfterMs = 0,
  everyMs = hourMs,
  retryAfterMs = Math.min(everyMs, minuteMs),
): Hourly {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  const begin = () => {
    running = Promise.resolve()
      .then(() => work(stopping.signal))
      .then(() => void (failures = 0))
      .catch((error: unknown) => {
        failures += 1
        log.warn({ err: error }, `${failed}; trying again later`)
      })
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, failures === 1 ? retryAfterMs : everyMs).unref()
      })
  }
  if (firstAfterMs === 0) begin()
  else timer = setTimeout(begin, firstAfterMs).unref()
  return {
    async close() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
