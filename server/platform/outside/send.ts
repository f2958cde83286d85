import { limits } from '../../../contract/limits.ts'
import type { OutsideRules } from './rules.ts'
import { agentFor, checkedAddresses, NotReachable, parsed, targetOf } from './target.ts'

/** The status of the response, or why there is none, in words that reveal nothing about our network. */
export type Sent =
  | { status: number; failure: null }
  | { status: null; failure: 'not_allowed' | 'timeout' | 'no_answer' }

/**
 * Posts a body to an address that a user entered, with the same guard as for pages: every address of the name is
 * checked, the connection goes to one of those, and no redirect is followed. Only the status of the response is read,
 * within `webhookSeconds` and until `stop`.
 */
export async function send(
  rules: OutsideRules,
  address: string,
  headers: Record<string, string>,
  body: string,
  stop: AbortSignal,
): Promise<Sent> {
  const late = AbortSignal.timeout(limits.webhookSeconds * 1_000)
  const signal = AbortSignal.any([late, stop])
  try {
    const url = parsed(address)
    const agent = await agentFor(await checkedAddresses(url, rules, signal))
    try {
      const answer = await agent.request({ ...targetOf(url), method: 'POST', headers, body, signal })
      // It isn't read, so ending it early isn't an error.
      answer.body.on('error', () => {})
      return { status: answer.statusCode, failure: null }
    } finally {
      await agent.destroy()
    }
  } catch (error) {
    if (error instanceof NotReachable) return { status: null, failure: 'not_allowed' }
    return { status: null, failure: late.aborted ? 'timeout' : 'no_answer' }
  }
}
