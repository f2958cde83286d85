import { sql } from '../platform/sql.ts'
import { bearerClaims, bearerUser } from './bearer.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { findTokenByCode, spendToken } from './one-time-tokens.ts'
import { accountKey, fillBucket, takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import type { User } from './users.ts'

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

/** Uses up the code of a reauthentication email. Refuses over_request_rate_limit and reauthentication_not_valid. */
export async function spendNonce({ db, config, secrets }: IdentityDeps, user: User, nonce: string): Promise<void> {
  const bucket = `code:${accountKey(user.email)}`
  await takeToken(db, bucket, config.rates.codeByAccount)
  const used = await db.transaction(null, async (tx) => {
    const token = await findTokenByCode(tx, secrets, user.email, nonce, ['reauthentication'])
    if (!token || token.user_id !== user.id || !(await spendToken(tx, token.id))) return false
    await tx.run(sql`update auth.users set reauthentication_sent_at = null where id = ${user.id}`)
    return true
  })
  if (!used) refuseIdentity('reauthentication_not_valid')
  await fillBucket(db, bucket)
}
