import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import type { OutsideRules } from './rules.ts'

/** Why an address wasn't requested. For the log: the user learns only that it wasn't. */
export class NotReachable extends Error {}

/** One parser for addresses, the one that the connection uses: it turns 2130706433 and 0x7f.1 into 127.0.0.1. */
export function parsed(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotReachable('not an address')
  return new URL(address, base)
}

/**
 * Whether an address itself is acceptable: scheme, port, no password, and a public IP address or a name that public DNS
 * servers can know.
 */
export function isAllowed(address: string, rules: OutsideRules): boolean {
  if (!URL.canParse(address)) return false
  const hostname = hostnameOf(new URL(address))
  const mayExist = isIP(hostname) ? rules.mayConnect(hostname) : !isLocalName(hostname)
  return mayExist && problemOf(new URL(address), rules) === null
}

/**
 * Single-label names, and those that mean this machine or network (RFC 6761, RFC 6762, RFC 8375, and the reserved
 * `internal`).
 */
function isLocalName(hostname: string): boolean {
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)\.?$/.test(hostname)
}

const hostnameOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

function problemOf(url: URL, rules: OutsideRules): string | null {
  if (!['http:', 'https:'].includes(url.protocol)) return `not a page: ${url.protocol}`
  if (url.username !== '' || url.password !== '') return 'an address with a password'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return rules.mayUsePort(port) ? null : `port ${port}`
}

/** The host's addresses, all of which are acceptable. Throws NotReachable. */
export async function checkedAddresses(url: URL, rules: OutsideRules, signal: AbortSignal): Promise<string[]> {
  const problem = problemOf(url, rules)
  if (problem !== null) throw new NotReachable(problem)
  const hostname = hostnameOf(url)
  const addresses = isIP(hostname) ? [hostname] : await rules.resolve(hostname, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new NotReachable('an unknown name')
  const forbidden = addresses.find((one) => !rules.mayConnect(one))
  if (forbidden !== undefined) throw new NotReachable(`the address ${forbidden}`)
  return addresses
}

/** Connections of this agent go to the checked addresses, whatever DNS returns now. Loads the library on first use. */
export async function agentFor(addresses: readonly string[]): Promise<Agent> {
  const { Agent } = await import('undici')
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_hostname, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family)
  }
  return new Agent({
    connect: { lookup, timeout: 3_000, autoSelectFamily: true },
    connections: 1,
    allowH2: false,
    maxHeaderSize: 32_768,
  })
}

/** Where a request of an agent goes. */
export const targetOf = (url: URL) => ({ origin: url.origin, path: `${url.pathname}${url.search}` })
