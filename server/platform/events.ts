import { type Noun, nouns as allNouns } from '../../contract/endpoint.ts'
import type { Database } from './db.ts'
import { newId } from './ids.ts'
import { keepListening } from './keep-listening.ts'
import type { Log } from './log.ts'
import { channel, createNotifier, type Message } from './notify-others.ts'

type Listener = (nouns: readonly Noun[]) => void
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

/** Browsers that missed something refetch over this time, not all at once. */
const spreadMs = 5_000

/**
 * Browsers connected here are told immediately; other processes through NOTIFY, batched and outside of posting
 * transactions (a NOTIFY inside one serializes commits). Listeners only refetch. After a gap in listening, they refetch
 * everything they show.
 */
export function createEvents(db: Database, log: Log): Events {
  const self = newId()
  const listeners = new Map<string, Set<{ listener: Listener; user_id: string | undefined }>>()
  const accessListeners = new Set<AccessListener>()
  const notifier = createNotifier(db, log, self)

  const deliver = (org_id: string, nouns: readonly Noun[], only: string | null) => {
    for (const { listener, user_id } of listeners.get(org_id) ?? [])
      if (only === null || only === user_id) listener(nouns)
  }

  const tellAccess = (change: AccessChange) => {
    for (const listener of accessListeners) listener(change)
  }

  function tellEverything(): void {
    for (const own of listeners.values())
      for (const entry of own)
        setTimeout(() => {
          if (own.has(entry)) entry.listener(allNouns)
        }, Math.random() * spreadMs).unref()
  }

  function hear(payload: string): void {
    const message = JSON.parse(payload) as Partial<Message> & { access?: AccessChange }
    if (message.access) tellAccess(message.access)
    if (message.from === self) return
    for (const [org_id, nouns, user_id] of message.changes ?? []) deliver(org_id, nouns, user_id ?? null)
  }
  const listening = keepListening(db, log, channel, {
    // Events sent while we weren't listening aren't repeated: anyone's access and any record may have changed. Also
    // before the first time, which a busy database can delay until browsers have connected.
    onBegin: () => {
      tellAccess({})
      tellEverything()
    },
    onMessage: hear,
  })

  return {
    publish(org_id, nouns, user_id) {
      if (nouns.length === 0) return
      const only = user_id ?? null
      deliver(org_id, nouns, only)
      notifier.add(org_id, nouns, only)
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
      // Browsers of other processes don't reconnect when this one ends.
      await notifier.close()
      await listening.close()
    },
  }
}
