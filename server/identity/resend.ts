import type { z } from 'zod'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { requireEmail, type resendInput } from './inputs.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'

const resendable = { signup: 'confirmation', email_change: 'email_change' } as const

/**
 * Sends the confirmation of a sign-up or an address change again. Returns `{}` for every address, also an unknown or
 * confirmed one. Refuses, in this order: over_request_rate_limit, validation_failed, phone_provider_disabled,
 * over_email_send_rate_limit.
 */
export async function resend(deps: IdentityDeps, caller: Caller, input: z.output<typeof resendInput>): Promise<object> {
  const { db, config, mails } = deps
  const { type, phone } = input
  await takeToken(db, `resend:${caller.peer}`, config.rates.resendByPeer)
  if (type === 'sms' || type === 'phone_change') {
    if (phone === '') refuseIdentity('validation_failed', 'Type provided requires a phone number')
    refuseIdentity('phone_provider_disabled')
  }
  if (type !== 'signup' && type !== 'email_change') {
    refuseIdentity('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (input.email === '') refuseIdentity('validation_failed', 'Type provided requires an email address')
  const email = requireEmail(input.email)
  const code_challenge = codeChallengeOf(input.code_challenge, input.code_challenge_method)
  await takeMailTokens(deps, caller, resendable[type], email)
  if (mails) {
    const kind = type === 'signup' ? 'signup' : 'email_change_current'
    const details = { redirect_to: caller.redirect_to, code_challenge, again: true }
    await db.transaction(null, (tx) => queueMail(tx, { kind, email, details }))
    mails.poke()
  }
  return {}
}
