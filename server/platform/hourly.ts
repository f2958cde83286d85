import type { Log } from './log.ts'

const hourMs = 3_600_000

/** Work that no one waits for, done again and again. */
export type Hourly = Readonly<{
  /** Tells a look that is under way to come to its end, waits for that, and begins no other. */
  close(): Promise<void>
}>

/**
 * Does some work at the start, or so long after it, and every hour (or `everyMs`) from then on. `signal` says that the
 * server stops: a long look ends there. What fails is logged with `failed` and tried again at the next look.
 */
export function everyHour(
  look: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
  failed: string,
  firstAfterMs = 0,
  everyMs = hourMs,
): Hourly {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setTimeout(begin, everyMs).unref()
    // A look that takes longer than an hour is not joined by another one.
    running = running
      .then(() => (stopping.signal.aborted ? undefined : look(stopping.signal)))
      .catch((error: unknown) => log.warn({ err: error }, `${failed}; trying again later`))
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
