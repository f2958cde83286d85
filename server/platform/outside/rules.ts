import { networkInterfaces } from 'node:os'
import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/**
 * Where a request on a user's behalf may go. Tests pass others than `publicRules`; nothing that an operator can set
 * does.
 */
export type OutsideRules = Readonly<{
  /** Whether we connect to this IP address. */
  mayConnect(address: string): boolean
  mayUsePort(port: number): boolean
  /** Whether something is posted without TLS: only in tests. */
  mayPostPlain?: boolean
  /** Every address of a host name. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>
}>

/**
 * The internet and nothing else: ports of the web, addresses that anyone may reach, names as public servers know them.
 */
export const publicRules: OutsideRules = {
  mayConnect: (address) => isPublicAddress(address),
  mayUsePort: (port) => port === 80 || port === 443,
  resolve: resolvePublicly,
}

/**
 * Whether an address belongs to the internet at large: not to this machine (also by its public addresses), not to a
 * private, shared, link-local, documentation or multicast range, and not one that carries another address inside
 * (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string, own: ReadonlySet<string> = ownAddresses()): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 has been given out.
  if (address instanceof ipaddr.IPv6 && (address.parts[0] ?? 0) >> 13 !== 1) return false
  return !own.has(address.toString())
}

function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return new Set(all.map(({ address }) => (ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address)))
}

/** Asks the name servers directly: no file of this machine and no search domain gives a short name a meaning. */
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
