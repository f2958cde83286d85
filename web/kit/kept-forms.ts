import { browserStorage } from './browser-storage.ts'

/**
 * Unsaved form input, stored in this browser: it survives a closed window, a crash and an empty battery. Stored per
 * person and organization, and deleted on sign-out.
 */

export type Kept<V> = Readonly<{
  /** When it was last edited, ISO. */
  at: string
  values: V
  /** The fields' values before any input. */
  base: V
}>

/** The part of the browser's storage this needs; tests pass their own. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'onhand-form'
/** Older ones aren't offered any more: no one remembers them, and the data has changed. */
const keptDays = 30

export const keptKey = (owner: string, name: string) => `${prefix}:${owner}:${name}`

/**
 * The stored input under this name, or null. Unreadable data (another version of the form, a full disk) counts as
 * missing.
 */
export function readKept<V>(store: Store, owner: string, name: string, now = Date.now()): Kept<V> | null {
  try {
    const kept = JSON.parse(store.getItem(keptKey(owner, name)) ?? 'null') as Kept<V> | null
    if (kept === null || typeof kept.values !== 'object' || typeof kept.base !== 'object') return null
    return now - Date.parse(kept.at) < keptDays * 86_400_000 ? kept : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls `listener` when a form's input is stored or deleted, in this tab or another one. Returns how to stop. */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Stores it. A browser without space or storage stores nothing: the form works anyway. */
export function writeKept<V>(store: Store, owner: string, name: string, kept: Kept<V>): void {
  try {
    store.setItem(keptKey(owner, name), JSON.stringify(kept))
  } catch {
    store.removeItem(keptKey(owner, name))
  }
  notify()
}

export function dropKept(store: Store, owner: string, name: string): void {
  store.removeItem(keptKey(owner, name))
  notify()
}

/** Deletes all stored input, for every account: signing out leaves nothing behind on a shared computer. */
export function forgetKept(store: Store = browserStorage()): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  for (const key of keys) if (key?.startsWith(`${prefix}:`)) store.removeItem(key)
}
