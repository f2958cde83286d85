import { createHash, randomBytes } from 'node:crypto'

/**
 * The browser that set out to a provider, known by a cookie when it comes back: a link to the way back, sent by
 * someone else, signs no one in to the sender's account. Lax, because the provider's page leads back here; the device
 * cookie, which is Strict, does not come along then.
 */
const cookieName = 'onhand-flow'
const seconds = 600
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** With the prefix no other host of the domain can set it, which browsers grant over TLS only. */
const nameOf = (secure: boolean) => (secure ? `__Host-${cookieName}` : cookieName)

/** The token in a `Cookie` header, if there is one of the right form. */
export function flowBrowserOf(cookies: string | undefined, secure: boolean): string | undefined {
  const value = new RegExp(`(?:^|; )${nameOf(secure)}=([^;]*)`).exec(cookies ?? '')?.[1]
  return value !== undefined && tokenPattern.test(value) ? value : undefined
}

export function newFlowBrowser(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The `Set-Cookie` line that goes with a trip to a provider; the same browser keeps its token, so that several tabs may
 * set out.
 */
export function flowCookie(browser: string, secure: boolean): string {
  return `${nameOf(secure)}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function flowBrowserHash(browser: string): Buffer {
  return createHash('sha256').update(browser).digest()
}
