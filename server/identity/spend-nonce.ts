import { sql } from '../platform/sql.ts'
import type { IdentityDeps } from './deps.ts'
import { findTokenByCode, spendToken } from './one-time-tokens.ts'
import { accountKey, fillBucket, takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import type { User } from './users.ts'

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
