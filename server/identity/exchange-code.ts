import type { z } from 'zod'
import type { Tx } from '../platform/db.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { lockFlow, markExchanged, verifies } from './flow-states.ts'
import type { pkceGrantInput } from './inputs.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity, type IdentityCode } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { endSession, openSession, type OpenSession } from './sessions.ts'
import { lockUser, readUser, type User } from './users.ts'

type Outcome = { user: User; session: OpenSession } | { refused: IdentityCode; ended: string | null }

/**
 * Exchanges the code in an address for a session (PKCE): once, within a minute, with the verifier of the browser that
 * requested it. A second use suggests a stolen code, so it ends the session of the first, which is committed although
 * the response is an error. Refuses, in this order: over_request_rate_limit, validation_failed, flow_state_not_found,
 * flow_state_expired, bad_code_verifier, user_banned.
 */
export async function exchangeCode(deps: IdentityDeps, caller: Caller, input: z.output<typeof pkceGrantInput>) {
  const { db, config } = deps
  await takeToken(db, `exchange:${caller.peer}`, config.rates.exchangeByPeer)
  const { auth_code, code_verifier } = input
  if (auth_code === '' || code_verifier === '') {
    refuseIdentity('validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  const outcome = await db.transaction(null, (tx) => exchange(tx, caller, auth_code, code_verifier))
  if ('refused' in outcome) {
    const { refused, ended } = outcome
    caller.log.warn({ event: 'code_refused', code: refused, session_id: ended, peer: caller.peer }, 'code refused')
    return refuseIdentity(refused)
  }
  const { user, session } = outcome
  caller.log.info({ event: 'signed_in', user_id: user.id, session_id: session.id, peer: caller.peer }, 'signed in')
  return sessionAnswer(deps, user, session)
}

async function exchange(tx: Tx, caller: Caller, code: string, verifier: string): Promise<Outcome> {
  const flow = await lockFlow(tx, code)
  if (!flow) return { refused: 'flow_state_not_found', ended: null }
  if (flow.is_exchanged) {
    if (flow.session_id !== null) await endSession(tx, flow.session_id, 'code_reused')
    return { refused: 'flow_state_not_found', ended: flow.session_id }
  }
  if (flow.is_expired) return { refused: 'flow_state_expired', ended: null }
  if (!verifies(flow, verifier)) return { refused: 'bad_code_verifier', ended: null }
  const user = await lockUser(tx, flow.user_id)
  if (!user || user.deleted_at !== null) return { refused: 'flow_state_not_found', ended: null }
  if (user.is_banned) return { refused: 'user_banned', ended: null }
  const session = await openSession(tx, user.id, caller, flow.method)
  await markExchanged(tx, flow.id, session.id)
  return { user: await readUser(tx, user.id), session }
}
