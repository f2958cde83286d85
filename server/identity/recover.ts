import type { z } from 'zod'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { requireEmail, type recoverInput } from './inputs.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { takeToken } from './rate-limits.ts'

/**
 * Emails a link to set a new password. Returns `{}` for every address, and does the same work: the user is looked up
 * when the email is made. Refuses, in this order: over_request_rate_limit, validation_failed,
 * over_email_send_rate_limit.
 */
export async function recover(
  deps: IdentityDeps,
  caller: Caller,
  input: z.output<typeof recoverInput>,
): Promise<object> {
  const { db, config, mails } = deps
  await takeToken(db, `recover:${caller.peer}`, config.rates.recoverByPeer)
  const email = requireEmail(input.email)
  const code_challenge = codeChallengeOf(input.code_challenge, input.code_challenge_method)
  await takeMailTokens(deps, caller, 'recovery', email)
  if (mails) {
    const details = { redirect_to: caller.redirect_to, code_challenge }
    await db.transaction(null, (tx) => queueMail(tx, { kind: 'recovery', email, details }))
    mails.poke()
  }
  caller.log.info({ event: 'recovery_asked', peer: caller.peer }, 'recovery requested')
  return {}
}
