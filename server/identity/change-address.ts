import type { Tx } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { voidTokens } from './one-time-tokens.ts'
import { refuseIdentity } from './refusals.ts'
import { isTaken, type User } from './users.ts'

/** The remaining work in the transaction that changes the user. */
export type AddressChange = (tx: Tx) => Promise<void>

const addressTokens = ['email_change_current', 'email_change_new'] as const

type Challenge = { code_challenge: string; code_challenge_method: string }

/**
 * Prepares a change of address: the new one is stored beside the current one until both mailboxes have confirmed.
 * Refuses validation_failed (challenge), over_email_send_rate_limit (by the new address) and, on a server without
 * email, email_exists.
 */
export async function startAddressChange(
  deps: IdentityDeps,
  caller: Caller,
  user: User,
  email: string,
  { code_challenge: challenge, code_challenge_method }: Challenge,
): Promise<AddressChange> {
  const code_challenge = codeChallengeOf(challenge, code_challenge_method)
  await takeMailTokens(deps, caller, 'email_change', email)
  // With emails, only the address's own mailbox learns that it has an account (docs/decisions/0202).
  if (!deps.mails && (await deps.db.transaction(null, (tx) => isTaken(tx, email), { readOnly: true })))
    refuseIdentity('email_exists')
  return async (tx) => {
    await tx.run(sql`
      update auth.users set new_email = ${email}, email_change_half = null, email_change_sent_at = clock_timestamp() where id = ${user.id}`)
    await voidTokens(tx, user.id, addressTokens)
    if (!deps.mails) return
    const details = { redirect_to: caller.redirect_to, code_challenge, new_email: email }
    await queueMail(tx, { kind: 'email_change_current', email: user.email, user_id: user.id, details })
    await queueMail(tx, { kind: 'email_change_new', email, user_id: user.id, details })
  }
}

/** Cancels a change of address that wasn't confirmed by both mailboxes: its links no longer work. */
export async function cancelAddressChange(tx: Tx, user: User): Promise<void> {
  await tx.run(sql`
    update auth.users set new_email = null, email_change_half = null, email_change_sent_at = null where id = ${user.id}`)
  await voidTokens(tx, user.id, addressTokens)
}
