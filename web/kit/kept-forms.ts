/**
 * What someone typed and has not saved, kept in this browser: it survives a closed window, a crash and a flat battery.
 * Kept per person and organization, and forgotten when they sign out.
 */

export type Kept<V> = Readonly<{
  /** When it was typed last, ISO. */
  at: string
  values: V
  /** What the fields held before anything was typed. */
  base: V
}>

/** The part of the browser's storage this needs; tests hand over their own. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'onhand-form'
/** Older ones are not offered any more: no one remembers them, and the world went on. */
const keptDays = 30

const keyOf = (owner: string, name: string) => `${prefix}:${owner}:${name}`

/**
 * What was kept under this name, or null. What cannot be read (another version of the form, a full disk) is as if it
 * were not there.
 */
export function readKept<V>(store: Store, owner: string, name: string, now = Date.now()): Kept<V> | null {
  try {
    const kept = JSON.parse(store.getItem(keyOf(owner, name)) ?? 'null') as Kept<V> | null
    if (kept === null || typeof kept.values !== 'object' || typeof kept.base !== 'object') return null
    return now - Date.parse(kept.at) < keptDays * 86_400_000 ? kept : null
  } catch {
    return null
  }
}

/** Keeps it. A browser that has no room or no storage keeps nothing: the form works all the same. */
export function writeKept<V>(store: Store, owner: string, name: string, kept: Kept<V>): void {
  try {
    store.setItem(keyOf(owner, name), JSON.stringify(kept))
  } catch {
    store.removeItem(keyOf(owner, name))
  }
}

export function dropKept(store: Store, owner: string, name: string): void {
  store.removeItem(keyOf(owner, name))
}

/** Forgets everything that was kept, for every account: signing out leaves nothing behind on a shared computer. */
export function forgetKept(store: Store = localStorage): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  for (const key of keys) if (key?.startsWith(`${prefix}:`)) store.removeItem(key)
}
