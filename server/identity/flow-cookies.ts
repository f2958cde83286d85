import { tokenPattern } from '../platform/tokens.ts'

/**
 * Identifies the browser that went to a provider, by a cookie, when it returns: a callback link sent by another person
 * must not sign anyone in to the sender's account. Lax, because the provider's page leads back here; the device cookie,
 * which is Strict, isn't sent then.
 */
const cookieName = 'onhand-flow'
const seconds = 600

/** With this prefix no other host of the domain can set it; browsers allow it over TLS only. */
const nameOf = (secure: boolean) => (secure ? `__Host-${cookieName}` : cookieName)

/** The token in a `Cookie` header, if it has the right format. */
export function flowBrowserOf(cookies: string | undefined, secure: boolean): string | undefined {
  const value = new RegExp(`(?:^|; )${nameOf(secure)}=([^;]*)`).exec(cookies ?? '')?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : undefined
}

/** The `Set-Cookie` line for a trip to a provider; the same browser keeps its token, so several tabs may start one. */
export function flowCookie(browser: string, secure: boolean): string {
  return `${nameOf(secure)}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
