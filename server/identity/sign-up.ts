import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { confirmUser } from './confirm-user.ts'
import type { Caller, IdentityDeps } from './deps.ts'
import { codeChallengeOf } from './code-challenge.ts'
import { requireEmail, requireSmallMetadata, type signUpInput } from './inputs.ts'
import { takeMailTokens } from './mail-limits.ts'
import { queueMail } from './mails/queue-mail.ts'
import { requireGoodPassword } from './password-rules.ts'
import { takeToken } from './rate-limits.ts'
import { refuseIdentity } from './refusals.ts'
import { sessionAnswer } from './session-answer.ts'
import { openSession } from './sessions.ts'
import { pendingUserAnswer } from './pending-user.ts'
import { readUser } from './users.ts'

/**
 * Signs a new user up. With a mail server the address is confirmed by email: the response is the user without a
 * session, and the same for an address that is taken. Without one the user is signed in immediately, with an
 * organization of their own. Refuses, in this order: over_request_rate_limit, signup_disabled,
 * anonymous_provider_disabled, phone_provider_disabled, validation_failed (address, challenge, password, metadata),
 * weak_password; then over_email_send_rate_limit, or user_already_exists.
 */
export async function signUp(deps: IdentityDeps, caller: Caller, input: z.output<typeof signUpInput>) {
  const { db, config, passwords, mails } = deps
  await takeToken(db, `sign_up:${caller.peer}`, config.rates.signUpByPeer)
  if (!config.signUpAllowed) refuseIdentity('signup_disabled')
  if (input.email === '' && input.phone === '') refuseIdentity('anonymous_provider_disabled')
  if (input.email === '') refuseIdentity('phone_provider_disabled')
  const email = requireEmail(input.email)
  const code_challenge = codeChallengeOf(input.code_challenge, input.code_challenge_method)
  requireGoodPassword(input.password, email, config.passwordMinCharacters)
  const user_metadata = requireSmallMetadata(input.data)
  if (mails) await takeMailTokens(deps, caller, 'confirmation', email)
  const password_hash = await passwords.hash(input.password)
  const wanted = { email, password_hash, user_metadata }
  return mails ? signUpByMail(deps, caller, wanted, code_challenge) : signUpAtOnce(deps, caller, wanted)
}

type Wanted = { email: string; password_hash: string; user_metadata: Record<string, unknown> }

/**
 * One statement and one email, whether the address is new, pending or taken: the content is decided when the email is
 * made. A second sign-up for a pending address leaves no password in force: each email confirms the password of its own
 * sign-up.
 */
async function signUpByMail(deps: IdentityDeps, caller: Caller, wanted: Wanted, code_challenge: string | null) {
  const { email, password_hash, user_metadata } = wanted
  const metadata = JSON.stringify(user_metadata)
  const known = await deps.db.transaction(null, async (tx) => {
    const row = await tx.maybe(sql<{ id: string }>`
      insert into auth.users as u (id, email, password_hash, password_unproven, user_metadata, own_org_id, confirmation_sent_at)
      values (${randomUUID()}, ${email}, ${password_hash}, true, ${metadata}::jsonb, ${newId()}, clock_timestamp())
      on conflict (email) do update set
        confirmation_sent_at = clock_timestamp(),
        password_hash = case when u.password_unproven then null else u.password_hash end
      where u.email_confirmed_at is null
      returning u.id`)
    const details = { redirect_to: caller.redirect_to, code_challenge, password_hash, user_metadata }
    await queueMail(tx, { kind: 'signup', email, details })
    return row
  })
  deps.mails?.poke()
  caller.log.info({ event: 'sign_up_mailed', user_id: known?.id, peer: caller.peer }, 'sign-up waits for its email')
  return pendingUserAnswer(deps, { id: known?.id, email, user_metadata })
}

/** The unique key on the address decides, so of two sign-ups at once one wins. */
async function signUpAtOnce(deps: IdentityDeps, caller: Caller, { email, password_hash, user_metadata }: Wanted) {
  const user_id = newId()
  const org_id = newId()
  const opened = await deps.db.transaction({ org_id, user_id }, async (tx) => {
    // A sign-up that was pending when a mail server was configured: it proved nothing.
    await tx.run(sql`
      delete from auth.users where email = ${email} and email_confirmed_at is null and password_unproven`)
    const inserted = await tx.run(sql`
      insert into auth.users (id, email, password_hash, user_metadata, own_org_id)
      values (${user_id}, ${email}, ${password_hash}, ${JSON.stringify(user_metadata)}::jsonb, ${org_id})
      on conflict (email) do nothing`)
    if (inserted === 0) refuseIdentity('user_already_exists')
    await confirmUser(tx, await readUser(tx, user_id), { proven: false })
    const session = await openSession(tx, user_id, caller, 'password')
    return { user: await readUser(tx, user_id), session }
  })
  caller.log.info({ event: 'signed_up', user_id, session_id: opened.session.id, peer: caller.peer }, 'signed up')
  return sessionAnswer(deps, opened.user, opened.session)
}
