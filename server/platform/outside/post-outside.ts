import { limits } from '../../../contract/limits.ts'
import type { OutsideRules } from './rules.ts'
import { agentFor, checkedAddresses, NotReachable, parsed, targetOf } from './target.ts'

/** The response of an outside server to a POST. Its body isn't read. */
export type OutsideAnswer = Readonly<{ status: number; retryAfterSeconds: number | null }>

/**
 * Posts to an address that a user entered, under the same rules as reading pages (checked addresses, web ports, no
 * password in the address, `outsideSeconds` in total), over TLS only, and without following redirects. Throws
 * NotReachable, or the error of the connection.
 */
export async function postOutside(
  address: string,
  { headers, body }: Readonly<{ headers: Record<string, string>; body: Uint8Array | string }>,
  rules: OutsideRules,
): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(limits.outsideSeconds * 1_000)
  const url = parsed(address)
  if (url.protocol !== 'https:' && !rules.mayPostPlain) throw new NotReachable('not over TLS')
  const agent = await agentFor(await checkedAddresses(url, rules, signal))
  try {
    const answer = await agent.request({ ...targetOf(url), method: 'POST', headers, body, signal })
    // Ended below, unread.
    answer.body.on('error', () => {})
    return { status: answer.statusCode, retryAfterSeconds: secondsOf(answer.headers['retry-after']) }
  } finally {
    await agent.destroy()
  }
}

/** Seconds only: a date would be compared with another clock. */
function secondsOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null
}
