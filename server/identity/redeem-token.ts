import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { confirmUser } from './confirm-user.ts'
import type { IdentityDeps } from './deps.ts'
import { queueMail } from './mails/queue-mail.ts'
import { spendToken, voidTokens, type OneTimeToken } from './one-time-tokens.ts'
import type { TokenType } from './mails/mail-kinds.ts'
import { refuseIdentity } from './refusals.ts'
import { lockUser, readUser, type User } from './users.ts'

/** Types that prove the mailbox of the account itself: once one is used, the others are pointless. */
const ofTheMailbox: readonly TokenType[] = ['signup', 'invite', 'recovery', 'magiclink']

/**
 * Uses a token up and does what it is for, then what `finish` does for its user, in one transaction: a session or a
 * code is issued exactly when the token is used. Returns undefined if the token was used in the meantime, `half` if
 * another mailbox has to confirm as well. Refuses user_banned (403) and email_exists, and then leaves the token unused.
 */
export async function redeemToken<T>(
  deps: IdentityDeps,
  token: OneTimeToken,
  finish: (tx: Tx, user: User) => Promise<T>,
): Promise<T | 'half' | undefined> {
  const scope = { org_id: token.own_org_id, user_id: token.user_id }
  return deps.db.transaction(scope, async (tx) => {
    const user = await lockUser(tx, token.user_id)
    if (!user || user.deleted_at !== null || !(await spendToken(tx, token.id))) return undefined
    if (user.is_banned) refuseIdentity('user_banned', undefined, { status: 403 })
    const changed = ofTheMailbox.includes(token.type)
      ? await proveMailbox(tx, user, token)
      : await confirmNewAddress(deps, tx, user, token)
    return changed === 'half' ? 'half' : finish(tx, changed)
  })
}

async function proveMailbox(tx: Tx, user: User, token: OneTimeToken): Promise<User> {
  await voidTokens(tx, user.id, ofTheMailbox)
  const { password_hash, user_metadata } = token
  return confirmUser(tx, user, { proven: true, password_hash, user_metadata })
}

/**
 * An address changes after both mailboxes have confirmed it: neither a stolen session nor a mistyped address is enough.
 */
async function confirmNewAddress(deps: IdentityDeps, tx: Tx, user: User, token: OneTimeToken): Promise<User | 'half'> {
  const half = token.type === 'email_change_current' ? 'current' : 'new'
  if (user.new_email === null || user.new_email !== token.new_email) refuseIdentity('otp_expired', linkExpired)
  if (user.email_change_half === null || user.email_change_half === half) {
    await tx.run(sql`
      update auth.users set email_change_half = ${half}, updated_at = clock_timestamp() where id = ${user.id}`)
    return 'half'
  }
  await changeAddress(tx, user, user.new_email)
  await voidTokens(tx, user.id)
  if (deps.mails)
    await queueMail(tx, {
      kind: 'email_changed',
      email: user.email,
      user_id: user.id,
      details: { new_email: user.new_email },
    })
  return readUser(tx, user.id)
}

/** GoTrue's message about a link; for a code it uses otp_expired's own message. */
export const linkExpired = 'Email link is invalid or has expired'

/**
 * A pending sign-up for this address is replaced: its mailbox has just confirmed for another account. Refuses
 * email_exists.
 */
async function changeAddress(tx: Tx, user: User, email: string): Promise<void> {
  await tx.run(sql`delete from auth.users where email = ${email} and email_confirmed_at is null`)
  const taken = await tx.one(
    sql<{ taken: boolean }>`select exists (select from auth.users where email = ${email}) as taken`,
  )
  if (taken.taken) refuseIdentity('email_exists')
  await tx.run(sql`
    update auth.users set email = ${email}, email_proven_at = clock_timestamp(), new_email = null, email_change_half = null,
      email_change_sent_at = null, updated_at = clock_timestamp()
    where id = ${user.id}`)
  await tx.one(sql`select app.follow_email(${user.id})`)
}
