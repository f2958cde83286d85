import { isUrl } from '../../contract/is-url.ts'
import { tabStorage } from './browser-storage.ts'
import { tabUser } from './organization.ts'
import { hasSignedOut } from './session.ts'

/**
 * The page that a signed-out person opened: signing in leads there, once. Kept in the tab, also while a provider or an
 * email's link is visited in it. Of a tab in which someone was signed in before, only for that person.
 */
type Wanted = Readonly<{ path: string; user: string | null }>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'onhand-wanted-page'

/** Called with the address that leads to the sign-in page instead. */
export function keepWantedPage(
  path: string,
  store: Store = tabStorage(),
  user = tabUser(),
  isLeaving = hasSignedOut(),
) {
  // Back from a provider or an email without success: what was wanted before still is.
  if (path.startsWith('/?') || path.startsWith('/#')) return
  if (path === '/' || isLeaving) return forgetWantedPage(store)
  try {
    store.setItem(key, JSON.stringify({ path, user } satisfies Wanted))
  } catch {
    // Signing in leads to the dashboard.
  }
}

/** Where signing in leads this person: `/` if they wanted no other page. */
export function wantedPage(user: string, store: Store = tabStorage()): string {
  try {
    const { path, user: owner } = JSON.parse(store.getItem(key) ?? '{}') as Partial<Wanted>
    return typeof path === 'string' && isOwnPage(path) && (owner ?? user) === user ? path : '/'
  } catch {
    return '/'
  }
}

/** It was opened, or is no longer wanted. */
export function forgetWantedPage(store: Store = tabStorage()): void {
  store.removeItem(key)
}

/** A path of this app, but not of its sign-in pages, which would lead back. `//host` and `/\host` are elsewhere. */
function isOwnPage(path: string): boolean {
  const here = 'https://here.example'
  if (!path.startsWith('/') || !isUrl(path, here)) return false
  const { origin, pathname } = new URL(path, here)
  return origin === here && pathname !== '/auth' && !pathname.startsWith('/auth/')
}
