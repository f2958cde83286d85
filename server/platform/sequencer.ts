import type { Database } from './db.ts'
import type { Log } from './log.ts'
import { createPasses } from './number-passes.ts'
import { withoutNumbers } from './without-numbers.ts'

/** Numbers committed events, in every server process: the first to reach an organization does it for all. */
export type Sequencer = Readonly<{
  /** Signals that a commit may have left events of this organization; cheap, called after every command. */
  poke(org_id: string): void
  /** Calls back after events of an organization were numbered here. Returns an unsubscribe function. */
  onNumbered(listener: (org_id: string) => void): () => void
  /** Resolves when everything committed before has a number (tests). */
  drain(): Promise<void>
  close(): Promise<void>
}>

/** Simultaneous commits share one pass: a pass per posting would cost more than the posting. */
const gatherMs = 100
/**
 * From the beginning of one pass to the next. A pass costs as much as several postings, and events must be numbered
 * within a second: three passes a second cost a busy organization a third of ten.
 */
const betweenMs = 300
/** For commits of a process that died. */
const sweepMs = 1_000

/**
 * `folderId` identifies the folder of the embedded database, so that a copy is recognized as one; empty for others.
 * `retryAfterMs`: how long an organization whose pass failed waits for the next one.
 */
export function createSequencer(db: Database, folderId: string, log: Log, retryAfterMs?: number): Sequencer {
  const listeners = new Set<(org_id: string) => void>()
  let waiting = new Set<string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let begun = -betweenMs
  let closed = false
  const notify = (org_id: string) => listeners.forEach((listener) => listener(org_id))
  const passes = createPasses({ db, folderId, log, notify, retryAfterMs })

  async function numberAll(): Promise<void> {
    const organizations = waiting
    waiting = new Set()
    for (const org_id of organizations) {
      if (closed) return
      const numbered = await passes.run(org_id)
      // Another process is doing it, and may have read before this commit.
      if (numbered === null) poke(org_id)
      else if (numbered > 0) notify(org_id)
    }
  }

  function start(): void {
    timer = undefined
    if (closed || running) return
    begun = performance.now()
    running = numberAll().finally(() => {
      running = undefined
      if (waiting.size > 0) schedule()
    })
  }

  function schedule(): void {
    if (!closed) timer ??= setTimeout(start, pauseAfter(begun)).unref()
  }

  function poke(org_id: string): void {
    waiting.add(org_id)
    schedule()
  }

  const findUnnumbered = withoutNumbers(db)
  const sweep = async (): Promise<void> => {
    for (const org_id of passes.failed()) poke(org_id)
    await findUnnumbered().then(
      (found) => found.forEach(poke),
      (error: unknown) => log.warn({ err: error }, 'unnumbered events could not be read; the next sweep tries again'),
    )
  }

  let sweeping: Promise<void> | undefined
  const sweeps = setInterval(() => (sweeping ??= sweep().finally(() => (sweeping = undefined))), sweepMs).unref()

  return {
    poke,
    onNumbered(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async drain() {
      await sweep()
      for (;;) {
        clearTimeout(timer)
        await Promise.all([running, passes.longPass()])
        if (waiting.size === 0) return
        start()
      }
    },
    async close() {
      closed = true
      clearInterval(sweeps)
      clearTimeout(timer)
      await Promise.all([sweeping, running, passes.longPass()])
    },
  }
}

const pauseAfter = (begun: number) => Math.max(gatherMs, begun + betweenMs - performance.now())
