import type { Caller, IdentityDeps } from './deps.ts'
import { accountKey, takeToken } from './rate-limits.ts'

/**
 * Mails that count together: asking for a link to sign in and for one to reset the password takes one's turn from the
 * other, as in GoTrue.
 */
type MailGroup = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

/**
 * Counts a mail that a request asks for, by its recipient and by where the request comes from, whether or not anyone
 * has the address. Refuses over_email_send_rate_limit, which says in how many seconds the next one may be asked for.
 */
export async function takeMailTokens(
  deps: IdentityDeps,
  caller: Caller,
  group: MailGroup,
  email: string,
): Promise<void> {
  const { db, config } = deps
  const recipient = accountKey(email)
  const refusal = 'over_email_send_rate_limit'
  await takeToken(db, `mail:${group}:${recipient}`, config.rates.mailByRecipient, refusal)
  await takeToken(db, `mails:${recipient}`, config.rates.mailsByRecipient, refusal)
  await takeToken(db, `mails_from:${caller.peer}`, config.rates.mailsByPeer, refusal)
}
