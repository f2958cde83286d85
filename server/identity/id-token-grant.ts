import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { explainProviderError } from './authorize.ts'
import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import type { idTokenGrantInput } from './inputs.ts'
import { linkAccount, signInAccount } from './provider-account.ts'
import type { ProviderClaims } from './providers/provider-claims.ts'
import { ProviderError } from './providers/provider-error.ts'
import type { Provider } from './providers/provider.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { requireRecentProof } from './second-factor.ts'
import { sessionAnswer } from './session-answer.ts'
import { openSession } from './sessions.ts'
import { readUser, type User } from './users.ts'

type IdTokenGrant = z.output<typeof idTokenGrantInput>

/**
 * A session for an ID token that an app got from a provider itself; with `link_identity` and a bearer token the account
 * is linked to the bearer. The app's nonce is the text whose SHA-256 (hex) the token holds: both or neither, as in
 * GoTrue. Refuses, in this order: over_request_rate_limit, OAuth's "invalid request" (no provider, no token),
 * provider_disabled; what `bearerUser` and `requireRecentProof` refuse when it links; "Bad ID token", the nonce's
 * sentences; then what `signInAccount` and `linkAccount` refuse.
 */
export async function grantForIdToken(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: IdTokenGrant,
) {
  await takeToken(deps.db, `id_token:${caller.peer}`, deps.config.rates.authorizeByPeer)
  const provider = requireProvider(deps, input)
  const bearer = input.link_identity ? await bearerClaims(deps, authorization) : null
  const link = bearer && (await deps.db.transaction(null, (tx) => bearerUser(tx, bearer), { readOnly: true }))
  if (link) requireRecentProof(link)
  const claims = await readToken(caller, provider, input)
  const { name } = provider.settings
  const ids = { user_id: newId(), org_id: newId() }
  const accountOf = async (tx: Tx): Promise<User> => {
    if (!bearer || !link) return signInAccount(deps, tx, name, claims, { ...ids, time_zone: null })
    await bearerUser(tx, bearer)
    return linkAccount(deps, tx, link.user.id, name, claims)
  }
  const opened = await deps.db.transaction(ids, async (tx) => {
    const { id } = await accountOf(tx)
    const session = await openSession(tx, id, caller, 'oauth')
    return { user: await readUser(tx, id), session }
  })
  deps.mails?.poke()
  const { user, session } = opened
  const event = link ? 'identity_linked' : 'provider_signed_in'
  caller.log.info(
    { event, provider: name, user_id: user.id, session_id: session.id, peer: caller.peer },
    'ID token taken',
  )
  return sessionAnswer(deps, user, session)
}

/** By its name, or by its issuer together with one of our client ids. */
function requireProvider(
  { providers }: IdentityDeps,
  { provider, client_id, issuer, id_token }: IdTokenGrant,
): Provider {
  if (provider === '' && (client_id === '' || issuer === ''))
    refuseOAuth('invalid request', 'provider or client_id and issuer required')
  if (id_token === '') refuseOAuth('invalid request', 'id_token required')
  const found = [...providers.values()].find(({ settings }) =>
    provider !== ''
      ? settings.name === provider
      : settings.issuer.replace(/\/$/, '') === issuer.replace(/\/$/, '') && settings.clientIds.includes(client_id),
  )
  const named = provider === '' ? issuer : provider
  return found ?? refuseIdentity('provider_disabled', `Provider (issuer "${named.slice(0, 200)}") is not enabled`)
}

async function readToken(caller: Caller, provider: Provider, input: IdTokenGrant): Promise<ProviderClaims> {
  const { name } = provider.settings
  try {
    const { claims, nonce } = await provider.readIdToken(input.id_token, input.access_token)
    requireNonce(nonce, input.nonce)
    return claims
  } catch (error) {
    const explained = explainProviderError(caller, name, error)
    if (error instanceof ProviderError && error.problem === 'refused') refuseOAuth('invalid request', 'Bad ID token')
    throw explained
  }
}

function requireNonce(inToken: string, given: string): void {
  if ((inToken === '') !== (given === ''))
    refuseOAuth('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
  if (inToken === '') return
  const expected = Buffer.from(createHash('sha256').update(given).digest('hex'))
  const found = Buffer.from(inToken)
  if (expected.length !== found.length || !timingSafeEqual(expected, found))
    refuseOAuth('invalid nonce', 'Nonces mismatch')
}

/** GoTrue's other shape of errors, which OAuth clients read. */
function refuseOAuth(oauth_error: string, description: string): never {
  refuseIdentity('bad_oauth_callback', description, { oauth_error })
}
