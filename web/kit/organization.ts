import { browserStorage, tabStorage } from './browser-storage.ts'
import { createStore } from './store.ts'

/**
 * The organization of a tab, in one place. Each tab has its own, so they never mix: it survives a reload (session
 * storage), and a new tab starts with the last one used (local storage), else with the person's own organization.
 */
type TabState = Readonly<{
  user: string
  organization: string
  /** The previous organization; null before the first switch. */
  from: string | null
}>

/** The part of the browser's storage this needs; tests pass their own. */
type Store = Pick<Storage, 'getItem' | 'setItem'>
type Stores = Readonly<{ tab: Store; browser: Store }>

const key = 'onhand-organization'
const lastKey = (user: string) => `${key}:${user}`

const state = createStore<TabState | null>(null)

const ownStores = (): Stores => ({ tab: tabStorage(), browser: browserStorage() })

/** The organization that requests of this tab are for; null while no one is signed in. */
export function currentOrganization(): string | null {
  return state.get()?.organization ?? null
}

/** The same for a component, which re-renders when the tab switches. */
export function useCurrentOrganization(): string | null {
  return state.use()?.organization ?? null
}

/** Where the tab was before its last switch; null when it never switched. */
export function previousOrganization(): string | null {
  return state.get()?.from ?? null
}

/** Who was last signed in in this tab; null if no one was. */
export function tabUser(store: Store = tabStorage()): string | null {
  return readState(store)?.user ?? null
}

/**
 * Called on sign-in: the tab's organization, else the last one used, else the person's own. The tab stays in it from
 * then on, whatever other tabs do. Null on sign-out.
 */
export function enterOrganizationOf(user: { id: string; own: string } | null, stores: Stores = ownStores()): void {
  if (user === null) return state.set(null)
  const kept = readState(stores.tab)
  if (kept?.user === user.id) return state.set(kept)
  const organization = read(stores.browser, lastKey(user.id)) ?? user.own
  const next = { user: user.id, organization, from: null }
  write(stores.tab, key, JSON.stringify(next))
  state.set(next)
}

/** From now on this tab works in that organization, which new tabs start in. */
export function chooseOrganization(organization: string, stores: Stores = ownStores()): void {
  const current = state.get()
  if (current === null || current.organization === organization) return
  const next = { user: current.user, organization, from: current.organization }
  write(stores.tab, key, JSON.stringify(next))
  write(stores.browser, lastKey(next.user), organization)
  state.set(next)
}

function readState(store: Store): TabState | null {
  try {
    const kept = JSON.parse(read(store, key) ?? 'null') as Partial<TabState> | null
    if (typeof kept?.user !== 'string' || typeof kept.organization !== 'string') return null
    return { user: kept.user, organization: kept.organization, from: typeof kept.from === 'string' ? kept.from : null }
  } catch {
    return null
  }
}

function read(store: Store, name: string): string | null {
  try {
    return store.getItem(name)
  } catch {
    return null
  }
}

/** A browser that stores nothing starts in the person's own organization after a reload. */
function write(store: Store, name: string, value: string): void {
  try {
    store.setItem(name, value)
  } catch {
    // The tab itself has switched anyway.
  }
}
