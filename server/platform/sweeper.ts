/** Work that commits leave in a table: done immediately when poked, and by a sweep for what a crash left. */
export type Sweeper = Readonly<{
  /** Signals that a commit may have left work; cheap, called after every command. */
  poke(): void
  /** Resolves when everything that is due has been tried once (tests). */
  drain(): Promise<void>
  close(): Promise<void>
}>

type Options = Readonly<{
  /** One pass over what is due. Stops early once `isClosed()`. */
  work: (isClosed: () => boolean) => Promise<void>
  sweepMs: number
  /** Pokes that arrive within this time are one pass; with 0 a pass begins immediately. */
  gatherMs: number
  /** A pass failed; the next one tries again. */
  failed: (error: unknown) => void
}>

/** Runs one pass at a time: a poke during a pass is followed by another one. `close` waits for the current pass. */
export function createSweeper({ work, sweepMs, gatherMs, failed }: Options): Sweeper {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    timer = undefined
    if (closed || running) return
    again = false
    running = work(() => closed)
      .catch(failed)
      .finally(() => {
        running = undefined
        if (again) poke()
      })
  }

  function poke(): void {
    again = true
    if (gatherMs === 0) return start()
    timer ??= setTimeout(start, gatherMs).unref()
  }

  const sweep = setInterval(poke, sweepMs).unref()
  return {
    poke,
    async drain() {
      clearTimeout(timer)
      await running
      start()
      await running
    },
    async close() {
      closed = true
      clearInterval(sweep)
      clearTimeout(timer)
      await running
    },
  }
}

/** Does nothing: what commits leave stays in its table. */
export const idleSweeper: Sweeper = { poke: () => {}, drain: async () => {}, close: async () => {} }
