import type { z } from 'zod'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { passkeyInput } from '../inputs.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { sessionAnswer } from '../session-answer.ts'
import { openSession } from '../sessions.ts'
import { lockUser, readUser } from '../users.ts'
import { namedIn, requestOptions, verifyRequest } from './ceremonies.ts'
import { findPasskey, noteUse } from './credentials.ts'
import { spendPasskeyChallenge, writePasskeyChallenge } from './passkey-challenges.ts'
import { requireRelyingParty } from './require-relying-party.ts'

/**
 * Asks a browser to sign in with a passkey of its user's choice: the response is the same for everyone. Refuses
 * over_request_rate_limit and passkey_disabled.
 */
export async function startPasskeySignIn(deps: IdentityDeps, caller: Caller) {
  await takeToken(deps.db, `passkeys:${caller.peer}`, deps.config.rates.passkeysByPeer)
  const options = await requestOptions(requireRelyingParty(deps), 'passkey', [])
  const kept = await deps.db.transaction(null, (tx) => writePasskeyChallenge(tx, null, options.challenge))
  return { ...kept, options }
}

/**
 * Signs in with a passkey. Its device has verified the user, so the session is at aal2: something you have, and
 * something you are or know (NIST SP 800-63B). Refuses over_request_rate_limit, passkey_disabled, validation_failed,
 * what `spendPasskeyChallenge` refuses, webauthn_verification_failed and user_banned (403).
 */
export async function finishPasskeySignIn(deps: IdentityDeps, caller: Caller, input: z.output<typeof passkeyInput>) {
  const { db, config } = deps
  await takeToken(db, `passkeys:${caller.peer}`, config.rates.passkeysByPeer)
  const party = requireRelyingParty(deps)
  if (!input.credential) refuseIdentity('validation_failed', 'credential is required')
  const challenge = await spendPasskeyChallenge(db, input.challenge_id, null)
  const named = namedIn(input.credential)
  const passkey =
    named && (await db.transaction(null, (tx) => findPasskey(tx, named.credential_id), { readOnly: true }))
  if (!named || !passkey) return refusePasskey(caller, 'unknown passkey')
  // The browser was asked for a passkey of its user's choice, so the device must tell whose it is (WebAuthn, 7.2 step
  // 6).
  if (named.user_handle !== passkey.user_id.replaceAll('-', ''))
    return refusePasskey(caller, 'of another user', passkey.user_id)
  const used = await verifyRequest(party, 'passkey', challenge, passkey, input.credential)
  if ('failure' in used) return refusePasskey(caller, used.failure, passkey.user_id)

  const opened = await db.transaction(null, async (tx) => {
    const user = await lockUser(tx, passkey.user_id)
    if (!user || user.deleted_at !== null || !(await noteUse(tx, passkey.id, used.sign_count))) return undefined
    if (user.is_banned) refuseIdentity('user_banned', undefined, { status: 403 })
    const session = await openSession(tx, user.id, caller, 'passkey', passkey.id)
    return { user: await readUser(tx, user.id), session }
  })
  if (!opened) return refusePasskey(caller, 'used in the meantime', passkey.user_id)
  const { user, session } = opened
  const about = { user_id: user.id, session_id: session.id, passkey_id: passkey.id, peer: caller.peer }
  caller.log.info({ event: 'signed_in', ...about }, 'signed in with a passkey')
  return sessionAnswer(deps, user, session)
}

function refusePasskey(caller: Caller, why: string, user_id?: string): never {
  caller.log.warn({ event: 'passkey_refused', why, user_id, peer: caller.peer }, 'a passkey was refused')
  refuseIdentity('webauthn_verification_failed')
}
