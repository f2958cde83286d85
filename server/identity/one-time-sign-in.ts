import type { z } from 'zod'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { requireEmail, requireSmallMetadata, type otpInput } from './inputs.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'

/**
 * Emails a link and a code to sign in; an unknown address signs up with it, unless the caller or the operator forbids
 * that. Returns `{}` for every address (GoTrue's otp_disabled would reveal who has an account), and does the same work.
 * Refuses, in this order: over_request_rate_limit, validation_failed, phone_provider_disabled,
 * over_email_send_rate_limit.
 */
export async function oneTimeSignIn(
  deps: IdentityDeps,
  caller: Caller,
  input: z.output<typeof otpInput>,
): Promise<object> {
  const { db, config, mails } = deps
  await takeToken(db, `otp:${caller.peer}`, config.rates.otpByPeer)
  if (input.email === '' && input.phone === '') {
    refuseIdentity('validation_failed', 'One of email or phone must be set')
  }
  if (input.email === '') refuseIdentity('phone_provider_disabled')
  const email = requireEmail(input.email)
  const code_challenge = codeChallengeOf(input.code_challenge, input.code_challenge_method)
  const user_metadata = requireSmallMetadata(input.data)
  await takeMailTokens(deps, caller, 'recovery', email)
  if (mails) {
    const create_user = input.create_user && config.signUpAllowed
    const details = { redirect_to: caller.redirect_to, code_challenge, create_user, user_metadata }
    await db.transaction(null, (tx) => queueMail(tx, { kind: 'magiclink', email, details }))
    mails.poke()
  }
  caller.log.info({ event: 'sign_in_link_asked', peer: caller.peer }, 'sign-in link requested')
  return {}
}
