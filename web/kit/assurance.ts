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

const levelOf = (access_token: string) => claimsOf(access_token)['aal']

/** The claims in an access token; empty if it can't be read. */
export function claimsOf(access_token: string): Record<string, unknown> {
  const payload = (access_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return JSON.parse(atob(payload)) as Record<string, unknown>
  } catch {
    return {}
  }
}
