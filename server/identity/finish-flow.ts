import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { callbackOf, explainProviderError } from './authorize.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { issueAuthCode } from './flow-states.ts'
import { addressOfRefusal, addressOfSession, type Landing } from './landing.ts'
import { linkAccount, signInAccount } from './provider-account.ts'
import { endFlow, secretsOf, type ProviderFlow } from './provider-flows.ts'
import type { ProviderClaims } from './providers/provider-claims.ts'
import { takeToken } from './rate-limits.ts'
import { withQuery } from './redirects.ts'
import { IdentityRefusal, refuseIdentity } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { liveSession, openSession } from './sessions.ts'
import { lockUser, readUser, type User } from './users.ts'

/**
 * GET /callback: a browser returns from a provider. Returns its next address, with a session or a code (PKCE), or with
 * an error in words and by its code: bad_oauth_state, bad_oauth_callback, unavailable, session_not_found (when
 * linking), and what `signInAccount` and `linkAccount` refuse. Refuses only over_request_rate_limit itself.
 */
export async function finishFlow(
  deps: IdentityDeps,
  caller: Caller,
  browser: string | undefined,
  answer: URLSearchParams,
): Promise<Landing> {
  await takeToken(deps.db, `callback:${caller.peer}`, deps.config.rates.authorizeByPeer)
  const state = answer.get('state') ?? ''
  const flow =
    browser === undefined || state === ''
      ? undefined
      : await deps.db.transaction(null, (tx) => endFlow(tx, state, browser))
  const redirect_to = flow?.redirect_to ?? deps.config.siteUrl
  try {
    if (!flow) refuseIdentity('bad_oauth_state')
    const claims = await ask(deps, caller, flow, answer)
    return await land(deps, caller, flow, claims)
  } catch (error) {
    if (!(error instanceof IdentityRefusal)) throw error
    const about = { event: 'provider_sign_in_refused', code: error.code, provider: flow?.provider, peer: caller.peer }
    caller.log.warn(about, 'sign-in with a provider refused')
    return { address: addressOfRefusal(redirect_to, error, typeof flow?.code_challenge === 'string'), session: null }
  }
}

async function ask(
  deps: IdentityDeps,
  caller: Caller,
  { provider: name }: ProviderFlow,
  answer: URLSearchParams,
): Promise<ProviderClaims> {
  const provider = deps.providers.get(name) ?? refuseIdentity('provider_disabled')
  const url = new URL(callbackOf(deps))
  url.search = answer.toString()
  try {
    return await provider.exchange(url, secretsOf(deps.secrets, answer.get('state') ?? ''))
  } catch (error) {
    throw explainProviderError(caller, name, error)
  }
}

async function land(deps: IdentityDeps, caller: Caller, flow: ProviderFlow, claims: ProviderClaims): Promise<Landing> {
  const { provider, redirect_to, code_challenge } = flow
  const ids = { user_id: newId(), org_id: newId() }
  const landed = await deps.db.transaction(ids, async (tx) => {
    const { id } = await accountOf(deps, tx, flow, claims, ids)
    if (code_challenge !== null)
      return { id, code: await issueAuthCode(tx, { user_id: id, method: 'oauth', code_challenge }) }
    // The cookie that identifies the browser isn't sent on a redirect from another site.
    const session = await openSession(tx, id, { ...caller, device: null }, 'oauth')
    return { id, session, user: await readUser(tx, id) }
  })
  deps.mails?.poke()
  const event = flow.link_user_id === null ? 'provider_signed_in' : 'identity_linked'
  caller.log.info({ event, provider, user_id: landed.id, peer: caller.peer }, 'provider flow completed')
  if (landed.session === undefined) return { address: withQuery(redirect_to, { code: landed.code }), session: null }
  const session = await sessionAnswer(deps, landed.user, landed.session)
  return { address: addressOfSession(redirect_to, session), session }
}

async function accountOf(
  deps: IdentityDeps,
  tx: Tx,
  { provider, link_user_id, link_session_id, time_zone }: ProviderFlow,
  claims: ProviderClaims,
  ids: { user_id: string; org_id: string },
): Promise<User> {
  if (link_user_id === null || link_session_id === null)
    return signInAccount(deps, tx, provider, claims, { ...ids, time_zone })
  // Signed out, banned or removed in the meantime: nothing is linked.
  const user = await lockUser(tx, link_user_id)
  const session = await liveSession(tx, link_session_id, link_user_id, 0)
  if (!user || user.is_banned || !session) refuseIdentity('session_not_found')
  return linkAccount(deps, tx, link_user_id, provider, claims)
}
