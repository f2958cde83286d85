import type { Log } from './log.ts'

const hourMs = 3_600_000

/** Background work that is repeated. */
export type Hourly = Readonly<{
  /** Ends a run in progress, waits for it, and starts no other. */
  close(): Promise<void>
}>

/**
 * Runs `work` after `firstAfterMs` and again `everyMs` after the end of each run, so runs never overlap or catch up.
 * `signal` aborts when the server stops, so that a long run ends. Failures are logged with `failed` and retried at the
 * next run.
 */
export function everyHour(
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
  failed: string,
  firstAfterMs = 0,
  everyMs = hourMs,
): Hourly {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    running = Promise.resolve()
      .then(() => work(stopping.signal))
      .catch((error: unknown) => log.warn({ err: error }, `${failed}; trying again later`))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs).unref()
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
