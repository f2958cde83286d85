import { isUuid } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { queueMail } from './mails/queue-mail.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { requireRecentProof } from './second-factor.ts'
import { identitiesOf, lockUser, readUser } from './users.ts'

/**
 * Unlinks an account at a provider from the bearer, and notifies their mailbox. Refuses, in this order: what
 * `bearerUser` refuses, over_request_rate_limit, validation_failed (404), what `requireRecentProof` refuses,
 * single_identity_not_deletable, identity_not_found, and email_conflict_identity_not_deletable for the email address
 * itself.
 */
export async function unlinkIdentity(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
  identity_id: string,
): Promise<object> {
  const { db, config, mails } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `change_user:${caller.peer}`, config.rates.changeUserByPeer)
  if (!isUuid(identity_id)) refuseIdentity('validation_failed', 'identity_id must be an UUID', { status: 404 })
  const id = identity_id.toLowerCase()
  await db.transaction(null, async (tx) => {
    await lockUser(tx, claims.user_id)
    requireRecentProof(await bearerUser(tx, claims))
    const user = await readUser(tx, claims.user_id)
    if (identitiesOf(user).length <= 1) refuseIdentity('single_identity_not_deletable')
    if (id === user.id) refuseIdentity('email_conflict_identity_not_deletable')
    const identity = user.identities.find((one) => one.id === id)
    if (!identity) refuseIdentity('identity_not_found')
    await tx.run(sql`delete from auth.identities where id = ${identity.id}`)
    const { email } = user
    const details = { provider: identity.provider }
    if (mails) await queueMail(tx, { kind: 'identity_unlinked', email, user_id: user.id, details })
  })
  mails?.poke()
  const { user_id, session_id } = claims
  caller.log.info({ event: 'identity_unlinked', user_id, session_id, peer: caller.peer }, 'account unlinked')
  return {}
}
