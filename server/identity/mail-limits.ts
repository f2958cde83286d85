import type { Caller, IdentityDeps } from './deps.ts'
import { accountKey, takeToken } from './rate-limits.ts'

/** Emails that count together: a sign-in link and a password reset share one limit, as in GoTrue. */
type MailGroup = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

/**
 * Counts an email that a request asks for, by its recipient and by the request's address, whether or not the recipient
 * has an account. Refuses over_email_send_rate_limit with the seconds until the next one.
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
