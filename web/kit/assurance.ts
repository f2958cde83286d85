import type { Session } from '@supabase/auth-js'

/**
 * Whether this session still has to prove a second factor: its person has one, and the session was opened without it.
 */
export function needsSecondFactor({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  const isProtected = (user.factors ?? []).some(({ status }) => status === 'verified')
  return isProtected && levelOf(access_token) === 'aal1'
}

/** Whether this session has proven a second factor, or signed in with a passkey. */
export function provedSecondFactor({ access_token }: Pick<Session, 'access_token'>): boolean {
  return levelOf(access_token) === 'aal2'
}

/** The assurance level in an access token; undefined if it can't be read. */
function levelOf(access_token: string): unknown {
  const payload = (access_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return (JSON.parse(atob(payload)) as Record<string, unknown>)['aal']
  } catch {
    return undefined
  }
}
