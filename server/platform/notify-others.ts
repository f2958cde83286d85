import type { Noun } from '../../contract/endpoint.ts'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'

/** An event for the organization, or for one person in it. Servers of the previous version send no person. */
type Change = [org_id: string, nouns: Noun[], user_id?: string | null]
export type Message = { from: string; changes: Change[] }

/** The channel of `NOTIFY`. */
export const channel = 'onhand_changes'
const batchMs = 100
/** After the database refused a message. */
const retryMs = 2_000
/** A payload holds 8,000 bytes: this many changes fit with every noun. */
const changesPerMessage = 20

/** Tells the other server processes what changed. */
type Notifier = Readonly<{
  /** Sent soon, together with what else changes until then; `only` is a person, or null for everyone. */
  add(org_id: string, nouns: readonly Noun[], only: string | null): void
  /** Sends what was added. */
  close(): Promise<void>
}>

/** Sends batches, outside of posting transactions. What couldn't be sent is sent later, together with newer changes. */
export function createNotifier(db: Database, log: Log, from: string): Notifier {
  /** By organization, and within it by person (null for everyone). */
  let pending = new Map<string, Map<string | null, Set<Noun>>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function gather(org_id: string, nouns: readonly Noun[], only: string | null): void {
    const people = pending.get(org_id) ?? new Map<string | null, Set<Noun>>()
    pending.set(org_id, people.set(only, new Set([...(people.get(only) ?? []), ...nouns])))
  }

  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  async function flush(): Promise<void> {
    timer = undefined
    const changes = [...pending].flatMap(([org_id, people]) =>
      [...people].map(([user_id, nouns]): Change => [org_id, [...nouns], user_id]),
    )
    pending = new Map()
    let sent = 0
    try {
      for (; sent < changes.length; sent += changesPerMessage) {
        const message: Message = { from, changes: changes.slice(sent, sent + changesPerMessage) }
        await db.transaction(null, (tx) => tx.run(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`))
      }
    } catch (error) {
      log.warn({ err: error }, 'other server processes could not be notified of changes; trying again')
      for (const [org_id, nouns, user_id] of changes.slice(sent)) gather(org_id, nouns, user_id ?? null)
      if (!closed) flushIn(retryMs)
    }
  }

  return {
    add(org_id, nouns, only) {
      gather(org_id, nouns, only)
      flushIn(batchMs)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await flush()
    },
  }
}
