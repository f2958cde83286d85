import { isIP } from 'node:net'

/** Whose credentials browsers create: the host of our own address, for pages of that address only. */
export type RelyingParty = Readonly<{ id: string; origin: string }>

/**
 * The relying party of the configured address; undefined where browsers offer no passkeys: an address without TLS that
 * isn't this machine's, or one that isn't a name.
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return undefined
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined
  return { id: hostname, origin }
}
