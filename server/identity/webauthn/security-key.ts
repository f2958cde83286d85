import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import type { Factor } from '../factors.ts'
import type { verifyFactorInput } from '../inputs.ts'
import { refuseIdentity } from '../refusals.ts'
import type { User } from '../users.ts'
import { creationOptions, requestOptions, verifyCreation, verifyRequest } from './ceremonies.ts'
import { credentialsOf, insertCredential, lockCredentialOfFactor, noteUse } from './credentials.ts'
import { relyingPartyOf, type RelyingParty } from '../relying-party.ts'

/** Factors of type `webauthn`: a security key, or a device, that signs after a password. */

/** Refuses mfa_webauthn_enroll_not_enabled where browsers offer no WebAuthn at our address. */
export function requireWebauthn({ config }: IdentityDeps): RelyingParty {
  return relyingPartyOf(config.siteUrl) ?? refuseIdentity('mfa_webauthn_enroll_not_enabled')
}

/** What a factor's challenge asks of the browser: to create a credential until it is verified, then to sign with it. */
export async function securityKeyChallenge(deps: IdentityDeps, tx: Tx, user: User, factor: Factor) {
  const party = requireWebauthn(deps)
  if (factor.status === 'verified') {
    const key = await lockCredentialOfFactor(tx, factor.id)
    const publicKey = await requestOptions(party, 'factor', key ? [key] : [])
    return { type: 'request' as const, credential_options: { publicKey } }
  }
  const person = { handle: factor.id, name: user.email, displayName: factor.friendly_name ?? user.email }
  const publicKey = await creationOptions(party, person, 'factor', await credentialsOf(tx, user.id, 'factor'))
  return { type: 'create' as const, credential_options: { publicKey } }
}

/**
 * Whether the browser's response proves the factor; a new credential is stored. The caller holds the user's lock.
 * Refuses validation_failed for an invalid response, and webauthn_credential_exists.
 */
export async function proveSecurityKey(
  deps: IdentityDeps,
  caller: Caller,
  tx: Tx,
  factor: Factor,
  challenge: string | null,
  { user_id, webauthn }: { user_id: string; webauthn: z.output<typeof verifyFactorInput>['webauthn'] },
): Promise<boolean> {
  const party = requireWebauthn(deps)
  if (!webauthn) refuseIdentity('validation_failed', 'WebAuthn config required')
  const { type, credential_response } = webauthn
  if (type !== 'create' && type !== 'request')
    refuseIdentity('validation_failed', 'WebAuthn type must be create or request')
  if (!credential_response) refuseIdentity('validation_failed', 'credential_response required')
  if (challenge === null || (type === 'create') !== (factor.status === 'unverified')) return false
  const refused = (why: string) => {
    caller.log.warn({ event: 'security_key_refused', why, user_id, factor_id: factor.id }, 'a security key was refused')
    return false
  }
  if (type === 'create') {
    const made = await verifyCreation(party, 'factor', challenge, credential_response)
    if ('failure' in made) return refused(made.failure)
    await insertCredential(tx, { user_id, factor_id: factor.id }, made)
    return true
  }
  const key = await lockCredentialOfFactor(tx, factor.id)
  if (!key) return refused('the factor has no credential')
  const used = await verifyRequest(party, 'factor', challenge, key, credential_response)
  if ('failure' in used) return refused(used.failure)
  return noteUse(tx, key.id, used.sign_count)
}
