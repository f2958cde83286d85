import { isIP } from 'node:net'

/** For whom browsers make credentials: the host of our own address, and pages of that address only. */
export type RelyingParty = Readonly<{ id: string; origin: string }>

/**
 * The relying party of the configured address; undefined where browsers offer no passkeys: at an address without TLS
 * that is not this machine's, and at one that is no name.
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return undefined
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined
  return { id: hostname, origin }
}
