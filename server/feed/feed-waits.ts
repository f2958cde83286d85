import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../platform/db.ts'
import type { Sequencer } from '../platform/sequencer.ts'
import { sql } from '../platform/sql.ts'

/** Lets readers of the feed wait for its next event, without a connection to the database. */
export type FeedWaits = Readonly<{
  /**
   * Resolves when there is a number above `after`, after this many seconds, or immediately if too many of the
   * organization already wait.
   */
  wait(org_id: string, after: number, seconds: number): Promise<void>
  /** Ends every wait (the server stops). */
  close(): void
}>

/** Maximum delay for events that another process numbered. */
const lookMs = 1_000

export function createFeedWaits(db: Database, sequencer: Pick<Sequencer, 'onNumbered'>): FeedWaits {
  const waiting = new Map<string, Set<() => void>>()
  const stopping = new AbortController()
  sequencer.onNumbered((org_id) => {
    for (const wake of waiting.get(org_id) ?? []) wake()
  })

  async function newestOf(org_id: string): Promise<number> {
    const state = await db.transaction(
      { org_id, user_id: null },
      (tx) => tx.maybe(sql<{ newest: number }>`select newest from feed_state where org_id = ${org_id}`),
      { readOnly: true },
    )
    return state?.newest ?? 0
  }

  async function wait(org_id: string, after: number, seconds: number): Promise<void> {
    if ((waiting.get(org_id)?.size ?? 0) >= limits.feedWaitsPerOrganization) return
    const until = performance.now() + seconds * 1_000
    while (!stopping.signal.aborted && (await newestOf(org_id)) <= after) {
      const left = until - performance.now()
      if (left <= 0) return
      await pause(org_id, Math.min(left, lookMs))
    }
  }

  /** Until events are numbered here, the server stops, or this time has passed. */
  async function pause(org_id: string, milliseconds: number): Promise<void> {
    const own = waiting.get(org_id) ?? new Set()
    waiting.set(org_id, own)
    const woken = new AbortController()
    const wake = () => woken.abort()
    own.add(wake)
    try {
      const signal = AbortSignal.any([woken.signal, stopping.signal])
      await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    } finally {
      own.delete(wake)
      if (own.size === 0) waiting.delete(org_id)
    }
  }

  return { wait, close: () => stopping.abort() }
}
