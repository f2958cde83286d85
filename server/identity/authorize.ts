import { isTimeZone } from '../../contract/time-zones.ts'
import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { startFlow, type NewProviderFlow } from './provider-flows.ts'
import { ProviderError } from './providers/provider-error.ts'
import type { Provider } from './providers/provider.ts'
import { isScope } from './providers/settings.ts'
import { takeToken } from './rate-limits.ts'
import { IdentityRefusal, refuseIdentity } from './refusals.ts'
import { requireRecentProof } from './second-factor.ts'

/** The query of GET /authorize, the first value of each name. */
export type AuthorizeQuery = Readonly<Record<string, string>>

/** OAuth and OpenID parameters, and ours, that decide what is requested and where it goes: a link must not set them. */
const reserved = new Set(
  `client_id client_secret client_assertion client_assertion_type redirect_uri grant_type code response_type response_mode scope
  state nonce code_challenge code_challenge_method code_verifier request request_uri registration claims resource audience
  authorization_details dpop_jkt id_token_hint access_token refresh_token token iss aud sub
  provider redirect_to scopes skip_http_redirect time_zone flow_type invite_token apikey`.split(/\s+/),
)
const passedOnMax = 20
const passedOnCharactersMax = 500

/**
 * Sends a browser to a provider to sign in; returns the provider's address. Refuses, in this order:
 * over_request_rate_limit, validation_failed (provider, challenge, scopes), unavailable if the provider doesn't
 * respond.
 */
export async function startSignIn(
  deps: IdentityDeps,
  caller: Caller,
  browser: string,
  query: AuthorizeQuery,
): Promise<string> {
  await takeToken(deps.db, `authorize:${caller.peer}`, deps.config.rates.authorizeByPeer)
  return beginProviderFlow(deps, caller, browser, query, null)
}

/**
 * Sends the bearer's browser to a provider to link an account there. Refuses like `startSignIn`, after what
 * `bearerUser` and `requireRecentProof` refuse: a way into the account is a credential like the password.
 */
export async function startLink(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  browser: string,
  query: AuthorizeQuery,
): Promise<string> {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `authorize:${caller.peer}`, deps.config.rates.authorizeByPeer)
  const bearer = await deps.db.transaction(null, (tx) => bearerUser(tx, claims), { readOnly: true })
  requireRecentProof(bearer)
  return beginProviderFlow(deps, caller, browser, query, { user_id: bearer.user.id, session_id: bearer.session.id })
}

async function beginProviderFlow(
  deps: IdentityDeps,
  caller: Caller,
  browser: string,
  query: AuthorizeQuery,
  link: NewProviderFlow['link'],
): Promise<string> {
  const provider = requireProvider(deps, query['provider'] ?? '')
  const code_challenge = codeChallengeOf(query['code_challenge'] ?? '', query['code_challenge_method'] ?? '')
  const scopes = scopesFor(provider, query['scopes'] ?? '')
  const { name } = provider.settings
  const time_zone = timeZoneOf(query)
  const flow = { provider: name, redirect_to: caller.redirect_to, code_challenge, link, time_zone }
  const trip = await deps.db.transaction(null, (tx) => startFlow(tx, deps.secrets, browser, flow))
  try {
    const url = await provider.authorizationUrl(callbackOf(deps), trip, scopes, passedOn(query))
    caller.log.info(
      { event: 'provider_asked', provider: name, links: link !== null, peer: caller.peer },
      'sent to a provider',
    )
    return url.href
  } catch (error) {
    throw explainProviderError(caller, name, error)
  }
}

/** The browser's time zone, if it named one: another text isn't stored. */
function timeZoneOf({ time_zone = '' }: AuthorizeQuery): string | null {
  return isTimeZone(time_zone) ? time_zone : null
}

/** Our callback address at every provider. */
export function callbackOf({ config }: Pick<IdentityDeps, 'config'>): string {
  return `${config.siteUrl}/auth/v1/callback`
}

/** Refuses validation_failed with GoTrue's messages. */
function requireProvider({ providers }: IdentityDeps, name: string): Provider {
  return providers.get(name) ?? refuseIdentity('validation_failed', 'Unsupported provider: provider is not enabled')
}

function scopesFor({ settings }: Provider, more: string): string {
  const asked = more.split(/[\s,]+/).filter(Boolean)
  if (asked.length > passedOnMax || !asked.every(isScope)) refuseIdentity('validation_failed', 'Invalid scopes')
  return [...new Set([...settings.scopes.split(' '), ...asked])].join(' ')
}

/**
 * Parameters that a client may pass to the provider: the look of its page, the expected account. Never those that the
 * request itself is made of.
 */
function passedOn(query: AuthorizeQuery): Record<string, string> {
  const free = Object.entries(query).filter(
    ([name, value]) =>
      /^[a-z][a-z0-9_]{0,39}$/.test(name) && !reserved.has(name) && value.length <= passedOnCharactersMax,
  )
  return Object.fromEntries(free.slice(0, passedOnMax))
}

/** The message people see when a provider fails; the log has the details. Other errors are passed on. */
export function explainProviderError(caller: Caller, provider: string, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  const { problem, message, answer } = error
  caller.log.warn(
    { event: 'provider_failed', provider, problem, reason: message, peer: caller.peer },
    'a provider failed',
  )
  switch (problem) {
    case 'unreachable':
      return new IdentityRefusal('unavailable', `${provider} isn’t responding. Try again in a moment.`)
    case 'misconfigured':
      return new IdentityRefusal(
        'unexpected_failure',
        `Sign-in with ${provider} isn’t set up correctly. Contact your administrator.`,
      )
    case 'declined':
      return new IdentityRefusal('bad_oauth_callback', declined(provider, answer?.error ?? ''), { status: 403 })
    case 'refused':
      return new IdentityRefusal('bad_oauth_callback', `We received an invalid response from ${provider}. Try again.`)
  }
}

/** Never the provider's own words: they come from the address, which anyone can write. */
function declined(provider: string, error: string): string {
  return error === 'access_denied'
    ? `Signing in with ${provider} was cancelled.`
    : `${provider} didn’t let you sign in.`
}
