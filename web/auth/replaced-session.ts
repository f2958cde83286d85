import { claimsOf } from '../kit/assurance.ts'
import { tabStorage } from '../kit/browser-storage.ts'
import { auth } from '../kit/session.ts'

// A link in an email, and a provider that an account was linked at, open a new session in this browser, which replaces
// the one that is signed in. That one would stay open, listed as another device, although nothing can use it.

const key = 'onhand-replaced-session'

/** Keeps this tab's session, before something that may replace it. */
export async function keepSession(): Promise<void> {
  const { data } = await auth.getSession()
  if (data.session) tabStorage().setItem(key, data.session.access_token)
  else tabStorage().removeItem(key)
}

/** Ends the kept session if another one of the same person has replaced it. */
export async function endReplacedSession(): Promise<void> {
  const kept = tabStorage().getItem(key)
  if (kept === null) return
  tabStorage().removeItem(key)
  const { data } = await auth.getSession()
  const [before, now] = [claimsOf(kept), claimsOf(data.session?.access_token ?? '')]
  if (before['sub'] !== now['sub'] || before['session_id'] === now['session_id']) return
  const headers = { authorization: `Bearer ${kept}` }
  // Without cookies: the answer to a sign-out removes the one that shows pictures, which is the new session's.
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, credentials: 'omit' }).catch(() => undefined)
}
