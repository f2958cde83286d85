import { networkInterfaces } from 'node:os'
import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/**
 * Where a request on a user's behalf may go. Tests pass rules other than `publicRules`; operators can't change them.
 */
export type OutsideRules = Readonly<{
  /** Whether we may connect to this IP address. */
  mayConnect(address: string): boolean
  mayUsePort(port: number): boolean
  /** Whether to post without TLS: only in tests. */
  mayPostPlain?: boolean
  /** Every address of a host name. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>
}>

/** Only the internet: web ports, publicly reachable addresses, and names that public DNS servers know. */
export const publicRules: OutsideRules = {
  mayConnect: (address) => isPublicAddress(address),
  mayUsePort: (port) => port === 80 || port === 443,
  resolve: resolvePublicly,
}

/**
 * Whether an address is on the public internet: not this machine (also by its public addresses), not a private, shared,
 * link-local, documentation or multicast range, and not one that embeds another address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string, own: ReadonlySet<string> = ownAddresses()): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  // Of IPv6, only 2000::/3 has been allocated.
  if (address instanceof ipaddr.IPv6 && (address.parts[0] ?? 0) >> 13 !== 1) return false
  return !own.has(address.toString())
}

function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return new Set(all.map(({ address }) => (ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address)))
}

/** Asks the DNS servers directly: no local file or search domain gives a short name a meaning. */
async function resolvePublicly(hostname: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
