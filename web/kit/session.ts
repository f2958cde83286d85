import { AuthClient, type Session } from '@supabase/auth-js'
import { browserStorage } from './browser-storage.ts'
import { enterOrganizationOf } from './organization.ts'
import { createStore } from './store.ts'

/**
 * The browser's signed-in person. `undefined` while the stored session is being read, `null` if no one is signed in.
 */
export type SignedIn = Session | null | undefined

/** Where this browser stores the session. The frame in index.html reads it too. */
const storageKey = 'onhand-session'

/**
 * The public identity client, unchanged; it stores the session in local storage and refreshes the access token before
 * it expires.
 */
export const auth = new AuthClient({
  url: `${globalThis.location?.origin ?? 'http://localhost'}/auth/v1`,
  storageKey,
  // Every call waits for a new token: not for minutes, on a connection that died while the computer was asleep. It is
  // requested again, and the server returns the same result for the token it was requested with.
  fetch: (url, init) =>
    fetch(url, String(url).endsWith('=refresh_token') ? { ...init, signal: AbortSignal.timeout(15_000) } : init),
  headers: { 'X-Client-Info': 'onhand-web' },
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  // Over plain HTTP browsers have no SHA-256 for a challenge, and the server accepts no other (docs/identity.md).
  flowType: globalThis.isSecureContext === false ? 'implicit' : 'pkce',
  experimental: { recoveryCodes: true },
})

const current = createStore<SignedIn>(undefined)

auth.onAuthStateChange((_event, session) => setSession(session))

/** Whether this tab's session ended without a sign-out here: elsewhere, by its age, or by a new password. */
let endedBySelf = false
let isLeaving = false

/** A sign-out in this tab: the session isn't ending unexpectedly. */
export function leaveSession(): void {
  isLeaving = true
}

let wasDeleted = false

/** The account was deleted, and with it this tab's session: the sign-in form shows that until the next sign-in. */
export function leaveDeletedAccount(): void {
  wasDeleted = true
}

/** Whether the account signed in here was just deleted. */
export function accountDeleted(): boolean {
  return wasDeleted
}

/** Whether the person signed out in this tab, or deleted the account: they aren't coming back to where they were. */
export function hasSignedOut(): boolean {
  return isLeaving || wasDeleted
}

/** Whether an open session in this tab ended unexpectedly. */
export function sessionEnded(): boolean {
  return endedBySelf
}

function setSession(session: Session | null): void {
  const before = current.get()
  endedBySelf = session === null && (endedBySelf || (Boolean(before) && !isLeaving))
  if (session) isLeaving = wasDeleted = false
  if (session?.user.id !== before?.user.id)
    enterOrganizationOf(session ? { id: session.user.id, own: ownOrganization(session) } : null)
  current.set(session)
}

/** The organization that was created with the person's account. */
export function ownOrganization(session: Session): string {
  return String(session.user.app_metadata['org_id'])
}

/** The session for components; re-renders on sign-in or sign-out, in this tab or another. */
export function useSession(): SignedIn {
  return current.use()
}

/** The id of the user who is signed in; undefined when no one is. */
export function signedInUser(): string | undefined {
  return current.get()?.user.id
}

/**
 * Whether it is certain that no one is signed in; while the session is being read, judging by this browser's storage.
 */
export function isCertainlySignedOut(): boolean {
  const session = current.get()
  if (session !== undefined) return session === null
  // The person is just returning from a provider or an email.
  if (/[?#&](code|access_token)=/.test(location.search + location.hash)) return false
  return browserStorage().getItem(storageKey) === null
}

let renewing: Promise<unknown> | null = null

/**
 * Reloads the session and its person: the server requires a second factor that this tab doesn't know about. Once for
 * many refused calls.
 */
export async function renewSession(): Promise<void> {
  renewing ??= auth.refreshSession().finally(() => (renewing = null))
  await renewing
}

/** A valid access token, refreshed first if it is about to expire; null if no one is signed in. */
export async function accessToken(): Promise<string | null> {
  const { data } = await auth.getSession()
  // It may be known here before the listener is notified: a call with a token has an organization.
  if (data.session && current.get() === undefined) setSession(data.session)
  return data.session?.access_token ?? null
}

/**
 * Requests a new access token after the server refused the current one. Returns null if the session has really ended
 * (and then signs this browser out); while the server is unreachable the session is kept.
 */
export async function renewedToken(): Promise<string | null> {
  const { data, error } = await auth.refreshSession()
  if (data.session) return data.session.access_token
  if (error && error.name !== 'AuthRetryableFetchError') await auth.signOut({ scope: 'local' })
  return null
}
