import type { z } from 'zod'
import { bearerClaims, bearerUser, lockBearer, type Bearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { passkeyInput } from '../inputs.ts'
import { queueNotice } from '../mails/queue-mail.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentProof } from '../second-factor.ts'
import { creationOptions, verifyCreation } from './ceremonies.ts'
import { credentialsOf, insertCredential, passkeyAnswer } from './credentials.ts'
import { spendPasskeyChallenge, writePasskeyChallenge } from './passkey-challenges.ts'
import { requireRelyingParty } from './require-relying-party.ts'

const passkeysPerUserMax = 10

/**
 * Asks the bearer's browser to create a passkey. Refuses over_request_rate_limit, passkey_disabled, what
 * `requireRecentProof` refuses (insufficient_aal is 403) and too_many_passkeys.
 */
export async function startPasskeyRegistration(deps: IdentityDeps, caller: Caller, authorization: string | undefined) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `passkeys:${caller.peer}`, deps.config.rates.passkeysByPeer)
  const party = requireRelyingParty(deps)
  const { user, present } = await deps.db.transaction(
    null,
    async (tx) => {
      const bearer = await bearerUser(tx, claims)
      requireMayManage(bearer)
      return { user: bearer.user, present: await credentialsOf(tx, bearer.user.id, 'passkey') }
    },
    { readOnly: true },
  )
  if (present.length >= passkeysPerUserMax) refuseIdentity('too_many_passkeys')
  const person = { handle: user.id, name: user.email, displayName: user.email }
  const options = await creationOptions(party, person, 'passkey', present)
  const kept = await deps.db.transaction(null, (tx) => writePasskeyChallenge(tx, user.id, options.challenge))
  return { ...kept, options }
}

/**
 * Adds the passkey that the bearer's browser made. Refuses as the start, what `spendPasskeyChallenge` refuses,
 * webauthn_verification_failed (another challenge, another site, no one was verified) and webauthn_credential_exists.
 */
export async function finishPasskeyRegistration(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: z.output<typeof passkeyInput>,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `passkeys:${caller.peer}`, deps.config.rates.passkeysByPeer)
  const party = requireRelyingParty(deps)
  await deps.db.transaction(null, async (tx) => requireMayManage(await bearerUser(tx, claims)), { readOnly: true })
  if (!input.credential) refuseIdentity('validation_failed', 'credential is required')
  const challenge = await spendPasskeyChallenge(deps.db, input.challenge_id, claims.user_id)
  const about = { user_id: claims.user_id, session_id: claims.session_id, peer: caller.peer }
  const made = await verifyCreation(party, 'passkey', challenge, input.credential)
  if ('failure' in made) {
    caller.log.warn({ event: 'passkey_refused', why: made.failure, ...about }, 'a new passkey was refused')
    return refuseIdentity('webauthn_verification_failed')
  }
  const passkey = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    requireMayManage(bearer)
    if ((await credentialsOf(tx, bearer.user.id, 'passkey')).length >= passkeysPerUserMax)
      refuseIdentity('too_many_passkeys')
    await queueNotice(tx, deps, bearer.user, 'passkey_added')
    return insertCredential(tx, { user_id: bearer.user.id, factor_id: null }, made)
  })
  deps.mails?.poke()
  caller.log.info({ event: 'passkey_added', passkey_id: passkey.id, ...about }, 'passkey added')
  return passkeyAnswer(passkey)
}

/**
 * A passkey replaces a password and a second factor, so a session may change passkeys only if its user proved recently
 * who they are.
 */
export function requireMayManage(bearer: Bearer): void {
  requireRecentProof(bearer, 'AAL2 required to manage passkeys', 403)
}
