import type { z } from 'zod'
import { trimmed } from '../../../contract/trimmed.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { sealedIn } from '../../platform/secret-key.ts'
import { sql } from '../../platform/sql.ts'
import type { AccessClaims } from '../authenticate.ts'
import { bearerClaims, lockBearer, type Bearer } from '../bearer.ts'
import type { Caller, IdentityDeps } from '../deps.ts'
import { requireName, type enrollInput } from '../inputs.ts'
import { takeToken } from '../rate-limits.ts'
import { refuseIdentity } from '../refusals.ts'
import { requireRecentProof } from '../second-factor.ts'
import type { User } from '../users.ts'
import { requireWebauthn } from '../webauthn/security-key.ts'
import { newTotpSecret, qrCode, totpUri } from './totp.ts'

/** Verified and unverified factors. */
const factorsPerUserMax = 10
const issuerCharactersMax = 100

/** An unfinished enrollment is replaced by the next one after this long, as in GoTrue. */
const unfinishedMinutes = 5

/**
 * Adds an authenticator app or a security key as a second factor that counts once it is verified. The secret of an app
 * is shown here and never again. Refuses, in this order: no_authorization and what else is wrong with the bearer,
 * over_request_rate_limit, validation_failed, mfa_phone_enroll_not_enabled, mfa_webauthn_enroll_not_enabled,
 * what `requireRecentProof` refuses (insufficient_aal is 403), too_many_enrolled_mfa_factors, mfa_factor_name_conflict.
 */
export async function enrollFactor(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  input: z.output<typeof enrollInput>,
) {
  const claims = await bearerClaims(deps, authorization)
  await takeToken(deps.db, `factors:${caller.peer}`, deps.config.rates.factorsByPeer)
  const friendly_name = requireName(input.friendly_name)
  if (input.factor_type === 'phone') refuseIdentity('mfa_phone_enroll_not_enabled')
  if (input.factor_type === 'webauthn') return enrollSecurityKey(deps, caller, claims, friendly_name)
  if (input.factor_type !== 'totp')
    refuseIdentity('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  const issuer = trimmed(input.issuer).slice(0, issuerCharactersMax) || new URL(deps.config.siteUrl).host
  const id = newId()
  const secret = newTotpSecret()
  const sealed = deps.secrets.seal(secret, sealedIn('sealed_secret', id))
  const user = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    await requireRoom(tx, bearer, friendly_name)
    await tx.run(sql`
      insert into auth.factors (id, user_id, factor_type, friendly_name, sealed_secret)
      values (${id}, ${bearer.user.id}, 'totp', ${friendly_name || null}, ${sealed})`)
    return bearer.user
  })
  logEnrolled(caller, user, id)
  const uri = totpUri(secret, issuer, user.email)
  return { id, type: 'totp', friendly_name, totp: { qr_code: await qrCode(uri), secret, uri } }
}

/** A security key has no secret of ours: it creates its own at its first challenge. */
async function enrollSecurityKey(deps: IdentityDeps, caller: Caller, claims: AccessClaims, friendly_name: string) {
  requireWebauthn(deps)
  const id = newId()
  const user = await deps.db.transaction(null, async (tx) => {
    const bearer = await lockBearer(tx, claims)
    await requireRoom(tx, bearer, friendly_name)
    await tx.run(sql`
      insert into auth.factors (id, user_id, factor_type, friendly_name)
      values (${id}, ${bearer.user.id}, 'webauthn', ${friendly_name || null})`)
    return bearer.user
  })
  logEnrolled(caller, user, id)
  return { id, type: 'webauthn', friendly_name }
}

/** Refuses if the bearer can't add a factor of this name, and removes unfinished enrollments. */
export async function requireRoom(tx: Tx, bearer: Bearer, friendly_name: string): Promise<void> {
  requireRecentProof(bearer, 'AAL2 required to enroll a new factor', 403)
  await tx.run(sql`
    delete from auth.factors where user_id = ${bearer.user.id} and status = 'unverified'
      and created_at < clock_timestamp() - make_interval(mins => ${unfinishedMinutes})`)
  const names = await tx.all(sql<{ name: string }>`
    select coalesce(friendly_name, '') as name from auth.factors where user_id = ${bearer.user.id}`)
  if (names.some(({ name }) => name === friendly_name)) {
    const named = JSON.stringify(friendly_name)
    refuseIdentity('mfa_factor_name_conflict', `A factor with the friendly name ${named} for this user already exists`)
  }
  if (names.length >= factorsPerUserMax) refuseIdentity('too_many_enrolled_mfa_factors')
}

function logEnrolled(caller: Caller, user: User, factor_id: string): void {
  caller.log.info(
    { event: 'factor_enrolled', user_id: user.id, factor_id, peer: caller.peer },
    'second factor enrolled',
  )
}
