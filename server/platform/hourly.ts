import type { Log } from './log.ts'

const hourMs = 3_600_000

/** Work that nobody waits for, done again and again. */
export type Hourly = Readonly<{
  /** Lets a look that is under way come to its end, and begins no other. */
  close(): Promise<void>
}>

/**
 * Does some work at the start and every hour. `isOver` says that the server stops: a long look ends there. What fails is logged with
 * `failed` and tried again in an hour.
 */
export function everyHour(look: (isOver: () => boolean) => Promise<unknown>, log: Log, failed: string): Hourly {
  let running: Promise<unknown> = Promise.resolve()
  let closed = false
  const begin = () => {
    running = look(() => closed).catch((error: unknown) =>
      log.warn({ err: error }, `${failed}; trying again in an hour`),
    )
  }
  const timer = setInterval(begin, hourMs).unref()
  begin()
  return {
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
