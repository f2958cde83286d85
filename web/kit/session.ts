import { AuthClient, type Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { chooseOrganization } from './organization.ts'

/** Who is at this browser. `undefined` while the stored session is being read, `null` when nobody is signed in. */
export type SignedIn = Session | null | undefined

/** The public identity client, unchanged; it keeps the session in local storage and refreshes the access token before it ends. */
export const auth = new AuthClient({
  url: `${globalThis.location?.origin ?? 'http://localhost'}/auth/v1`,
  storageKey: 'onhand-session',
  headers: { 'X-Client-Info': 'onhand-web' },
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  flowType: 'pkce',
})

let current: SignedIn
const listeners = new Set<() => void>()

auth.onAuthStateChange((_event, session) => {
  // Someone else is here now: where the last one worked is none of their business, and would answer "not found".
  if (session?.user.id !== current?.user.id) chooseOrganization(null)
  current = session
  for (const listener of listeners) listener()
})

/** The session as a component sees it; re-renders when someone signs in or out, in this tab or another. */
export function useSession(): SignedIn {
  return useSyncExternalStore(subscribe, () => current)
}

/** The id of whoever is signed in now; undefined when nobody is. */
export function signedInUser(): string | undefined {
  return current?.user.id
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A valid access token, refreshed first when it is about to end; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}

/**
 * Asks for a new access token after the server refused the present one. Answers null when the session has really ended (and then
 * signs this browser out); while the server cannot be reached the session is kept, because that says nothing about it.
 */
export async function renewedToken(): Promise<string | null> {
  const { data, error } = await auth.refreshSession()
  if (data.session) return data.session.access_token
  if (error && error.name !== 'AuthRetryableFetchError') await auth.signOut({ scope: 'local' })
  return null
}
