import type { Noun } from '../../contract/endpoint.ts'
import type { Database } from './db.ts'
import { newId } from './ids.ts'
import { keepListening } from './keep-listening.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'

type Listener = (nouns: readonly Noun[]) => void
/** An event for the organization, or for one person in it. Servers of the previous version send no person. */
type Change = [org_id: string, nouns: Noun[], user_id?: string | null]
type Message = { from: string; changes: Change[] }

/** Whose access may have changed: a person's, an organization's, a member's, or (after a gap in listening) anyone's. */
export type AccessChange = Readonly<{ user_id?: string; org_id?: string }>
type AccessListener = (change: AccessChange) => void

/** Tells open browsers of an organization which nouns changed, after the commit, in every server process. */
export type Events = Readonly<{
  /** With a person, only their own browsers are told: the change is visible to no one else. */
  publish(org_id: string, nouns: readonly Noun[], user_id?: string): void
  /**
   * Listens to events for the entire organization and for this person. Returns an unsubscribe function, which may be
   * called twice.
   */
  subscribe(org_id: string, listener: Listener, user_id?: string): () => void
  /**
   * Reports ended sessions, removed members and changed roles, whichever process caused them
   * (db/functions/announce_access_change.sql).
   */
  onAccessChange(listener: AccessListener): () => void
  close(): Promise<void>
}>

const channel = 'onhand_changes'
const batchMs = 100
/** A payload holds 8,000 bytes: this many changes fit with every noun. */
const changesPerMessage = 20

/**
 * Browsers connected here are told immediately; other processes through NOTIFY, batched and outside of posting
 * transactions (a NOTIFY inside one serializes commits). Listeners only refetch, so a lost message only delays an
 * update: browsers also refetch on reconnect.
 */
export function createEvents(db: Database, log: Log): Events {
  const self = newId()
  const listeners = new Map<string, Set<{ listener: Listener; user_id: string | undefined }>>()
  const accessListeners = new Set<AccessListener>()
  /** By organization, and within it by person (null for everyone). */
  let pending = new Map<string, Map<string | null, Set<Noun>>>()
  let timer: NodeJS.Timeout | undefined

  const deliver = (org_id: string, nouns: readonly Noun[], only: string | null) => {
    for (const { listener, user_id } of listeners.get(org_id) ?? [])
      if (only === null || only === user_id) listener(nouns)
  }

  const tellAccess = (change: AccessChange) => {
    for (const listener of accessListeners) listener(change)
  }

  async function flush(): Promise<void> {
    timer = undefined
    const changes = [...pending].flatMap(([org_id, people]) =>
      [...people].map(([user_id, nouns]): Change => [org_id, [...nouns], user_id]),
    )
    pending = new Map()
    try {
      for (let start = 0; start < changes.length; start += changesPerMessage) {
        const message: Message = { from: self, changes: changes.slice(start, start + changesPerMessage) }
        await db.transaction(null, (tx) => tx.run(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`))
      }
    } catch (error) {
      log.warn({ err: error }, 'other server processes could not be notified of changes')
    }
  }

  function hear(payload: string): void {
    const message = JSON.parse(payload) as Partial<Message> & { access?: AccessChange }
    if (message.access) tellAccess(message.access)
    if (message.from === self) return
    for (const [org_id, nouns, user_id] of message.changes ?? []) deliver(org_id, nouns, user_id ?? null)
  }
  // Events sent while we weren't listening aren't repeated: anyone's access may have changed in the meantime.
  const listening = keepListening(db, log, channel, { onBegin: () => tellAccess({}), onMessage: hear })

  return {
    publish(org_id, nouns, user_id) {
      if (nouns.length === 0) return
      const only = user_id ?? null
      deliver(org_id, nouns, only)
      const people = pending.get(org_id) ?? new Map<string | null, Set<Noun>>()
      pending.set(org_id, people.set(only, new Set([...(people.get(only) ?? []), ...nouns])))
      timer ??= setTimeout(() => void flush(), batchMs).unref()
    },
    subscribe(org_id, listener, user_id) {
      const own = listeners.get(org_id) ?? new Set()
      const entry = { listener, user_id }
      listeners.set(org_id, own.add(entry))
      return () => {
        own.delete(entry)
        if (own.size === 0 && listeners.get(org_id) === own) listeners.delete(org_id)
      }
    },
    onAccessChange(listener) {
      accessListeners.add(listener)
      return () => void accessListeners.delete(listener)
    },
    async close() {
      clearTimeout(timer)
      await listening.close()
    },
  }
}
