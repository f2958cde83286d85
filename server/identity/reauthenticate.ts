import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { takeToken } from './rate-limits.ts'

/**
 * Emails the bearer a code that replaces their password when they change it. Refuses like GET /user, and
 * over_email_send_rate_limit.
 */
export async function reauthenticate(
  deps: IdentityDeps,
  caller: Caller,
  authorization: string | undefined,
): Promise<object> {
  const { db, config, mails } = deps
  const claims = await bearerClaims(deps, authorization)
  await takeToken(db, `resend:${caller.peer}`, config.rates.resendByPeer)
  const { user } = await db.transaction(null, (tx) => bearerUser(tx, claims), { readOnly: true })
  await takeMailTokens(deps, caller, 'reauthentication', user.email)
  if (mails) {
    await db.transaction(null, (tx) => queueMail(tx, { kind: 'reauthentication', email: user.email, user_id: user.id }))
    mails.poke()
  }
  caller.log.info(
    { event: 'reauthentication_asked', user_id: user.id, peer: caller.peer },
    'reauthentication asked for',
  )
  return {}
}
