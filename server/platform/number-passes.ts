import { limits } from '../../contract/limits.ts'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'

/**
 * A pass that took too long, such as the first one after a restore, is repeated after a minute, beside the others and
 * with the time of an import.
 */
const retryMs = 60_000
const longPassMs = limits.importSeconds * 1_000

/** `isLong`: the pass took too long. */
type Failure = Readonly<{ retryAt: number; isLong: boolean }>

type PassServices = Readonly<{
  db: Database
  folderId: string
  log: Log
  /** Called when a long pass has numbered events. */
  notify: (org_id: string) => void
  retryAfterMs: number | undefined
}>

/** Passes that number the events of an organization, and which of them failed. */
type Passes = Readonly<{
  /**
   * Numbers the events of an organization and returns how many; null if another process is doing it. 0 also if that
   * failed, which is logged, or if it is done beside the others or later.
   */
  run(org_id: string): Promise<number | null>
  /** The organizations whose last pass failed. */
  failed(): Iterable<string>
  /** Resolves when no pass is running beside the others. */
  longPass(): Promise<unknown>
}>

export function createPasses({ db, folderId, log, notify, retryAfterMs = retryMs }: PassServices): Passes {
  const failures = new Map<string, Failure>()
  let longPass: Promise<void> | undefined

  async function attempt(org_id: string, options: { statementTimeoutMs?: number } = {}): Promise<number | null> {
    try {
      const { numbered } = await db.transaction(
        { org_id, user_id: null },
        (tx) => tx.one(sql<{ numbered: number | null }>`select app.number_events(${org_id}, ${folderId}) as numbered`),
        options,
      )
      if (numbered !== null) failures.delete(org_id)
      return numbered
    } catch (error) {
      const isLong = (error as { code?: string }).code === '57014'
      failures.set(org_id, { isLong, retryAt: performance.now() + retryAfterMs })
      // The sweep retries it, and one organization's failure blocks no other.
      log.warn({ err: error, org_id }, 'events could not be numbered; the sweep tries again')
      return 0
    }
  }

  async function attemptLong(org_id: string): Promise<void> {
    const numbered = await attempt(org_id, { statementTimeoutMs: longPassMs })
    if (numbered !== null && numbered > 0) notify(org_id)
  }

  return {
    async run(org_id) {
      const failure = failures.get(org_id)
      if (!failure?.isLong) return attempt(org_id)
      if (failure.retryAt <= performance.now()) longPass ??= attemptLong(org_id).finally(() => (longPass = undefined))
      return 0
    },
    failed: () => failures.keys(),
    longPass: async () => longPass,
  }
}
